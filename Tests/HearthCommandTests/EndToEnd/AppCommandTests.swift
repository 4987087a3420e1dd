import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

@testable import hearth

/// `hearth app`, with a server of its own.
@Suite struct AppCommandTests {
    private static let app = "org.example.diary"

    private let shell: Shell
    private var socket: String { shell.folder.path + "/run/apps/\(Self.app)/sock" }

    init() throws {
        shell = try Shell()
    }

    @Test func anAppGetsASocketAndLosesIt() throws {
        #expect(try shell.run("app").isEmpty)
        let added = try shell.run("app", "add", Self.app, "--name", "Diary")
        #expect(
            added == [
                "\(Self.app) has the socket \(socket): see 'hearth app run'. 'hearth allow' says what it may save and read.",
                "From now on it has to ask: until you allow more, it saves nothing and reads its own samples.",
            ]
        )
        let status = try #require(FileStatus(of: socket))
        #expect(status.isSocket && status.permissions == 0o600)
        for folder in ["/run/apps", "/run/apps/\(Self.app)"] {
            #expect(FileStatus(of: shell.folder.path + folder)?.permissions == 0o700)
        }
        let listed = try #require(try Shell.objects(shell.run("app", "list", "--json")).first)
        #expect(listed["identifier"] as? String == Self.app && listed["name"] as? String == "Diary")
        #expect(listed["socket"] as? String == socket && listed["served"] as? Bool == true)

