import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// `hearth background`, for an app that has registered.
@Suite struct BackgroundCommandTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
    }

    private func register(_ app: String, _ types: ObjectType..., command: String = "/bin/true") throws {
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: app))
        let change = BackgroundDelivery(
            enable: types.map { BackgroundRegistration(type: $0, frequency: .immediate) },
            launch: BackgroundLaunch(.command([command], workingDirectory: ""))
        )
        _ = try channel.reply(to: .backgroundDelivery(change))
    }

    @Test func aRemovedAppIsNotShownAsIfItWereThere() throws {
        try register("org.example.diary", .heartRate, .stepCount)
        #expect(try shell.run("background").first?.contains("2 types") == true)
        let one = try shell.run("background", "remove", "org.example.diary", "stepCount")
        #expect(one == ["org.example.diary no longer receives changes of stepCount. It still receives 1 other type."])
        #expect(try shell.run("background").first?.hasSuffix("  1 type") == true)
        let all = try shell.run("background", "remove", "org.example.diary")
        #expect(all == ["org.example.diary was removed and no longer receives changes."])
        #expect(try shell.run("background").isEmpty)
    }

    @Test func anUnknownAppIsNamed() throws {
        try register("org.example.diary", .heartRate)
        for arguments in [
            ["run", "org.example.dairy"], ["resume", "org.example.dairy"], ["remove", "org.example.dairy"],
        ] {
            let tool = try HearthTool(["background"] + arguments, in: shell.folder)
            #expect(tool.exit == .code(1))
            #expect(tool.errors.contains("The app 'org.example.dairy' is not registered for background delivery."))
            #expect(tool.errors.contains("Did you mean 'org.example.diary'?"), "\(tool.errors)")
        }
        let error = try shell.failure("background", "remove", "org.example.diary", "stepCount")
        #expect(
            error.contains("'org.example.diary' is not registered for background delivery for stepCount."),
            "\(error)"
        )
    }

    @Test func anAppThatCannotBeStartedIsReported() throws {
        try register("org.example.diary", .heartRate, command: "/nowhere/diary")
        let tool = try HearthTool(["background", "run", "org.example.diary"], in: shell.folder)
        #expect(tool.exit == .code(1))
        let fault = "The program /nowhere/diary does not exist."
        #expect(tool.errors.contains("org.example.diary is not running. \(fault)"), "\(tool.errors)")
        #expect(try shell.run("background").contains("  \(fault)"))
        let doctor = try HearthTool(["doctor"], in: shell.folder)
        #expect(doctor.exit == .code(1) && doctor.output.contains(fault), "\(doctor.output)")
    }

    @Test func anAppThatHasEndedIsReportedWithThePlaceOfTheLog() throws {
        try register("org.example.diary", .heartRate)
        let tool = try HearthTool(["background", "run", "org.example.diary"], in: shell.folder)
        #expect(tool.exit == .code(0), "\(tool)")
        #expect(
            tool.errors.contains("org.example.diary is not running: it has ended already, or it could not be started.")
                && tool.errors.contains("journalctl --user -u hearth.service")
        )
    }

    /// A manifest that cannot be understood is not one that is missing. Once it is right, the app starts when that is asked for.
    @Test func aWrongLaunchManifestIsNamed() throws {
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: "org.example.diary"))
        let registration = BackgroundRegistration(type: .heartRate, frequency: .immediate)
        _ = try channel.reply(to: .backgroundDelivery(BackgroundDelivery(enable: [registration])))
        let folder = shell.folder.file(".local/share/hearth/apps")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = "\(folder)/org.example.diary.json"
        try Data(#"{"command": "/bin/sleep"}"#.utf8).write(to: URL(filePath: file))
        let fault = "The launch manifest \(file) is wrong. 'command' is not a list of texts"
        let run = try HearthTool(["background", "run", "org.example.diary"], in: shell.folder)
        #expect(run.exit == .code(1) && run.output.contains(fault), "\(run)")
        #expect(run.errors.contains("is not running. \(fault)"), "\(run)")
        #expect(try shell.run("background").contains { $0.contains(fault) })
        let condition = "if the server's own HOME, XDG_DATA_HOME and XDG_DATA_DIRS lead to that file"
        #expect(run.errors.contains(condition), "\(run)")
        let doctor = try HearthTool(["doctor"], in: shell.folder)
        #expect(doctor.exit == .code(1) && doctor.output.contains(fault), "\(doctor)")
        #expect(doctor.output.contains(condition), "\(doctor)")
        #expect(shell.server.log.contains(fault), "\(shell.server.log)")

        try Data(#"{"command": ["/bin/sleep", "301"]}"#.utf8).write(to: URL(filePath: file))
        let started = try HearthTool(["background", "run", "org.example.diary"], in: shell.folder)
        #expect(started.output.contains("runs as process") && started.errors.isEmpty, "\(started)")
    }

    /// The environment of a shell may lead to another manifest than that of the server.
    @Test func aWrongManifestThatTheServerDoesNotReadIsNoProblem() throws {
        try register("org.example.diary", .heartRate)
        let folders = [".local/share", "other"].map { shell.folder.file("\($0)/hearth/apps") }
        for (folder, text) in zip(folders, [#"{"command": ["/bin/sleep", "301"]}"#, "{}"]) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/org.example.diary.json"))
        }
        let environment = ["XDG_DATA_HOME": shell.folder.file("other")]
        let doctor = try HearthTool(["doctor"], in: shell.folder, environment: environment)
        let fault = "The launch manifest \(folders[1])/org.example.diary.json is wrong."
        #expect(doctor.exit == .code(0) && doctor.output.contains("note     apps      \(fault)"), "\(doctor)")
        #expect(try !shell.run("doctor").contains { $0.contains("is wrong") })
    }

    @Test func typesHaveTheirShortNamesInJSON() throws {
        try register("org.example.diary", .heartRate)
        let app = try #require(try Shell.objects(shell.run("background", "--json")).first)
        #expect((app["types"] as? [[String: Any]])?.map { $0["type"] as? String } == ["heartRate"])
    }

    /// A pattern without a match is an error, as is a name that is not registered.
    @Test func aPatternWithoutAMatchIsAnError() throws {
        try register("org.example.diary", .heartRate)
        let error = try shell.failure("background", "remove", "com.*")
        #expect(error.contains("No app that is registered for background delivery matches 'com.*'."), "\(error)")
    }

    @Test func theStatusNamesTheStore() throws {
        let status = try shell.run("status")
        #expect(status[1].hasPrefix("file         /") && status[1].hasSuffix(shell.folder.store), "\(status)")
        #expect(try shell.run("status", "--json").contains { $0 == "  \"path\": \"\(shell.folder.store)\"," })
    }

    @Test func theStatusCountsInWords() throws {
        try register("org.example.diary", .heartRate)
        let id = try shell.run("save", "heartRate", "60")[0]
        try shell.run("delete", "heartRate", id)
        let status = try shell.run("status").joined(separator: "\n")
        #expect(status.contains("0 samples in 0 segments, 1 deletion known"), "\(status)")
        #expect(status.contains("1 registration of 1 app\n"), "\(status)")
    }
}
