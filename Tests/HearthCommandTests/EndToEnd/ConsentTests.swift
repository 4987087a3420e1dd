import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// `hearth consent`, `hearth access` and what `hearth status` says of apps that ask.
@Suite struct ConsentTests {
    private static let app = "org.example.it's mine"
    private static let request = Authorization(
        share: [.heartRate],
        read: [.heartRate, .stepCount],
        isRequest: true,
        readUsage: "To show\u{1B}[31m your day."
    )

    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.run("access", "--ask")
    }

    /// An app that has asked and waits.
    private func asking(_ app: String = app) throws -> FrameChannel {
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: app, name: "Mine"))
        try channel.send(ClientFrame(call: channel.newCall(), .authorization(Self.request)))
        // A client that has the reply to its Ping has asked before.
        _ = try channel.reply(to: .ping(Ping()))
        return channel
    }

    private func answer(_ channel: FrameChannel) throws -> AuthorizationStatus? {
        guard case .authorizationStatus(let status)? = try? channel.receive().content.get() else { return nil }
        return status
    }

    @Test func theStatusSaysHowARequestIsAnswered() throws {
        let channel = try asking()
        let lines = try shell.run("status")
        let quoted = "'org.example.it'\\''s mine'"
        #expect(lines.contains("“org.example.it's mine” (calls itself “Mine”) asks"), "\(lines)")
        #expect(lines.contains("    because: “To show\u{FFFD}[31m your day.”"), "\(lines)")
        #expect(lines.contains("  allow it with: hearth allow \(quoted) heartRate"), "\(lines)")
        #expect(lines.contains("  allow it with: hearth allow \(quoted) stepCount --read"), "\(lines)")
        let object = try #require(try Shell.objects([shell.run("status", "--json").joined()]).first)
        let listed = try #require(object["access_request_list"] as? [[String: Any]])
        #expect(listed.first?["read"] as? [String] == ["heartRate", "stepCount"])
        try shell.run("allow", Self.app, "heartRate")
        try shell.run("deny", Self.app, "stepCount", "--read")
        let expected = [TypeAuthorization(.heartRate, share: .allowed), TypeAuthorization(.stepCount)]
        #expect(try answer(channel)?.types == expected)
        #expect(try !shell.run("status").contains { $0.contains("asks") })
    }

    @Test func aQuestionIsAnsweredInTheTerminal() throws {
        let channel = try asking()
        let asked = try shell.run("consent", "--once", input: "perhaps\n\n")
        #expect(asked.first == "“org.example.it's mine” (calls itself “Mine”) asks")
        #expect(asked.filter { $0.hasPrefix("allow all of it (a or y)") }.count == 2)
        #expect(asked.contains("'perhaps' is not an answer."), "\(asked)")
        #expect(asked.last == "Left for later.")
        #expect(try shell.run("status").contains { $0.contains("asks") }, "left for later")
        try shell.run("consent", "--once")
        let limited = try shell.run("consent", "--once", input: "30")
        let status = try #require(try answer(channel))
        #expect(status.isDecided && status.types.allSatisfy { $0.since != nil })
        // The day that the question named is the one that holds, from its beginning.
        let question = try #require(limited.first { $0.hasPrefix("allow all of it") })
        let day = try #require(question.firstMatch(of: /with data from (\d{4}-\d\d-\d\d) on \(30\)/)?.1)
        #expect(limited.last == "Allowed, to read data from \(day) on.")
        #expect(try shell.run("access", Self.app).contains { $0.contains("allowed since \(day) 00:00:00") })
        #expect(try shell.run("consent", "--once") == ["No app asks."])
    }

    @Test func itSaysThatItWaits() throws {
        let tool = try RunningTool(["consent"], in: shell.folder, hasInput: true)
        #expect(try tool.nextLine() == "No app asks. Waiting for one: Ctrl-C ends it.")
    }

    /// What was decided while a question was shown is newer than its answer.
    @Test func anAnswerDoesNotReplaceANewerDecision() throws {
        let channel = try asking()
        let tool = try RunningTool(["consent", "--once"], in: shell.folder, hasInput: true)
        while let line = try tool.nextLine(), !line.hasPrefix("allow all of it (a or y)") {}
        try shell.run("deny", Self.app, "heartRate")
        try tool.write("a")
        let outcome = "saving heart rate denied, reading step count allowed, reading heart rate denied"
        #expect(try tool.nextLine() == "What holds now is not all as you answered: \(outcome).")
        #expect(tool.process.wait() == .code(0))
        let decided = try #require(try answer(channel))
        #expect(decided.types.first { $0.type == .heartRate }?.share == .denied)
        #expect(try shell.run("access", Self.app).contains { $0.contains("heartRate") && $0.contains("denied") })
    }

    /// Nobody has to type anything for the next question.
    @Test func aQuestionThatWasAnsweredElsewhereIsNotLeftOpen() throws {
        let channel = try asking()
        let tool = try RunningTool(["consent"], in: shell.folder, hasInput: true)
        while let line = try tool.nextLine(), !line.hasPrefix("allow all of it (a or y)") {}
        let other = try asking("org.example.other")
        try shell.run("deny", Self.app, "heartRate", "stepCount")
        let outcome = "saving heart rate denied, reading heart rate, step count denied"
        #expect(try tool.nextLine() == "This was answered elsewhere: \(outcome).")
        #expect(try tool.nextLine() == "org.example.other (calls itself “Mine”) asks")
        while let line = try tool.nextLine(), !line.hasPrefix("allow all of it (a or y)") {}
        try tool.write("a")
        #expect(try tool.nextLine() == "Allowed.")
        #expect(try answer(channel)?.types.first { $0.type == .heartRate }?.share == .denied)
        #expect(try answer(other)?.types.first { $0.type == .heartRate }?.share == .allowed)
        #expect(try tool.nextLine() == "No app asks. Waiting for one: Ctrl-C ends it.")

        let late = try asking("org.example.late")
        let once = try RunningTool(["consent", "--once"], in: shell.folder, hasInput: true)
        while let line = try once.nextLine(), !line.hasPrefix("allow all of it (a or y)") {}
        try shell.run("allow", "org.example.late", "heartRate", "stepCount")
        #expect(try once.nextLine()?.hasPrefix("This was answered elsewhere: saving heart rate allowed,") == true)
        #expect(once.process.wait() == .code(0))
        #expect(try answer(late)?.isDecided == true)
    }

    /// A line can have been read and wait when the next question is put. It was meant for the one before.
    @Test func aLineFromBeforeAQuestionThatFollowsAWithdrawalDoesNotAnswerIt() throws {
        let channel = try asking()
        let tool = try RunningTool(["consent"], in: shell.folder, hasInput: true)
        while let line = try tool.nextLine(), !line.hasPrefix("allow all of it (a or y)") {}
        try shell.run("deny", Self.app, "heartRate", "stepCount")
        #expect(try tool.nextLine()?.hasPrefix("This was answered elsewhere: ") == true)
        #expect(try tool.nextLine() == "No app asks. Waiting for one: Ctrl-C ends it.")
        // Both are read at once. The second waits for the next question.
        try tool.write("d\na")
        #expect(try tool.nextLine() == "'d' answers nothing: no question is open.")

        let other = try asking("org.example.other")
        #expect(try tool.nextLine() == "org.example.other (calls itself “Mine”) asks")
        while let line = try tool.nextLine(), !line.hasPrefix("allow all of it (a or y)") {}
        #expect(try tool.nextLine() == "'a' answers nothing: it came before this question could be read.")
        #expect(try tool.nextLine()?.hasPrefix("allow all of it (a or y)") == true)
        try tool.write("")
        let empty = "An empty line answers nothing here: this question follows one that was answered elsewhere."
        #expect(try tool.nextLine() == empty)
        #expect(try tool.nextLine()?.hasPrefix("allow all of it (a or y)") == true)
        try tool.write("d")
        #expect(try tool.nextLine() == "Denied.")
        #expect(try answer(other)?.types.first { $0.type == .heartRate }?.share == .denied)
        withExtendedLifetime(channel) {}
    }

    /// A script gives the answers of several questions at once.
    @Test func linesOfAScriptAnswerOneQuestionAfterAnother() throws {
        let channels = try [asking(), asking("org.example.other")]
        let lines = try shell.run("consent", "--once", input: "d\na\n")
        #expect(lines.filter { ["Denied.", "Allowed."].contains($0) } == ["Denied.", "Allowed."], "\(lines)")
        #expect(try channels.map { try answer($0)?.isDecided } == [true, true])
    }

    /// The setting is for all apps.
    @Test(arguments: ["--ask", "--open"]) func oneAppHasNoSettingOfItsOwn(_ option: String) throws {
        let tool = try HearthTool(["access", Self.app, option], in: shell.folder)
        #expect(tool.exit == .code(2) && tool.errors.contains("holds for all apps"), "\(tool.errors)")
        #expect(try shell.run("access").first == "Every app has to ask.")
    }

    /// Only reading can be limited to the last days.
    @Test func anAppThatOnlySavesIsNotLimited() throws {
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: "org.example.saver"))
        let request = Authorization(share: [.heartRate], isRequest: true)
        try channel.send(ClientFrame(call: channel.newCall(), .authorization(request)))
        _ = try channel.reply(to: .ping(Ping()))
        let asked = try shell.run("consent", "--once", input: "30\na\n")
        let question = "allow all of it (a or y), deny all of it (d or n), or later (l)?"
        #expect(asked.suffix(4) == [question, "'30' is not an answer.", question, "Allowed."], "\(asked)")
        #expect(try answer(channel)?.types == [TypeAuthorization(.heartRate, share: .allowed)])
    }

    @Test func whoWaitsIsListed() throws {
        let channel = try asking()
        let wait = "“org.example.it's mine” (calls itself “Mine”) waits for your answer: see 'hearth consent'."
        #expect(try shell.run("access") == ["Every app has to ask.", wait])
        let mode =
            "“org.example.it's mine” (calls itself “Mine”) has no socket of its own: any program of yours can use its name."
        #expect(try shell.run("access", Self.app) == [mode + " It has to ask, as every app does.", wait])
        #expect(try shell.failure("access", "org.example.other").contains("has not done anything here yet."))
        withExtendedLifetime(channel) {}
    }

    @Test func theModeIsToldAndTakenBack() throws {
        #expect(try shell.run("access") == ["Every app has to ask."])
        #expect(try shell.run("access", "--open") == ["What is not decided is allowed to apps without a socket."])
        #expect(try shell.run("access") == ["What is not decided is allowed to apps without a socket."])
        #expect(try shell.failure("access", "--ask", "--open", code: 2).contains("--ask"))
    }
}
