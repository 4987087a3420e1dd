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
        try install("exit \(code)")
    }

    /// Puts a program there that waits until a button is pressed, or the notification closed: of the announcement that apps
    /// ask, or of a question.
    private func installWithButtons() throws -> Desktop {
        let desktop = try Desktop(in: shell.folder)
        try install(
            """
            case "$*" in *--action=deny*) kind=question ;; *) kind=announcement ;; esac
            trap 'echo withdrawn >>"\(shell.folder.file("shown"))"; exit 0' INT
            echo $kind >'\(shell.folder.file("events"))'
            read -r button <'\(shell.folder.path)'/$kind
            echo "$button"
            """
        )
        return desktop
    }

    private func install(_ commands: String) throws {
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'\(shell.folder.file("shown"))'\n\(commands)\n"
        let path = programs + "/notify-send"
        try Data(script.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private var environment: [String: String] {
        ["PATH": programs + ":/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/none"]
    }

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

    private func answer(_ channel: FrameChannel) throws -> AuthorizationStatus? {
        guard case .authorizationStatus(let status)? = try? channel.receive().content.get() else { return nil }
        return status
    }

    private func notify() throws -> HearthTool {
        try HearthTool(["consent", "--notify", "--once"], in: shell.folder, environment: environment)
    }

    /// Nobody would see what apps ask, and nothing else says so before one does.
    @Test func aMissingDesktopIsReportedAtOnce() throws {
        let words = ["consent", "--notify", "--once"]
        let none = try HearthTool(words, in: shell.folder, environment: ["PATH": programs])
        #expect(none.errors.contains("'notify-send' was not found"), "\(none.errors)")
        try install()
        let outside = try HearthTool(words, in: shell.folder, environment: ["PATH": programs + ":/bin"])
        #expect(outside.exit == .code(0))
        #expect(outside.errors.contains("There is no desktop session here"), "\(outside.errors)")
        #expect(try notify().errors == "")
    }

    @Test func whoAsksIsShownAndNotWhat() throws {
        try install()
        #expect(try notify().exit == .code(0))
        #expect(shown.isEmpty, "no app asks")
        let first = try asking("org.example.mine", name: "Mine")
        let tool = try notify()
        #expect(tool.exit == .code(0) && tool.errors == "")
        #expect(tool.output == "org.example.mine (calls itself “Mine”) asks\n")
        let options = [
            "--app-name=Hearth", "--icon=dialog-question", "--expire-time=0", "--action=default=Show",
            "--action=show=Show", "--", "An app asks for your health data",
        ]
        #expect(shown == options + ["org.example.mine (calls itself “Mine”) wants to save or read data. \(answer)"])
        let second = try asking("org.example.second", name: "")
        #expect(try notify().exit == .code(0))
        let both = "org.example.mine (calls itself “Mine”) and 1 more app want to save or read data. \(answer)"
        #expect(shown.last == both)
        #expect(!shown.joined().lowercased().contains("heart rate"))
        withExtendedLifetime((first, second)) {}
    }

    @Test func whatAnAppIsCalledIsNoMarkupAndNoCommand() throws {
        try install()
        let name = "<b>&amp;\\074i\u{1B}[31m'hearth allow'” \u{202E}\n" + String(repeating: "x", count: 500)
        let channel = try asking("org.example.<i>it</i>", name: name)
        #expect(try notify().exit == .code(0))
        let text = try #require(shown.last)
        #expect(shown.count == 8, "a name is no line of its own")
        #expect(text.hasSuffix("…”) wants to save or read data. \(answer)"), "\(text)")
        #expect(text.count < 250 && !text.contains { "<>&\"`".contains($0) })
        let identifier = #"“org.example.\\u{3C}i\\u{3E}it\\u{3C}/i\\u{3E}” (calls"#
        #expect(text.hasPrefix(identifier), "each escape of the identifier is one to notify-send: \(text)")
        #expect(!text.dropFirst(identifier.count).contains("\\"), "\(text)")
        #expect(!text.contains("'hearth allow'") && !text.unicodeScalars.contains(where: \.isControl))
        withExtendedLifetime(channel) {}
    }

    @Test func anAppIsToldOfOnceUntilItIsAnswered() throws {
        let desktop = try installWithButtons()
        let running = try RunningTool(["consent", "--notify"], in: shell.folder, environment: environment)
        let first = try asking("org.example.first", name: "First")
        #expect(try running.nextLine() == "org.example.first (calls itself “First”) asks")
        try desktop.press("", of: "announcement")
        let more = try asking("org.example.first", name: "First", for: [.stepCount])
        let second = try asking("org.example.second", name: "Second")
        #expect(try running.nextLine() == "org.example.second (calls itself “Second”) asks")
        try desktop.press("", of: "announcement")
        try shell.run("deny", "org.example.first", "all")
        let again = try asking("org.example.first", name: "First", for: [.heartRate])
        try shell.run("revoke", "org.example.first", "stepCount")
        let later = try asking("org.example.first", name: "First", for: [.stepCount])
        #expect(try running.nextLine() == "org.example.first (calls itself “First”) asks")
        try desktop.press("", of: "announcement")
        #expect(shown.count(where: { $0 == "--" }) == 3)
        running.process.kill()
        withExtendedLifetime((first, more, second, again, later)) {}
    }

    @Test(arguments: ["allow", "recent", "deny"])
    func aButtonAnswers(_ button: String) throws {
        let desktop = try installWithButtons()
        let channel = try asking("org.example.mine", name: "Mine", for: [.heartRate, .stepCount])
        let running = try RunningTool(["consent", "--notify", "--once"], in: shell.folder, environment: environment)
        #expect(try running.nextLine() == "org.example.mine (calls itself “Mine”) asks")
        try desktop.press("show", of: "announcement")
        try desktop.press(button, of: "question")
        #expect(try running.nextLine() == nil && running.process.wait() == .code(0))
        let status = try #require(try answer(channel))
        let isAllowed = button != "deny"
        #expect(status.isDecided && status.types.allSatisfy { $0.share == (isAllowed ? .allowed : .denied) })
        #expect(status.types.allSatisfy { ($0.since != nil) == (button == "recent") })
        let decided = try shell.run("access", "org.example.mine")
        #expect(decided.count { $0.contains(isAllowed ? "allowed" : "denied") } >= 2, "\(decided)")
        let question = shown.drop { !$0.hasPrefix("May ") }
        #expect(
            question == [
                "May org.example.mine (calls itself “Mine”) use your health data?",
                "Not verified: any program of yours could use this name.", "To save: heart rate, step count.",
                "To read: heart rate, step count.", "Because: “To show your heart rate.”",
            ]
        )
    }

    @Test func aQuestionThatIsClosedIsLeftForLater() throws {
        let desktop = try installWithButtons()
        let channel = try asking("org.example.mine", name: "Mine")
        let running = try RunningTool(["consent", "--notify", "--once"], in: shell.folder, environment: environment)
        #expect(try running.nextLine() == "org.example.mine (calls itself “Mine”) asks")
        try desktop.press("default", of: "announcement")
        try desktop.press("", of: "question")
        #expect(running.process.wait() == .code(0))
        #expect(try shell.run("status").contains("org.example.mine (calls itself “Mine”) asks"))
        withExtendedLifetime(channel) {}
    }

    @Test func aButtonAllowsOnlyWhatIsShown() throws {
        let desktop = try installWithButtons()
        let many = ObjectType.all.filter { $0.kind == .quantity && $0.isWritableByApps }.prefix(7)
        let channel = try asking("org.example.mine", name: "Mine", for: Array(many))
        let running = try RunningTool(["consent", "--notify", "--once"], in: shell.folder, environment: environment)
        #expect(try running.nextLine() == "org.example.mine (calls itself “Mine”) asks")
        try desktop.press("show", of: "announcement")
        // Nothing presses a button that is not there.
        try desktop.press("allow", of: "question")
        #expect(running.process.wait() == .code(0))
        #expect(try shell.run("status").contains("org.example.mine (calls itself “Mine”) asks"))
        #expect(shown.contains("To read: 7 types.") && !shown.contains { $0.hasPrefix("--action=allow") })
        withExtendedLifetime(channel) {}
    }

    /// What was decided while a question was shown is newer than its button.
    @Test func aButtonDoesNotReplaceANewerDecision() throws {
        let desktop = try installWithButtons()
        let channel = try asking("org.example.mine", name: "Mine", for: [.heartRate, .stepCount])
        let running = try RunningTool(["consent", "--notify", "--once"], in: shell.folder, environment: environment)
        #expect(try running.nextLine() == "org.example.mine (calls itself “Mine”) asks")
        try desktop.press("show", of: "announcement")
        try desktop.waitFor("question")
        try shell.run("deny", "org.example.mine", "heartRate")
        try desktop.press("allow")
        #expect(running.process.wait() == .code(0))
        let shares = try #require(try answer(channel)).types.map { ($0.type, $0.share) }
        #expect(Dictionary(uniqueKeysWithValues: shares) == [.heartRate: .denied, .stepCount: .allowed])
    }

    @Test func whatIsAskedForLaterIsAnotherQuestion() throws {
        let desktop = try installWithButtons()
        let channel = try asking("org.example.mine", name: "Mine")
        let running = try RunningTool(["consent", "--notify"], in: shell.folder, environment: environment)
        #expect(try running.nextLine() == "org.example.mine (calls itself “Mine”) asks")
        try desktop.press("show", of: "announcement")
        try desktop.waitFor("question")
        let more = try asking("org.example.mine", name: "Mine", for: [.stepCount])
        try desktop.press("allow")
        #expect(try answer(channel)?.isDecided == true)
        #expect(try running.nextLine() == "org.example.mine (calls itself “Mine”) asks")
        try desktop.press("show", of: "announcement")
        try desktop.press("deny", of: "question")
        #expect(try answer(more)?.types.first?.share == .denied)
        #expect(
            try shell.run("access", "org.example.mine").count { $0.contains("heartRate") && $0.contains("allowed") }
                >= 1
        )
        running.process.kill()
    }

    @Test func whatIsAnsweredElsewhereIsWithdrawn() throws {
        let desktop = try installWithButtons()
        let channel = try asking("org.example.mine", name: "Mine")
        let running = try RunningTool(["consent", "--notify", "--once"], in: shell.folder, environment: environment)
        #expect(try running.nextLine() == "org.example.mine (calls itself “Mine”) asks")
        try desktop.waitFor("announcement")
        try shell.run("deny", "org.example.mine", "all")
        #expect(running.process.wait() == .code(0))
        #expect(shown.last == "withdrawn")
        withExtendedLifetime(channel) {}
    }

    @Test func aSignalWithdrawsWhatIsShown() throws {
        let desktop = try installWithButtons()
        let channel = try asking("org.example.mine", name: "Mine")
        let running = try RunningTool(["consent", "--notify"], in: shell.folder, environment: environment)
        #expect(try running.nextLine() == "org.example.mine (calls itself “Mine”) asks")
        try desktop.waitFor("announcement")
        running.process.signal(SIGTERM)
        #expect(running.process.wait() == .signal(SIGTERM))
        #expect(shown.last == "withdrawn")
        withExtendedLifetime(channel) {}
    }

    @Test func aDesktopWithoutButtonsShowsIt() throws {
        try install("case \"$*\" in *--action*) exit 1 ;; esac")
        let channel = try asking("org.example.mine", name: "Mine")
        #expect(try notify().exit == .code(0))
        let plain = ["--app-name=Hearth", "--icon=dialog-question", "--", "An app asks for your health data"]
        #expect(shown.suffix(5).dropLast() == plain[...])
        withExtendedLifetime(channel) {}
    }

    @Test func whereNothingIsShownThatIsSaid() throws {
        let channel = try asking("org.example.mine", name: "Mine")
        try install(1)
        var tool = try notify()
        #expect(tool.exit == .code(1) && tool.output == "org.example.mine (calls itself “Mine”) asks\n")
        #expect(tool.errors.contains("needs a desktop session"), "\(tool.errors)")
        try FileManager.default.removeItem(atPath: programs)
        tool = try HearthTool(
            ["consent", "--notify", "--once"],
            in: shell.folder,
            environment: ["PATH": programs]
        )
        #expect(tool.exit == .code(1) && tool.errors.contains("libnotify-bin"), "\(tool.errors)")
        #expect(
            try shell.run("status").contains("org.example.mine (calls itself “Mine”) asks"),
            "it is asked all the same"
        )
        withExtendedLifetime(channel) {}
    }
}

