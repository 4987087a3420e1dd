import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// `hearth access` and what apps have read and saved, with a server of its own.
@Suite struct AccessCommandTests {
    private static let diary = "org.example.diary"
    private static let reader = "org.example.reader"

    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.run("save", "heartRate", "61", "--app", Self.diary)
        try shell.run("save", "stepCount", "1000", "--app", Self.diary)
        try shell.run("query", "heartRate", "--app", Self.reader)
    }

    private struct Row: Hashable {
        let app: String
        let type: String
        let numbers: [Int]
    }

    private func object(_ arguments: String...) throws -> [String: Any] {
        let tool = try HearthTool(["access", "--json"] + arguments, in: shell.folder)
        #expect(tool.exit == .code(0) && tool.errors == "", "\(tool.errors)")
        let lines = tool.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 1)
        return try #require(try Shell.objects(lines).first)
    }

    private func rows(_ object: [String: Any]) throws -> Set<Row> {
        let counts = try #require(object["counts"] as? [[String: Any]])
        return Set(
            try counts.map { row in
                let numbers = try ["read", "saved", "deleted"].map { try #require(row[$0] as? Int) }
                #expect(row["last_read"] as? String == nil || numbers[0] > 0)
                #expect((row["last_written"] as? String != nil) == (numbers[1] + numbers[2] > 0))
                return Row(
                    app: try #require(row["app"] as? String),
                    type: try #require(row["type"] as? String),
                    numbers: numbers
                )
            }
        )
    }

    private static let expected: Set = [
        Row(app: diary, type: "heartRate", numbers: [0, 1, 0]), Row(app: diary, type: "stepCount", numbers: [0, 1, 0]),
        Row(app: reader, type: "heartRate", numbers: [1, 0, 0]),
    ]

    private static func withoutTime(_ decision: [String: String]) -> [String: String] {
        decision.filter { $0.key != "decided" }
    }

    @Test func programsAreToldAllOfIt() throws {
        try shell.run("app", "add", "org.example.run", "--name", "Run")
        try shell.run("allow", Self.diary, "heartRate", "--read", "--since", "2026-01-02T00:00:00Z")
        try shell.run("deny", "org.example.run", "stepCount", "--save")
        let object = try object()
        #expect(object["mode"] as? String == "open")
        #expect(try rows(object) == Self.expected)
        let decisions = try #require(object["decisions"] as? [[String: String]])
        #expect(decisions.allSatisfy { $0["decided"]?.hasSuffix("Z") == true })
        #expect(
            decisions.map(Self.withoutTime) == [
                ["app": Self.diary, "type": "heartRate", "read": "allowed", "since": "2026-01-02T00:00:00Z"],
                [
                    "app": "org.example.run", "name": "Run", "named_by": "owner", "type": "stepCount",
                    "share": "denied",
                ],
            ]
        )
        let decided = try shell.run("deny", "org.example.run", "stepCount", "--save", "--json")
        #expect(
            try Shell.objects(decided).map { ($0 as? [String: String]).map(Self.withoutTime) } == [
                ["app": "org.example.run", "type": "stepCount", "share": "denied"]
            ]
        )
        let apps = try #require(object["apps"] as? [[String: String]])
        #expect(apps.map { $0["app"] } == ["org.example.run"] && apps[0]["socket"]?.hasSuffix("/sock") == true)
        #expect((object["questions"] as? [Any])?.isEmpty == true)
        #expect(try rows(self.object("--days", "2")) == Self.expected)
        let day = try #require((object["counts"] as? [[String: Any]])?.first?["day"] as? String)
        #expect(day.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
        try shell.run("access", "--ask")
        #expect(try self.object("org.example.run")["mode"] as? String == "ask")
        #expect(try self.object(Self.reader)["decisions"] as? [[String: String]] == [])
        #expect(try rows(self.object(Self.reader)) == Self.expected.filter { $0.app == Self.reader })
    }

    @Test func whatWasCountedOutlivesTheServer() throws {
        try shell.server.stop()
        let second = try ServerProcess(in: shell.folder)
        #expect(try rows(object()) == Self.expected)
        second.process.kill()
        let third = try ServerProcess(in: shell.folder)
        #expect(try rows(object()) == Self.expected, "that was stored long before")
        try third.stop()
    }

    @Test func questionsAreListedAndWakeWhoWaits() throws {
        try shell.run("access", "--ask")
        let seen = try #require(try object()["seen"] as? Int)
        let waiting = try RunningTool(["access", "--json", "--wait", "\(seen)"], in: shell.folder)
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: "org.example.new", name: "New"))
        let request = Authorization(
            share: [.activeEnergyBurned],
            read: [.heartRate],
            isRequest: true,
            readUsage: "To show it."
        )
        try channel.send(ClientFrame(call: channel.newCall(), .authorization(request)))
        let line = try #require(try waiting.nextLine())
        let told = try #require(try Shell.objects([line]).first)
        #expect(told["seen"] as? Int != seen)
        let questions = try #require(told["questions"] as? [[String: Any]])
        #expect(questions.count == 1)
        #expect(questions[0]["app"] as? String == "org.example.new" && questions[0]["name"] as? String == "New")
        #expect(questions[0]["share"] as? [String] == ["activeEnergyBurned"])
        #expect(questions[0]["read"] as? [String] == ["heartRate"])
        #expect(questions[0]["read_usage"] as? String == "To show it." && questions[0]["share_usage"] == nil)
        #expect((questions[0]["asked"] as? String)?.hasSuffix("Z") == true)
        // A waiting client receives everything but the counts, which may be megabytes.
        #expect(told["counts"] == nil && told["decisions"] != nil)
        #expect(waiting.process.wait() == .code(0))
        // A client that has seen another number is answered at once.
        #expect(try object("--wait", "\(seen)")["seen"] as? Int == told["seen"] as? Int)
        try shell.run("deny", "org.example.new", "activeEnergyBurned", "heartRate")
        #expect(try object("--wait", "0")["seen"] as? Int != told["seen"] as? Int)
    }

    @Test func peopleReadNumbersOfTheLastDays() throws {
        let printed = try shell.run("access")
        #expect(printed.first == "What is not decided is allowed to apps without a socket.")
        #expect(printed[1] == "Read, saved and deleted in the last 7 days:")
        let lines = Array(printed.dropFirst(2))
        #expect(lines.count == 5, "\(lines)")
        #expect(lines[0] == Self.diary && lines[3] == Self.reader)
        #expect(lines[1].hasPrefix("  heart rate  saved 1 today, last "), "\(lines)")
        #expect(lines[2].hasPrefix("  step count  saved 1 today, last "), "\(lines)")
        #expect(lines[4].hasPrefix("  heart rate  read 1 today, last "), "\(lines)")
        let mode = "\(Self.reader) has no socket of its own: any program of yours can use its name."
        let ofOne = try shell.run("access", Self.reader)
        #expect(ofOne[0] == mode + " It need not ask: what is not decided is allowed to it.")
        #expect(Array(ofOne.dropFirst(2)) == [lines[3], lines[4]])
        #expect(try shell.failure("access", "--wait", "1", code: 2).contains("--json"))
        #expect(try shell.failure("access", "--json", "--wait", "soon", code: 2).contains("'soon' is not a number"))
        #expect(try shell.failure("access", "--days", "1", code: 2).contains("--json"))
        for days in ["0", "91"] {
            #expect(try shell.failure("access", "--json", "--days", days, code: 2).contains("from 1 to 90"))
        }
        #expect(try shell.failure("access", "--json", "--days=1", "--wait=1", code: 2).contains("no rows of days"))
    }

    @Test func characteristicsAreDecidedAsOtherTypesAre() throws {
        for name in ["dateOfBirth", "HKCharacteristicTypeIdentifierBloodType"] {
            let denied = try shell.run("deny", Self.reader, name, "--read")
            #expect(denied.contains { $0.contains("denied") }, "\(denied)")
            try shell.run("revoke", Self.reader, name)
        }
        #expect(try !shell.run("access", Self.reader).contains { $0.contains("denied") })
    }

    /// A pattern would be the identifier of an app, or the name of a type, that does not exist.
    @Test func patternsAreRefused() throws {
        let app = try shell.failure("deny", "org.example.re*", "all")
        #expect(app.contains("without '*'") && app.contains(Self.reader), "\(app)")
        let type = try shell.failure("deny", Self.reader, "heart*", code: 2)
        #expect(type.contains("There is no type 'heart*'") && type.contains("heartRate"), "\(type)")
        #expect(try !shell.run("access").contains { $0.contains("denied") })
    }

    @Test func decisionsAboutAllTypesAreOneLine() throws {
        let all = try shell.run("allow", Self.reader, "all")
        #expect(all.count == 2 && all[1].contains("all types"), "\(all)")
        let most = try shell.run("deny", Self.reader, "heartRate", "--read")
        #expect(most.count == 3 && most[1].contains("heartRate") && most[2].contains("all other types"), "\(most)")
        #expect(try shell.run("allow", Self.reader, "all", "--json").count > 100)
        // What is not decided is listed where the rest is one line.
        let revoked = try shell.run("revoke", Self.reader, "heartRate")
        #expect(revoked.count == 3 && revoked[2].contains("all other types"), "\(revoked)")
        #expect(revoked[1].hasSuffix("heartRate        allowed (undecided)  allowed (undecided)"), "\(revoked)")
        // Since when follows.
        let listed = try shell.run("access", Self.reader).suffix(6).prefix(3)
        #expect(zip(listed, revoked).allSatisfy { $0.hasPrefix($1) }, "\(listed)")
    }

    /// The word is what holds, whether or not it was decided.
    @Test func whatIsNotDecidedIsSaidToHoldOrNot() throws {
        let open = try shell.run("deny", Self.diary, "heartRate", "--read")
        #expect(open[1].hasSuffix("heartRate  allowed (undecided)  denied"), "\(open)")
        let revoked = "Nothing is decided about \(Self.diary): it may read and save everything, as it need not ask."
        #expect(try shell.run("revoke", Self.diary, "heartRate") == [revoked])
        try shell.run("access", "--ask")
        let asks = try shell.run("deny", Self.diary, "heartRate", "--read")
        #expect(asks[1].hasSuffix("heartRate  refused (undecided)  denied"), "\(asks)")
        try shell.run("access", "--open")
        try shell.run("app", "add", Self.diary)
        #expect(try shell.run("access", Self.diary).contains { $0.contains("heartRate  refused (undecided)  denied") })
        let own = "it saves nothing and reads only its own samples, as an app with a socket has to ask"
        #expect(try shell.run("revoke", Self.diary, "heartRate") == ["Nothing is decided about \(Self.diary): \(own)."])
    }

    @Test func anAppThatIsNotThereIsAnError() throws {
        let wrong = try shell.failure("access", "org.example.dairy")
        #expect(wrong.contains("'org.example.dairy' has not done anything here yet. Did you mean '\(Self.diary)'? "))
        #expect(try shell.failure("access", "all", code: 2).contains("Did you mean 'hearth access', which lists all"))
        for option in ["ask", "open"] {
            let refused = try shell.failure("access", option, code: 2)
            #expect(refused.contains("Did you mean 'hearth access --\(option)'?"), "\(refused)")
        }
        let json = try HearthTool(["access", "--json", "org.example.dairy"], in: shell.folder)
        #expect(json.exit == .code(0) && json.errors.contains("has not done anything here yet."))
        #expect(try Shell.objects([json.output]).count == 1)
    }

    @Test func theOwnersToolIsNotLimited() throws {
        let denied = try HearthTool(["deny", "org.hearth.cli", "heartRate"], in: shell.folder)
        #expect(denied.exit == .code(0) && denied.errors.contains("your own hearth, which this does not limit"))
        try shell.run("access", "--ask")
        #expect(try shell.run("query", "heartRate").count == 2)
        let own = try HearthTool(["access", "org.hearth.cli"], in: shell.folder)
        #expect(own.output.contains("is not limited by what is decided about it"), "\(own.output)")
        try shell.run("revoke", "org.hearth.cli", "all")
        let undecided = try HearthTool(["access", "org.hearth.cli"], in: shell.folder)
        #expect(undecided.errors.hasPrefix("Nothing is decided about org.hearth.cli"), "\(undecided.errors)")
        #expect(!undecided.errors.contains("may read and save everything"), "\(undecided.errors)")
        #expect(try HearthTool(["revoke", "org.hearth.cli", "all"], in: shell.folder).errors == "")
    }

    /// What is not decided is allowed to an app that need not ask.
    @Test func whatARevocationOpensIsSaid() throws {
        func revoke(_ words: String...) throws -> String {
            let tool = try HearthTool(["revoke", Self.reader] + words, in: shell.folder)
            #expect(tool.exit == .code(0), "\(tool.errors)")
            return tool.errors
        }
        let rest = ": it need not ask, and what is not decided is allowed to it. 'hearth deny' denies it.\n"
        try shell.run("deny", Self.reader, "all")
        try shell.run("allow", Self.reader, "heartRate", "--read")
        #expect(try revoke("heartRate", "--read") == "\(Self.reader) may now read heartRate\(rest)")
        #expect(try revoke("stepCount") == "\(Self.reader) may now read and save stepCount\(rest)")
        #expect(try revoke("stepCount") == "", "nothing was decided about it")
        #expect(try revoke("all").contains("may now read and save ") == true)
        try shell.run("allow", Self.reader, "heartRate", "--read", "--since", "30d")
        #expect(try revoke("heartRate") == "\(Self.reader) may now read heartRate\(rest)")
        try shell.run("allow", Self.reader, "heartRate")
        #expect(try revoke("heartRate") == "", "it reads as much as before")
        // One that has to ask may do less.
        try shell.run("access", "--ask")
        try shell.run("deny", Self.reader, "heartRate")
        #expect(try revoke("heartRate") == "")
    }

    /// A decision about all types replaces those about single ones.
    @Test func whatADecisionAboutAllTypesReplacesIsSaid() throws {
        func decide(_ words: String...) throws -> String {
            let tool = try HearthTool(words, in: shell.folder)
            #expect(tool.exit == .code(0), "\(tool.errors)")
            return tool.errors
        }
        try shell.run("deny", Self.reader, "sleepAnalysis")
        #expect(
            try decide("allow", Self.reader, "all")
                == "This replaced what you had denied: to read and save sleepAnalysis. An exception comes after 'all':"
                + " 'hearth deny \(Self.reader) sleepAnalysis'.\n"
        )
        #expect(try decide("deny", Self.reader, "sleepAnalysis", "--read") == "")
        #expect(try decide("allow", Self.reader, "all", "--save") == "", "what it reads is as it was")
        #expect(try decide("allow", Self.reader, "all").contains("denied: to read sleepAnalysis. An exception"))
        #expect(try decide("deny", Self.reader, "all") == "", "all types, and no single one")
        try shell.run("allow", Self.reader, "heartRate", "--read", "--since", "30d")
        let limited = "This replaced what you had limited: to read heartRate. An exception comes after 'all'.\n"
        #expect(try decide("allow", Self.reader, "all") == limited)
        try shell.run("revoke", Self.reader, "all")
        try shell.run("allow", Self.reader, "heartRate", "stepCount", "--read")
        #expect(
            try decide("deny", Self.reader, "all").hasSuffix(
                "allowed: to read heartRate, stepCount. An exception comes after 'all': 'hearth allow \(Self.reader) heartRate"
                    + " stepCount --read'.\n"
            )
        )
    }

    /// An app that did something lately, and about which nothing is decided.
    @Test func appsThatAreRefusedWhenAppsAskAreNamed() throws {
        try shell.run("allow", Self.reader, "heartRate")
        let asks = try HearthTool(["access", "--ask"], in: shell.folder)
        #expect(
            asks.errors.contains(
                "From now on these apps are refused what they did in the last 7 days and you have not decided: \(Self.diary)."
                    + " 'hearth access APP'"
            ),
            "\(asks.errors)"
        )
        #expect(try !HearthTool(["access", "--ask"], in: shell.folder).errors.contains("From now on"))
    }

    @Test func manyAppsThatAreRefusedAreCounted() throws {
        for number in 1...5 {
            try shell.run("query", "heartRate", "--app", "org.example.number\(number)")
        }
        let asks = try HearthTool(["access", "--ask"], in: shell.folder)
        #expect(asks.errors.contains("org.example.number4 and 2 more apps. "), "\(asks.errors)")
    }

    @Test func whatWaitedIsNamedWhenAppsNeedNotAsk() throws {
        try shell.run("access", "--ask")
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: "org.example.new", name: "New"))
        let request = Authorization(read: [.heartRate], isRequest: true)
        try channel.send(ClientFrame(call: channel.newCall(), .authorization(request)))
        _ = try channel.reply(to: .ping(Ping()))
        // An app with a socket has to ask in any case.
        try shell.run("app", "add", Self.diary)
        let own = try FrameChannel(path: shell.folder.path + "/run/apps/\(Self.diary)/sock")
        _ = try own.open(App(bundleIdentifier: Self.diary))
        try own.send(ClientFrame(call: own.newCall(), .authorization(request)))
        _ = try own.reply(to: .ping(Ping()))
        let open = try HearthTool(["access", "--open"], in: shell.folder)
        #expect(!open.errors.contains(Self.diary), "\(open.errors)")
        #expect(
            open.errors.hasPrefix("This answers org.example.new (calls itself “New”): what it asked for"),
            "\(open.errors)"
        )
        #expect(try !HearthTool(["access", "--open"], in: shell.folder).errors.contains("This answers"))
    }

    @Test func optionsThatAreNotThereHaveHints() throws {
        let write = try shell.failure("deny", Self.reader, "heartRate", "--write", code: 2)
        #expect(write.contains("'--save' is about saving."), "\(write)")
        let since = try shell.failure("deny", Self.reader, "heartRate", "--since", "30d", code: 2)
        #expect(since.contains("'hearth allow APP TYPE --read --since DATE'"), "\(since)")
        let app = try shell.failure("allow", "--app", Self.reader, "heartRate", code: 2)
        #expect(app.contains("The app comes first, without an option: 'hearth allow APP TYPE'."), "\(app)")
        #expect(try shell.failure("allow", "", "heartRate", code: 2).contains("APP is empty."))
        #expect(try shell.run("deny", Self.reader, "ALL").last?.contains("all types") == true)
    }

    @Test func whatCannotBeDecidedIsExplained() throws {
        let all = try shell.failure("deny", Self.diary, "all", "heartRate", code: 2)
        #expect(all.contains("'all' is every type, and stands alone"), "\(all)")
        let pressure = try shell.failure("deny", Self.diary, "bloodPressure", code: 2)
        #expect(pressure.contains("name bloodPressureDiastolic and bloodPressureSystolic."), "\(pressure)")
        let food = try shell.failure("deny", Self.diary, "food", code: 2)
        #expect(food.contains("such as dietaryEnergyConsumed"), "\(food)")
    }

    @Test func whatWasOnlyRecordedIsSaid() throws {
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: Self.reader))
        _ = try channel.reply(to: .authorization(Authorization(read: [.heartRate, .stepCount], isRequest: true)))
        try shell.run("allow", Self.reader, "stepCount", "--read")
        let lines = try shell.run("access", Self.reader)
        // Since when follows.
        #expect(lines.contains { $0.contains("heartRate  allowed (undecided)  recorded  20") }, "\(lines)")
        #expect(lines.contains { $0.contains("stepCount  allowed (undecided)  allowed   20") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("recorded: allowed, as the app asked") })
        let decisions = try #require(try object()["decisions"] as? [[String: Any]])
        #expect(decisions.map { $0["read_recorded"] as? Bool } == [true, nil])
    }

    @Test func aTypeInThePlaceOfTheAppIsRefused() throws {
        for type in ["stepCount", "all"] {
            let refused = try shell.failure("allow", type, Self.reader, code: 2)
            #expect(refused.contains("the app comes first: 'hearth allow \(Self.reader) \(type)'"), "\(refused)")
        }
        #expect((try object()["decisions"] as? [Any])?.isEmpty == true)
    }

    @Test func anAppWithASocketIsToldApart() throws {
        let other = try FrameChannel(path: shell.folder.socket)
        _ = try other.open(App(bundleIdentifier: "org.example.notes", name: "Diary"))
        _ = try other.reply(to: .save(exampleSamples([1])))
        try shell.run("app", "add", Self.diary, "--name", "Diary")
        #expect(try shell.run("access").contains("\(Self.diary) “Diary” has a socket of its own, and has to ask."))
        // The name that an app gives itself does not look like one that the owner gave.
        let claimed = try shell.run("access", "org.example.notes")
        #expect(claimed[0].hasPrefix("org.example.notes (saved as “Diary”) has no socket of its own"), "\(claimed)")
        let decisions = ["org.example.notes", Self.diary]
        for app in decisions {
            try shell.run("deny", app, "heartRate")
        }
        let named = try #require(try object()["decisions"] as? [[String: Any]])
        let authors = Dictionary(named.map { ($0["app"] as? String, $0["named_by"] as? String) }) { first, _ in first }
        #expect(authors == ["org.example.notes": "source", Self.diary: "owner"])
        let lines = try shell.run("access", Self.diary)
        let mode = "\(Self.diary) “Diary” has a socket of its own, so no other program can be it"
        #expect(lines[0] == mode + ", except your own hearth with --app. It has to ask.")
    }

    /// The store does not tell who gave the name that the source of samples has.
    @Test func aNameThatTheOwnerGaveIsNotSaidByTheApp() throws {
        try shell.run("app", "add", "org.example.follow", "--name", "Follow Me")
        try shell.run("allow", "org.example.follow", "heartRate")
        let channel = try FrameChannel(path: shell.folder.path + "/run/apps/org.example.follow/sock")
        _ = try channel.open(App(bundleIdentifier: "org.example.follow"))
        _ = try channel.reply(to: .save(exampleSamples([1])))
        try shell.run("app", "remove", "org.example.follow")
        let lines = try shell.run("access", "org.example.follow")
        #expect(lines[0].hasPrefix("org.example.follow (saved as “Follow Me”) has no socket"), "\(lines)")
        let decisions = try #require(try object("org.example.follow")["decisions"] as? [[String: Any]])
        #expect(decisions.map { $0["named_by"] as? String } == ["source"])
    }

    @Test func allThatAnAppAsksForCanBeDecided() throws {
        try shell.run("access", "--ask")
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: "org.example.new", name: "New"))
        let request = Authorization(share: [.stepCount], read: [.heartRate], isRequest: true)
        try channel.send(ClientFrame(call: channel.newCall(), .authorization(request)))
        _ = try channel.reply(to: .ping(Ping()))
        let allowed = try shell.run("allow", "org.example.new", "--asked")
        #expect(allowed.count == 3, "\(allowed)")
        let decisions = try #require(try object("org.example.new")["decisions"] as? [[String: String]])
        #expect(
            decisions.map(Self.withoutTime).map { $0.filter { ["type", "share", "read"].contains($0.key) } } == [
                ["type": "heartRate", "read": "allowed"], ["type": "stepCount", "share": "allowed"],
            ]
        )
        #expect(try shell.failure("deny", "org.example.new", "--asked").contains("does not ask for anything."))
        let more = Authorization(read: [.stepCount, .dateOfBirth], isRequest: true)
        try channel.send(ClientFrame(call: channel.newCall(), .authorization(more)))
        _ = try channel.reply(to: .ping(Ping()))
        let other = try shell.failure("allow", "org.example.new", "heartRate", "--asked")
        #expect(other.contains("does not ask for this. It asks to read "), "\(other)")
    }

    /// A list would be one app, and so would a name with a space at its end.
    @Test func whatNoAppIsCalledIsRefused() throws {
        for (name, why) in [
            ("\(Self.diary),\(Self.reader)", "has no comma: repeat the command for each app."),
            ("\(Self.diary) ", "has no spaces."), ("-x", "does not begin with '-'."),
        ] {
            for command in ["allow", "deny"] {
                let error = try shell.failure(command, "--", name, "heartRate", code: 2)
                #expect(error.contains("An app's identifier \(why)"), "\(error)")
            }
        }
        let space = try shell.failure("allow", "\(Self.diary) ", "heartRate", code: 2)
        #expect(space.contains("Did you mean '\(Self.diary)'?"), "\(space)")
        #expect((try object()["decisions"] as? [Any])?.isEmpty == true)
        // One that an app uses is denied, whatever it is.
        let odd = "org.example.diary "
        try shell.run("save", "stepCount", "5", "--app", odd)
        try shell.run("deny", odd, "heartRate")
        let near = try HearthTool(["access", "org.example.dairy"], in: shell.folder)
        #expect(near.errors.contains("Did you mean '\(Self.diary)' or “\(Self.diary)\\u{20}”? "), "\(near.errors)")
        // Its quotation marks are not those of the command.
        let quoted = try HearthTool(["deny", "org.b\u{E4}d", "heartRate"], in: shell.folder)
        #expect(quoted.errors.contains("“hearth revoke 'org.b\u{E4}d' all” takes it back."), "\(quoted.errors)")
    }

    @Test func anAppThatOnlyRegisteredIsKnown() throws {
        let channel = try FrameChannel(path: shell.folder.socket)
        _ = try channel.open(App(bundleIdentifier: "org.example.bg"))
        let registration = BackgroundRegistration(type: .heartRate, frequency: .immediate)
        _ = try channel.reply(to: .backgroundDelivery(BackgroundDelivery(enable: [registration])))
        let denied = try HearthTool(["deny", "org.example.bg", "heartRate", "--read"], in: shell.folder)
        #expect(denied.exit == .code(0) && denied.errors == "", "\(denied.errors)")
    }

    @Test func aLimitIsAWholeSecondOfThePast() throws {
        #expect(
            try shell.failure("allow", Self.reader, "heartRate", "--since", "2100-01-01", code: 2).contains("future")
        )
        let allowed = try shell.run("allow", Self.reader, "heartRate", "--read", "--since", "30d")
        #expect(allowed.last?.contains(/allowed since \d{4}-\d\d-\d\d 00:00:00$/) == true, "\(allowed)")
        // As hearth consent does.
        let exact = try shell.run("allow", Self.reader, "heartRate", "--read", "--since", "2024-05-06T07:08:09Z")
        #expect(exact.last?.hasSuffix("allowed since 2024-05-06 07:08:09") == true, "\(exact)")
        try shell.run("revoke", Self.reader, "heartRate")
    }

    @Test func anAppThatIsNotKnownIsAskedAbout() throws {
        let wrong = try HearthTool(["allow", "org.example.dairy", "heartRate"], in: shell.folder)
        #expect(wrong.exit == .code(0))
        let hint = "has not done anything here yet. Did you mean '\(Self.diary)'"
        #expect(wrong.errors.contains(hint), "\(wrong.errors)")
        #expect(wrong.errors.contains("'hearth revoke org.example.dairy all' takes it back."), "\(wrong.errors)")
        // The owner knows of an app about which something is decided.
        for words in [["deny", "org.example.dairy", "heartRate"], ["access", "org.example.dairy"]] {
            let again = try HearthTool(words, in: shell.folder)
            #expect(again.exit == .code(0) && again.errors == "", "\(words): \(again.errors)")
        }
        let revoked = try HearthTool(["revoke", "org.example.dairy", "all"], in: shell.folder)
        #expect(!revoked.errors.contains("has not done anything"), "\(revoked.errors)")
        // One that has never connected is suggested as well.
        try shell.run("deny", "org.example.notes", "heartRate")
        let near = try HearthTool(["allow", "org.example.ntoes", "heartRate"], in: shell.folder)
        #expect(near.errors.contains("Did you mean 'org.example.notes'?"), "\(near.errors)")
        let right = try HearthTool(["deny", Self.reader, "heartRate"], in: shell.folder)
        #expect(right.exit == .code(0) && right.errors == "", "\(right.errors)")
    }

    /// The question of an app whose saves are refused says so, wherever it is put.
    private func checkQuestion(of app: String) throws {
        let asking = try FrameChannel(path: shell.folder.path + "/run/apps/\(app)/sock")
        _ = try asking.open(App(bundleIdentifier: app))
        let request = Authorization(share: [.bloodPressureSystolic], isRequest: true)
        try asking.send(ClientFrame(call: asking.newCall(), .authorization(request)))
        _ = try asking.reply(to: .ping(Ping()))
        let refusal = try Regex("^  Its saves are refused until 20.*, or until you allow it to save: since 20.*\\.$")
        for lines in [try shell.run("status"), try shell.run("consent", "--once", input: "l\n")] {
            #expect(lines.count { $0.contains(refusal) } == 1, "\(lines)")
        }
        let object = try #require(try Shell.objects([shell.run("status", "--json").joined()]).first)
        let listed = try #require(object["access_request_list"] as? [[String: Any]])
        for member in ["saves_refused_since", "saves_refused_until"] {
            #expect(listed.first?[member] is String, "\(member)")
        }
    }

    /// A type in place of the app decides nothing.
    @Test(arguments: ["stepCount", "HKQuantityTypeIdentifierStepCount", "bloodPressure", "all"])
    func aTypeIsNotAnApp(_ name: String) throws {
        for command in ["allow", "deny", "revoke"] {
            let error = try shell.failure(command, name, "heartRate", code: 2)
            #expect(error.contains("'\(name)'") && error.contains("no app has this identifier"), "\(error)")
        }
        let error = try shell.failure("app", "add", name, code: 2)
        #expect(error.contains("no app has this identifier"), "\(error)")
        #expect(try shell.run("app").isEmpty)
        // One that has done something is an app.
        try shell.run("save", "heartRate", "62", "--app", name)
        try shell.run("deny", name, "heartRate")
        #expect(try shell.run("app", "add", name).first?.hasPrefix("\(name) has the socket") == true)
        try shell.run("revoke", name, "heartRate")
    }

    /// The table of decisions quotes identifiers as the lists do, and a long one does not widen it.
    @Test func theTableQuotesNames() throws {
        let odd = "org.bad  stepCount  allowed"
        let long = "org." + String(repeating: "x", count: 200)
        try shell.run("save", "stepCount", "5", "--at", "2026-11-21T10:00:00Z", "--app", odd)
        for app in [odd, long] {
            try shell.run("deny", app, "heartRate")
        }
        let lines = try shell.run("access")
        let quoted = "“org.bad\\u{20}\\u{20}stepCount\\u{20}\\u{20}allowed”"
        #expect(lines.contains { $0.hasPrefix(quoted) }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("org." + String(repeating: "x", count: 55) + "… ") }, "\(lines)")
        #expect(!lines.contains { $0.contains(odd) || $0.contains(long) })
        // In a question no name ends its quotation marks.
        let wrong = try HearthTool(["deny", "org.bad stepCount allowedd", "heartRate"], in: shell.folder)
        #expect(wrong.errors.contains("Did you mean \(quoted)?"), "\(wrong.errors)")
    }

    /// An app tries UUIDs of samples that are hidden from it: ACCESS.md, "UUIDs".
    @Test func anAppThatTriesUUIDsSavesNothingForADay() throws {
        let app = "org.example.guesser"
        try shell.run("app", "add", app)
        try shell.run("allow", app, "stepCount", "--save")
        let other = try FrameChannel(path: shell.folder.socket)
        _ = try other.open(App(bundleIdentifier: "org.example.watch"))
        _ = try other.reply(to: .save(exampleSamples(1...9)))
        let guesser = try FrameChannel(path: shell.folder.path + "/run/apps/\(app)/sock")
        _ = try guesser.open(App(bundleIdentifier: app))
        func guess(_ number: Int) throws -> ErrorCode? {
            do {
                _ = try guesser.reply(to: .save(exampleSamples([number], of: .stepCount)))
                return nil
            } catch let error as HearthError {
                return error.code
            }
        }
        #expect(try guess(500) == nil)
        for number in 1...Limits.hiddenConflicts {
            #expect(try guess(number) == .identifierConflict)
        }
        #expect(try guess(5) == .limitExceeded)
        #expect(try guess(501) == .limitExceeded)
        let limit = try shell.run("access").filter { $0.contains("are refused until") }
        #expect(limit.count == 1 && limit[0].hasPrefix("Saves of \(app) are refused until 20"), "\(limit)")
        let refused = try #require(try object()["saves_refused"] as? [[String: Any]])
        #expect(refused.map { $0["app"] as? String } == [app])
        #expect(refused.allSatisfy { ($0["since"] as? String ?? "") < ($0["until"] as? String ?? "") })
        try shell.run("deny", app, "heartRate")
        try shell.run("revoke", app, "heartRate")
        #expect(try guess(501) == .limitExceeded)
        try checkQuestion(of: app)
        #expect(try shell.run("allow", app, "stepCount", "--save").count == 2)
        #expect(try guess(502) == nil)
        #expect(try !shell.run("access").contains { $0.contains("are refused until") })
        try shell.server.stop()
        let log = shell.server.log
        let lines = log.split(separator: "\n").filter { $0.contains(app) && $0.contains("until a day after the first") }
        #expect(lines.count == 1, "\(log)")
    }
}
