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
        #expect(tool.exit == .code(0))
        #expect(
            tool.errors.contains("org.example.diary is not running: it has ended already, or it could not be started.")
        )
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