/// What stands for a person at a desktop: pipes to the program in the place of `notify-send`.
private final class Desktop {
    private let events: FileHandle
    private let buttons: [String: FileHandle]
    /// The notification that was shown last.
    private var last = ""

    init(in folder: ServerFolder) throws {
        func pipe(_ name: String) throws -> FileHandle {
            guard mkfifo(folder.file(name), 0o600) == 0 else { throw Unexpected.failed("mkfifo", errno) }
            // Open at both ends, so that nobody waits for the other.
            let descriptor = open(folder.file(name), O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { throw Unexpected.failed("open", errno) }
            return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }
        events = try pipe("events")
        buttons = try ["announcement": pipe("announcement"), "question": pipe("question")]
    }

    /// Waits until a notification is shown, and is the next one.
    func waitFor(_ notification: String) throws {
        var line = ""
        while !line.hasSuffix("\n") {
            guard !Waiting.untilReadable([events.fileDescriptor], seconds: Waiting.secondsMax).isEmpty else {
                throw Unexpected("no notification is shown")
            }
            line += String(decoding: try events.read(upToCount: 1) ?? Data(), as: UTF8.self)
        }
        #expect(line == "\(notification)\n")
        last = notification
    }

    /// Presses a button of a notification once it is shown; "" closes it.
    func press(_ button: String, of notification: String) throws {
        try waitFor(notification)
        try press(button)
    }

    /// Presses a button of the notification that was shown last.
    func press(_ button: String) throws {
        try buttons[last]?.write(contentsOf: Data("\(button)\n".utf8))
    }
}
