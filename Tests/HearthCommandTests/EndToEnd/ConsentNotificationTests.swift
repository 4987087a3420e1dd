import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// `hearth consent --notify`, with a program in the place of `notify-send` that notes what it is to show.
@Suite struct ConsentNotificationTests {
    private let shell: Shell
    private let programs: String
    private let answer = "'hearth consent' in a terminal shows what, and takes your answer."

    init() throws {
        shell = try Shell()
        programs = shell.folder.file("programs")
        try shell.run("access", "--ask")
    }

    /// Puts a program there that ends with a code.
    private func install(_ code: Int = 0) throws {
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'\(shell.folder.file("shown"))'\nexit \(code)\n"
        let path = programs + "/notify-send"
        try Data(script.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private var environment: [String: String] { ["PATH": programs + ":/usr/bin:/bin"] }

    /// What it was to show.
    private var shown: [String] {
        shell.folder.text(of: "shown").split(separator: "\n").map(String.init)
    }

    /// An app that has asked and waits.
    private func asking(_ app: String, name: String, for types: [ObjectType] = [.heartRate]) throws -> FrameChannel {
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: app, name: name))
        let usage = "To show your heart rate."
        let request = Authorization(share: types, read: types, isRequest: true, shareUsage: usage, readUsage: usage)
        try channel.send(ClientFrame(call: channel.newCall(), .authorization(request)))
        // A client that has the reply to its Ping has asked before.
        _ = try channel.reply(to: .ping(Ping()))
        return channel
    }

    private func notify() throws -> HearthTool {
        try HearthTool(["consent", "--notify", "--once"], in: shell.folder, environment: environment)
    }

    @Test func whoAsksIsShownAndNotWhat() throws {
        try install()
        #expect(try notify().exit == .code(0))
        #expect(shown.isEmpty, "no app asks")
        let first = try asking("org.example.mine", name: "Mine")
        let tool = try notify()
        #expect(tool.exit == .code(0) && tool.errors == "")
        #expect(tool.output == "Mine (org.example.mine) asks\n")
        let options = ["--app-name=Hearth", "--icon=dialog-question", "--", "An app asks for your health data"]
        #expect(shown == options + ["“Mine” (org.example.mine) wants to save or read data. \(answer)"])
        let second = try asking("org.example.second", name: "")
        #expect(try notify().exit == .code(0))
        let both = "“Mine” (org.example.mine) and 1 more app want to save or read data. \(answer)"
        #expect(shown.last == both)
        #expect(!shown.joined().lowercased().contains("heart rate"))
        withExtendedLifetime((first, second)) {}
    }

    @Test func whatAnAppIsCalledIsNoMarkupAndNoCommand() throws {
        try install()
        let name = "<b>&amp;\u{1B}[31m'hearth allow'” \u{202E}\n" + String(repeating: "x", count: 500)
        let channel = try asking("org.example.<i>it</i>", name: name)
        #expect(try notify().exit == .code(0))
        let text = try #require(shown.last)
        #expect(shown.count == 5, "a name is no line of its own")
        #expect(text.hasSuffix("…” (org.example.iit/i) wants to save or read data. \(answer)"), "\(text)")
        #expect(text.count < 200 && !text.contains { "<>&\"`".contains($0) })
        #expect(!text.contains("'hearth allow'") && !text.unicodeScalars.contains(where: \.isControl))
        withExtendedLifetime(channel) {}
    }

    @Test func anAppIsToldOfOnceUntilItIsAnswered() throws {
        try install()
        let running = try RunningTool(["consent", "--notify"], in: shell.folder, environment: environment)
        let first = try asking("org.example.first", name: "First")
        #expect(try running.nextLine() == "First (org.example.first) asks")
        let more = try asking("org.example.first", name: "First", for: [.stepCount])
        let second = try asking("org.example.second", name: "Second")
        #expect(try running.nextLine() == "Second (org.example.second) asks")
        try shell.run("deny", "org.example.first", "all")
        let again = try asking("org.example.first", name: "First", for: [.heartRate])
        try shell.run("revoke", "org.example.first", "stepCount")
        let later = try asking("org.example.first", name: "First", for: [.stepCount])
        #expect(try running.nextLine() == "First (org.example.first) asks")
        #expect(shown.count(where: { $0 == "--" }) == 3)
        running.process.kill()
        withExtendedLifetime((first, more, second, again, later)) {}
    }

    @Test func whereNothingIsShownThatIsSaid() throws {
        let channel = try asking("org.example.mine", name: "Mine")
        try install(1)
        var tool = try notify()
        #expect(tool.exit == .code(1) && tool.output == "")
        #expect(tool.errors.contains("needs a desktop session"), "\(tool.errors)")
        try FileManager.default.removeItem(atPath: programs)
        tool = try HearthTool(
            ["consent", "--notify", "--once"],
            in: shell.folder,
            environment: ["PATH": programs]
        )
        #expect(tool.exit == .code(1) && tool.errors.contains("libnotify-bin"), "\(tool.errors)")
        #expect(try shell.run("status").contains("Mine (org.example.mine) asks"), "it is asked all the same")
        withExtendedLifetime(channel) {}
    }
}