        try shell.run("allow", Self.app, "heartRate")
        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: "org.example.other"))
        let sample = SampleColumns(
            type: .heartRate,
            ids: [ObjectID(high: 1, low: 1)],
            starts: [Timestamp(nanoseconds: 1_700_000_000_000_000_000)],
            payload: .quantity(QuantityColumns(values: [60]))
        )
        _ = try channel.reply(to: .save(Save(columns: [sample])))
        #expect(try Shell.objects(shell.run("sources", "--json")).first?["identifier"] as? String == Self.app)

        #expect(
            try shell.run("app", "remove", Self.app) == ["\(Self.app) has no socket any more. What it saved stays."]
        )
        #expect(FileStatus(of: socket) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shell.folder.path + "/run/apps").isEmpty)
        #expect(try shell.run("sources").count == 2, "what it saved stays")
    }

    /// What is allowed is not taken back by the socket.
    @Test func whatIsDecidedStaysWhenAnAppGetsItsSocket() throws {
        try shell.run("allow", Self.app, "all")
        let added = try shell.run("app", "add", Self.app)
        let stays = "What you have decided stays: see 'hearth access \(Self.app)'."
        #expect(added.last == stays + " From now on it has to ask for the rest.", "\(added)")
        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: Self.app))
        let asked = try channel.reply(to: .authorization(Authorization(share: [.heartRate])))
        guard case .authorizationStatus(let status) = asked else { throw Unexpected("no status") }
        #expect(status.types == [TypeAuthorization(.heartRate, share: .allowed)])
    }

    @Test func whatIsWrittenWronglyIsNamed() throws {
        for words in [["add", ""], ["remove", ""], ["run", "", "--", "true"]] {
            let tool = try HearthTool(["app"] + words, in: shell.folder)
            #expect(tool.exit == .code(2) && tool.errors.contains("ID is empty."), "\(words): \(tool.errors)")
        }
        for word in ["rm", "delete"] {
            #expect(try shell.failure("app", word, Self.app, code: 2).contains("Did you mean 'remove'?"))
        }
        #expect(try shell.failure("app", "add", Self.app, "--group", "rooot", code: 2).contains("Did you mean 'root'"))
        #expect(
            try shell.failure("access", "list", code: 2).contains("Did you mean 'hearth access', which lists all apps?")
        )
    }

    /// The variable that leads to the socket of an app is named where only the owner may do something.
    @Test func theVariableThatNamesTheSocketOfAnAppIsNamed() throws {
        try shell.run("app", "add", Self.app)
        for words in [
            ["app", "run", Self.app, "--", "true"], ["access"], ["allow", Self.app, "all"], ["consent", "--once"],
        ] {
            let tool = try HearthTool(words, in: shell.folder, environment: ["HEARTH_SOCKET": socket])
            let named = "$HEARTH_SOCKET names \(socket), which seems to be the socket of an app"
            #expect(tool.exit == .code(1) && tool.errors.contains(named), "\(words): \(tool.errors)")
        }
    }

    /// --app does nothing there.
    @Test func throughTheSocketOfAnAppNobodyIsToldToActAsAnother() throws {
        try shell.run("save", "heartRate", "61", "--app", "org.example.watch")
        try shell.run("app", "add", Self.app)
        try shell.run("allow", Self.app, "heartRate")
        let words = ["delete", "heartRate", "--since", "2000-01-01", "--yes"]
        let tool = try HearthTool(words, in: shell.folder, environment: ["HEARTH_SOCKET": socket])
        #expect(tool.errors.contains("$HEARTH_SOCKET names the socket of an app"), "\(tool)")
        #expect(!tool.errors.contains("--app"), "\(tool)")
    }

    /// The command line gives itself its name: it is not one of the owner's.
    @Test func theNameOfTheCommandLineIsItsOwn() throws {
        try shell.run("save", "heartRate", "61")
        let line = "org.hearth.cli (calls itself “Hearth's command line”)"
        #expect(try shell.run("access").contains { $0.hasPrefix(line) })
    }

    /// It is an app like others then, which need not ask.
    @Test func whatAnAppMayDoWithoutItsSocketIsSaid() throws {
        try shell.run("app", "add", Self.app)
        let open = try HearthTool(["app", "remove", Self.app], in: shell.folder)
        #expect(open.errors.contains("It need not ask any more") && open.errors.contains("hearth deny \(Self.app) all"))
        try shell.run("access", "--ask")
        try shell.run("app", "add", Self.app)
        #expect(try HearthTool(["app", "remove", Self.app], in: shell.folder).errors.isEmpty)
    }

    /// Hearth's own programs do not use a socket that an app of their name has.
    @Test func aSocketForAnAppOfHearthIsExplained() throws {
        let tool = try HearthTool(["app", "add", "org.hearth.cli"], in: shell.folder)
        let text = "is your own hearth. Its commands do not use this socket, and nothing limits them. Only what"
        #expect(tool.exit == .code(0) && tool.errors.contains(text), "\(tool.errors)")
        let dashboard = try HearthTool(["app", "add", "org.hearth.dashboard"], in: shell.folder)
        #expect(dashboard.errors.contains("is refused until 'hearth app remove org.hearth.dashboard'"))
        let channel = try FrameChannel(path: shell.folder.socket)
        #expect(throws: HearthError.self) {
            try channel.open(App(bundleIdentifier: "org.hearth.dashboard"))
        }
        #expect(try HearthTool(["app", "remove", "org.hearth.cli"], in: shell.folder).errors.isEmpty)
    }

    /// What an app is not told is no problem of the installation, and the program there is an app on purpose.
    @Test func insideOfAnAppNothingIsReportedAsAProblem() throws {
        try shell.run("app", "add", Self.app)
        let hearth = try BuiltProgram.path(of: "hearth")
        let doctor = try shell.run("app", "run", Self.app, "--no-sandbox", "--", hearth, "doctor")
        #expect(doctor.first?.contains("through the socket of an app") == true, "\(doctor)")
        #expect(!doctor.contains { $0.hasPrefix("problem") }, "\(doctor)")
        let query = ["app", "run", Self.app, "--no-sandbox", "--", hearth, "query", "heartRate"]
        let read = try HearthTool(query, in: shell.folder)
        #expect(read.exit == .code(0) && !read.errors.contains("another file"), "\(read.errors)")
    }

    @Test func theSocketIsThereAgainAfterARestart() throws {
        try shell.run("app", "add", Self.app)
        try shell.server.stop()
        #expect(FileStatus(of: socket) == nil, "a server that has stopped leaves none behind")
        let second = try ServerProcess(in: shell.folder)
        #expect(FileStatus(of: socket)?.isSocket == true)
        try second.stop()
    }

    /// A socket whose file was removed is not listed as there.
    @Test func aSocketThatIsNotThereIsReported() throws {
        try shell.run("app", "add", Self.app)
        unlink(socket)
        #expect(try shell.run("app").last?.hasSuffix("\(socket) (the server does not listen there)") == true)
        let tool = try HearthTool(["app", "add", Self.app], in: shell.folder)
        #expect(tool.exit == .code(1) && tool.errors.contains(socket), "\(tool)")
        #expect(tool.output.hasPrefix("\(Self.app) has the socket \(socket), which does not work yet."), "\(tool)")
        try shell.run("app", "remove", Self.app)
        try shell.run("app", "add", Self.app)
        #expect(FileStatus(of: socket)?.isSocket == true)
    }

    /// The owner hears what does not start the app any more.
    @Test func whatAnAppHasSetIsReportedWhenItGetsASocket() throws {
        let channel = try FrameChannel(path: shell.folder.path + "/run/hearth.sock")
        _ = try channel.open(App(bundleIdentifier: Self.app))
        let delivery = BackgroundDelivery(
            enable: [BackgroundRegistration(type: .heartRate, frequency: .immediate)],
            launch: BackgroundLaunch(.command(["/bin/sh", "planted"], workingDirectory: ""))
        )
        _ = try channel.reply(to: .backgroundDelivery(delivery))
        let tool = try HearthTool(["app", "add", Self.app], in: shell.folder)
        #expect(tool.exit == .code(0) && tool.errors.contains("/bin/sh planted"), "\(tool.errors)")
        #expect(try shell.run("background").contains("  its launch is not known"))
        // Nor does the owner overlook that it counts again.
        let removed = try HearthTool(["app", "remove", Self.app], in: shell.folder)
        #expect(removed.errors.contains("starts the app by /bin/sh planted again"), "\(removed.errors)")
        #expect(removed.errors.contains("'hearth background remove \(Self.app)' ends it."), "\(removed.errors)")
        try shell.run("background", "remove", Self.app)
        try shell.run("app", "add", Self.app)
        let later = try HearthTool(["app", "remove", Self.app], in: shell.folder)
        #expect(!later.errors.contains("starts the app by"), "\(later.errors)")
    }

    /// The server would take the program for the app of the socket.
    @Test func noOtherAppCanBeNamedThroughTheSocketOfAnApp() throws {
        try shell.run("app", "add", Self.app)
        try shell.run("allow", Self.app, "heartRate")
        let hearth = try BuiltProgram.path(of: "hearth")
        func save(as app: String) throws -> HearthTool {
            let words = ["app", "run", Self.app, "--no-sandbox", "--", hearth, "save", "heartRate", "67", "--app", app]
            return try HearthTool(words, in: shell.folder)
        }
        let other = try save(as: "org.example.watch")
        #expect(other.exit == .code(2) && other.output.isEmpty, "\(other)")
        #expect(other.errors.contains("'\(Self.app)', and none can act as 'org.example.watch'"), "\(other)")
        #expect(try save(as: Self.app).exit == .code(0))
        #expect(try shell.run("query", "heartRate", "--count") == ["1"])
    }

    /// Any program can have asked in the name of an app that had no socket.
    @Test func whatAnAppWasAllowedWithoutTheOwnerIsReportedWhenItGetsASocket() throws {
        let channel = try FrameChannel(path: shell.folder.path + "/run/hearth.sock")
        _ = try channel.open(App(bundleIdentifier: Self.app))
        let asked = Authorization(share: [.heartRate], read: [.heartRate, .stepCount], isRequest: true)
        _ = try channel.reply(to: .authorization(asked))
        try shell.run("allow", Self.app, "stepCount", "--read")
        let tool = try HearthTool(["app", "add", Self.app], in: shell.folder)
        #expect(tool.exit == .code(0) && tool.errors.contains("allowed to save heartRate, and to read heartRate,"))
        #expect(!tool.errors.contains("stepCount"), "\(tool.errors)")
        let decided = try shell.run("access", Self.app)
        #expect(decided.contains { $0.contains("stepCount") } && !decided.contains { $0.contains("heartRate") })
    }

    /// bubblewrap reports a missing program and a hidden one in the same words.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func aProgramThatTheSandboxHidesIsExplained() throws {
        try shell.run("app", "add", Self.app)
        let environment = ["PATH": "/usr/bin:/bin"]
        let missing = try HearthTool(
            ["app", "run", Self.app, "--", "no-such"],
            in: shell.folder,
            environment: environment
        )
        #expect(missing.exit == .code(1))
        // Beside the server's socket, whose folder is hidden.
        let path = shell.folder.path + "/run/program"
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: path))
        chmod(path, 0o700)
        let hidden = try HearthTool(["app", "run", Self.app, "--", path], in: shell.folder, environment: environment)
        #expect(missing.errors.contains("no-such was not found."), "\(missing.errors)")
        let why = "in \(shell.folder.path)/run, which the sandbox hides, as other sockets are in it."
        #expect(hidden.exit == .code(1) && hidden.errors.contains("\(path) is \(why) Move it into"), "\(hidden.errors)")
        // As the interpreter of a Python environment is.
        let link = shell.folder.path + "/run/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/bin/true")
        let linked = try HearthTool(["app", "run", Self.app, "--", link], in: shell.folder, environment: environment)
        #expect(linked.exit == .code(1) && linked.errors.contains("\(link) is \(why)"), "\(linked.errors)")
        // A link that is shown leads to what is hidden.
        let shown = shell.folder.file("shown")
        try FileManager.default.createDirectory(atPath: shown, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: shown + "/program", withDestinationPath: path)
        let words = ["app", "run", Self.app, "--read", shown, "--", shown + "/program"]
        let target = try HearthTool(words, in: shell.folder, environment: environment)
        let what = "\(shown)/program is a link to \(path), which is \(why)"
        #expect(target.errors.contains(what), "\(target.errors)")
        for option in ["--read", "--write"] {
            let words = ["app", "run", Self.app, option, shown + "/none", "--", "/bin/true"]
            let missing = try HearthTool(words, in: shell.folder, environment: environment)
            #expect(missing.exit == .code(1))
            let error = "\(option) cannot show \(shown)/none: it does not exist."
            #expect(missing.errors.contains(error), "\(missing.errors)")
        }
    }

    /// The Python client is next to the store. A folder around both shows neither, and hides what is shown in it from nobody.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func aProgramNextToTheStoreIsShownWithAFolderAroundBoth() throws {
        try shell.run("app", "add", Self.app)
        let client = shell.folder.path + "/data/python"
        try FileManager.default.createDirectory(atPath: client + "/bin", withIntermediateDirectories: true)
        try Data("#!/bin/sh\ncd \"$1\" && echo *\n".utf8).write(to: URL(filePath: client + "/bin/list"))
        chmod(client + "/bin/list", 0o700)
        func run(_ shown: [String]) throws -> HearthTool {
            let words = ["app", "run", Self.app] + shown.flatMap { ["--read", $0] }
            return try HearthTool(
                words + ["--", client + "/bin/list", shell.folder.path + "/data"],
                in: shell.folder,
                environment: ["PATH": "/usr/bin:/bin"]
            )
        }
        let outer = try run([shell.folder.path])
        let why =
            "is in \(shell.folder.path)/data, which the sandbox hides, as the store is in it."
            + " '--read \(client)' shows it."
        #expect(outer.exit == .code(1) && outer.errors.contains(why), "\(outer.errors)")
        for shown in [[shell.folder.path, client], [client, shell.folder.path], [client]] {
            let tool = try run(shown)
            #expect(tool.exit == .code(0) && tool.output == "python\n", "\(shown): \(tool.output)\(tool.errors)")
        }
    }

    /// An option that another action has would be dropped: the app would be thought to be limited, or seen.
    @Test func optionsOfOtherActionsAreRefused() throws {
        let reading = try shell.failure("app", "add", Self.app, "--read", "/home", code: 2)
        #expect(reading.contains("'hearth app add' has no option '--read', but 'hearth app run' has."), "\(reading)")
        #expect(reading.contains("'hearth allow' says what the app may read."), "\(reading)")
        #expect(try shell.run("app").isEmpty)
        try shell.run("app", "add", Self.app, "--name", "Diary")
        #expect(try shell.failure("app", "remove", Self.app, "--name", "X", code: 2).contains("no option '--name'"))
        let run = try shell.failure("app", "run", Self.app, "true", "--json", code: 2)
        #expect(run.contains("Options of COMMAND come after '--'."), "\(run)")
        // A name that was given stays.
        try shell.run("app", "add", Self.app)
        #expect(try shell.run("app").last?.contains("Diary") == true)
    }

    /// Of a command with actions, each option belongs to some of them or to all.
    @Test func everyActionRefusesTheOptionsOfOthers() throws {
        let commands = Commands.all.filter { $0.operandNames.first == "ACTION" }
        #expect(!commands.isEmpty && commands.allSatisfy { !$0.actionOptions.isEmpty })
        for command in commands {
            let listed = Set(command.actionOptions.values.joined())
            for (action, own) in command.actionOptions {
                for option in listed.subtracting(own) {
                    let words = [action, "org.example.x", option] + (command.values.contains(option) ? ["x"] : [])
                    #expect(throws: UsageError.self, "\(words)") { try GivenOptions(words[...], of: command) }
                }
                // The usage line of the action names them.
                let usage = command.help.split(separator: "\n").filter { line in
                    ["\(action)", "[\(action)]"].contains { line.contains(" hearth \(command.name) \($0) ") }
                }
                #expect(usage.contains { own.allSatisfy($0.contains) }, "\(action): \(usage)")
            }
        }
    }

    /// Most often the app has not done anything before it gets its socket, so that nothing is said unless a name is near.
    @Test func anAppThatIsNotKnownIsAskedAbout() throws {
        try shell.run("save", "heartRate", "61", "--app", "org.plain")
        let wrong = try HearthTool(["app", "add", "org.plian"], in: shell.folder)
        #expect(wrong.exit == .code(0) && wrong.errors.contains("Did you mean 'org.plain'?"), "\(wrong.errors)")
        #expect(wrong.errors.contains("'hearth app remove org.plian' takes the socket back."))
        try shell.run("app", "remove", "org.plian")
        #expect(try HearthTool(["app", "add", "com.example.wholly-new"], in: shell.folder).errors == "")
        #expect(try HearthTool(["app", "add", "org.plain"], in: shell.folder).errors == "")
    }

    /// A second try must not take another app's socket back.
    @Test func nothingIsSuggestedToRemoveForAnAppThatIsKnown() throws {
        try shell.run("save", "heartRate", "61", "--app", Self.app)
        try shell.run("app", "add", "org.example.dairy")
        let again = try shell.failure("app", "remove", Self.app)
        #expect(again.hasSuffix("has no socket of its own. 'hearth app' lists the apps that have one.\n"), "\(again)")
        let delivery = try shell.failure("background", "remove", Self.app)
        #expect(!delivery.contains("Did you mean"), "\(delivery)")
    }

    /// With bubblewrap or without it: a program that is run finds its own socket.
    @Test(arguments: [[], ["--no-sandbox"]]) func aProgramIsRunAsTheApp(options: [String]) throws {
        try shell.run("app", "add", Self.app)
        let words =
            ["app", "run", Self.app] + options
            + ["--", "/bin/sh", "-c", "echo $HEARTH_SOCKET $HEARTH_APP_ID; env | grep ^PG; exit 7"]
        // libpq connects to the database of a store with them.
        let environment = ["PATH": "/usr/bin:/bin", "PGPASSWORD": "secret", "PGSERVICE": "hearth"]
        let tool = try HearthTool(words, in: shell.folder, environment: environment)
        #expect(tool.exit == .code(7), "\(tool.errors)")
        #expect(tool.output == "\(socket) \(Self.app)\n")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func aSandboxEndsWithTheShellThatStartedIt() throws {
        try shell.run("app", "add", Self.app)
        let fifo = shell.folder.file("run/apps/\(Self.app)/fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        // The program has its other end, and says so.
        let life = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(life) }
        func read() -> String {
            #expect(Waiting.untilReadable([life], seconds: Waiting.secondsMax) == [life])
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = Foundation.read(life, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
        let program = "sh -c 'exec 3>\"$FIFO\"; echo up >&3; exec sleep 301'"
        let process = try ChildProcess(
            "/bin/sh",
            .init(
                arguments: ["-c", "\"$HEARTH\" app run \(Self.app) -- \(program) & wait"],
                environment: [
                    "HEARTH": try BuiltProgram.path(of: "hearth"), "HEARTH_SOCKET": shell.folder.socket, "FIFO": fifo,
                    "HOME": shell.folder.path, "PATH": "/usr/bin:/bin",
                ],
                errors: shell.folder.file("errors")
            )
        )
        #expect(read() == "up\n", "\(shell.folder.text(of: "errors"))")
        process.kill()
        #expect(read().isEmpty, "the program has ended")
    }

    /// They could lead to what is hidden.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func aSandboxedProgramHasNoDescriptorsOfTheShell() throws {
        try shell.run("app", "add", Self.app)
        let script = """
            exec 5<"$HOME"; LISTEN_FDS=1 exec "$HEARTH" app run \(Self.app) -- sh -c 'echo $LISTEN_FDS; echo /proc/self/fd/*'
            """
        let output = shell.folder.file("output")
        let exit = try ChildProcess.run(
            "/bin/sh",
            .init(
                arguments: ["-c", script],
                environment: [
                    "HEARTH": try BuiltProgram.path(of: "hearth"), "HEARTH_SOCKET": shell.folder.socket,
                    "HOME": shell.folder.path, "PATH": "/usr/bin:/bin",
                ],
                output: output,
                errors: shell.folder.file("errors")
            )
        )
        #expect(exit == .code(0), "\(shell.folder.text(of: "errors"))")
        // The last is that of the folder which is listed.
        let descriptors = (0...3).map { "/proc/self/fd/\($0)" }
        #expect(shell.folder.text(of: "output") == "\n\(descriptors.joined(separator: " "))\n")
    }

    /// Ctrl-C and SIGTERM end the program, and a closed pipe does.
    @Test(arguments: [[], ["--no-sandbox"]]) func aProgramIsRunWithTheSignalsOfAShell(options: [String]) throws {
        try shell.run("app", "add", Self.app)
        let words = ["app", "run", Self.app] + options + ["--", "/bin/sh", "-c", "grep ^Sig[BI] /proc/self/status"]
        let tool = try HearthTool(words, in: shell.folder, environment: ["PATH": "/usr/bin:/bin"])
        #expect(tool.exit == .code(0), "\(tool.errors)")
        let masks = tool.output.split(separator: "\n").compactMap { line in
            line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        }
        let signals = [SIGINT, SIGTERM, SIGPIPE].reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
        #expect(masks.count == 2 && masks.allSatisfy { $0 & signals == 0 }, "\(tool.output)")
    }

    /// In the sandbox there is one socket, and not the store; and it works. A folder above them shows neither, and a symbolic
    /// link to the store hides where it leads to.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")),
        arguments: [false, true],
        [false, true]
    )
    func aSandboxedProgramHasNothingButItsSocket(showsFolder: Bool, isLink: Bool) throws {
        let folder = try ServerFolder()
        let store = folder.path + (isLink ? "/real" : "/data")
        if isLink {
            mkdir(store, 0o700)
            symlink(store, folder.path + "/data")
        }
        let server = try ServerProcess(in: folder)
        let allowed = ["allow", Self.app, "heartRate", "--share"]
        for words in [["app", "add", Self.app], allowed, ["save", "heartRate", "61", "--app", "org.example.run"]] {
            #expect(try HearthTool(words, in: folder).exit == .code(0))
        }
        let program = try BuiltProgram.path(of: "hearth")
        let script = """
            ls \(folder.path)/run \(folder.path)/run/apps \(folder.path)/run/apps/\(Self.app)
            ls -A /var/tmp /run \(folder.path)/data \(store); grep Cap /proc/self/status
            touch \(store)/x 2>/dev/null && ls \(store)
            '\(program)' save heartRate 62
            '\(program)' status || echo refused
            """
        let programs = program.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        // A folder with the link cannot be written.
        let shown = showsFolder ? [isLink ? "--read" : "--write", folder.path] : []
        let words = ["app", "run", Self.app, "--read", programs] + shown + ["--", "/bin/sh", "-c", script]
        let tool = try HearthTool(words, in: folder, environment: ["PATH": "/usr/bin:/bin"])
        #expect(!tool.output.contains("hearth.sock") && !tool.output.contains("store.hearth"), "\(tool.output)")
        #expect(tool.output.contains("\nsock\n") && tool.output.contains("refused"), "\(tool.output)")
        #expect(tool.output.contains("CapEff:\t0000000000000000"), "\(tool.output)")
        let sources = try HearthTool(["sources", "--json"], in: folder)
        #expect(sources.output.split(separator: "\n").count == 2, "\(tool.errors)")
        try server.stop()
    }

    /// Also where the folder that they are in is shown.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func whatOpensADatabaseIsHidden() throws {
        try shell.run("app", "add", Self.app)
        let home = shell.folder.path + "/home"
        try FileManager.default.createDirectory(atPath: home + "/.postgresql", withIntermediateDirectories: true)
        let files = [
            ".pgpass", ".pg_service.conf", ".postgresql/postgresql.key", "passwords", "services", "key",
            "pg_service.conf",
        ]
        for file in files + ["other"] {
            try Data("\(file)\n".utf8).write(to: URL(filePath: "\(home)/\(file)"))
        }
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": home, "PGPASSFILE": home + "/passwords",
            "PGSERVICEFILE": home + "/services", "PGSSLKEY": home + "/key", "PGSYSCONFDIR": home,
        ]
        let script = "cd '\(home)'; cat \(files.joined(separator: " ")) other"
        let words = ["app", "run", Self.app, "--read", home, "--", "/bin/sh", "-c", script]
        let tool = try HearthTool(words, in: shell.folder, environment: environment)
        #expect(tool.output == "other\n", "\(tool.errors)")
    }

    /// A folder that stays hidden would otherwise be missing without a word, and a file in it shows what is hidden.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func aFolderThatStaysHiddenCannotBeShown() throws {
        try shell.run("app", "add", Self.app)
        let (server, store) = (shell.folder.socket, shell.folder.store)
        for (option, folder) in [
            ("--read", "/tmp"), ("--write", shell.folder.path + "/run/"), ("--read", server), ("--write", store),
        ] {
            let words = ["app", "run", Self.app, option, folder, "--", "/bin/true"]
            let refused = try HearthTool(words, in: shell.folder, environment: ["PATH": "/usr/bin:/bin"])
            #expect(refused.exit == .code(1))
            #expect(refused.errors.contains("\(option) cannot show \(folder)"), "\(refused.errors)")
        }
    }

    /// Each start of the server makes another socket, and a program in the sandbox finds it.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func aSandboxedProgramFindsTheNextServer() throws {
        let folder = try ServerFolder()
        let server = try ServerProcess(in: folder)
        for words in [["app", "add", Self.app], ["allow", Self.app, "heartRate"]] {
            #expect(try HearthTool(words, in: folder).exit == .code(0))
        }
        let program = try BuiltProgram.path(of: "hearth")
        let programs = program.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        let words = ["app", "run", Self.app, "--read", programs, "--", program, "watch", "heartRate"]
        let watching = try RunningTool(words, in: folder, environment: ["PATH": "/usr/bin:/bin"])
        #expect(try watching.nextErrorLine()?.hasPrefix("Watching ") == true)
        try server.stop()
        #expect(try watching.nextErrorLine()?.hasPrefix("The server closed the connection.") == true)
        let next = try ServerProcess(in: folder)
        #expect(try watching.nextErrorLine() == "Connected again.")
        #expect(try HearthTool(["save", "heartRate", "63"], in: folder).exit == .code(0))
        #expect(try watching.nextLine()?.contains("  63 count/min  ") == true)
        watching.process.kill()
        try next.stop()
    }

    /// A decision ends the connection of its app, and not the server.
    @Test func anAppThatWatchesIsToldWhyItsConnectionEnds() throws {
        try shell.run("app", "add", Self.app)
        try shell.run("allow", Self.app, "heartRate")
        let watching = try RunningTool(["watch"], in: shell.folder, environment: ["HEARTH_SOCKET": socket])
        #expect(try watching.nextErrorLine()?.hasPrefix("Watching ") == true)
        try shell.run("allow", Self.app, "stepCount")
        let line = try #require(try watching.nextErrorLine())
        #expect(line.contains("A decision about this app may be the cause"), "\(line)")
        watching.process.kill()
    }

    @Test(arguments: [["status"], ["background"], ["app"], ["access"], ["consent", "--once"]])
    func whatOnlyTheOwnerMaySaysWhichSocketIsNamed(_ words: [String]) throws {
        try shell.run("app", "add", Self.app)
        let tool = try HearthTool(words, in: shell.folder, environment: ["HEARTH_SOCKET": socket])
        #expect(tool.exit == .code(1) && tool.output == "", "\(tool)")
        let advice = "$HEARTH_SOCKET names \(socket), which seems to be the socket of an app: unset it"
        #expect(tool.errors.contains(advice), "\(tool.errors)")
    }

    @Test func mistakesAreNamed() throws {
        try shell.run("app", "add", Self.app)
        let typo = try shell.failure("app", "run", "org.example.dairy", "true")
        #expect(typo.contains("'org.example.dairy' has no socket") && typo.contains("'org.example.diary'"), "\(typo)")
        #expect(try shell.failure("app", "remove", "org.example.none").contains("has no socket of its own"))
        #expect(try shell.failure("app", "add", "../x", code: 2).contains("letters, digits"))
        #expect(try shell.failure("app", "add", code: 2).contains("ID is missing."))
        let option = try shell.failure("app", "run", Self.app, "hearth", "query", "heartRate", "--since", "7d", code: 2)
        #expect(option.contains("no option '--since'. Options of COMMAND come after '--'"), "\(option)")
        #expect(try shell.failure("app", "run", Self.app, code: 2).contains("COMMAND is missing."))
        #expect(try shell.failure("app", "run", "--", "true", code: 2).contains("ID is missing."))
        let order = try shell.failure("app", Self.app, "run", code: 2)
        #expect(order.contains("The action comes before the app: 'hearth app run \(Self.app)'."), "\(order)")
        let remove = try shell.failure("remove", Self.app, code: 2)
        #expect(remove.contains("'hearth app remove ID' takes an app's socket back."), "\(remove)")
        #expect(try shell.failure("app", "remov", Self.app, code: 2).contains("Did you mean 'remove'?"))
        #expect(try shell.failure("save", "heartRate", "61", "--socket", socket + "x").contains("No Hearth server"))
    }
}
