import HearthClient
import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// `hearth app`.
enum AppCommand: ClientCommand {
    static let isForOwnerOnly = true
    static let name = "app"
    static let summary = "give an app a socket of its own, or run it with nothing else"
    static let flags = ["--json", "--no-sandbox"]
    static let values = ["--name", "--group", "--read", "--write", "--socket"]
    static let operands = ClosedRange.atLeast(0)
    static let operandNames = ["ACTION", "ID", "COMMAND"]
    static let actionOptions = [
        "list": ["--json"], "add": ["--name", "--group"], "remove": [], "run": ["--read", "--write", "--no-sandbox"],
    ]
    /// What other programs call the actions.
    private static let synonyms = [
        "create": ["add"], "new": ["add"], "rm": ["remove"], "delete": ["remove"], "del": ["remove"], "ls": ["list"],
        "start": ["run"], "exec": ["run"],
    ]
    static let optionHints = [
        "add --read": "'hearth allow' says what the app may read.",
        "add --write": "'hearth allow' says what the app may save.",
        "run --name": "'hearth app add' names the app. Options of COMMAND come after '--'.",
        "run --json": "Options of COMMAND come after '--'.",
        "run *": "Options of COMMAND come after '--': 'hearth app run ID -- COMMAND --option'.",
    ]

    static let help = """
        Gives apps sockets of their own. A client that connects through such a socket is that app; no other client can use
        its identifier.

        usage: hearth app [list] [--json] [--socket PATH]
               hearth app add ID [--name NAME] [--group GROUP] [--socket PATH]
               hearth app remove ID [--socket PATH]
               hearth app run ID [--read PATH]... [--write PATH]... [--no-sandbox] [--socket PATH]
                              -- COMMAND [ARGUMENT]...

          list           every app that has a socket, with the path; the default
          add            give the app a socket, or another name and group when it has one
          remove         take the app's socket back; what the app saved stays
          run            run COMMAND as the app: it finds the socket as $HEARTH_SOCKET
          ID             the app's identifier, such as org.example.diary
          COMMAND        the program with its arguments

        options:
          --name NAME    the app's name for people; default: the one that it has, or else the one that the app says
          --group GROUP  members of this group of the machine can connect to the socket, too; default: only you can, also
                         when 'add' is repeated
          --read PATH    COMMAND may read this folder or file, also in a hidden folder; may be repeated. A file next to the
                         store or to another socket stays hidden.
          --write PATH   the same, and COMMAND may write there; may be repeated
          --no-sandbox   run COMMAND without bubblewrap
          --json         the list as one JSON object on each line
          --socket PATH  the server's socket; default: as for 'hearth serve'

        With bubblewrap (bwrap) installed, COMMAND sees neither the socket of all apps nor the store nor /tmp, /var/tmp and
        /run, and writes only where --write allows it. Without it, nothing keeps a hostile COMMAND from the other
        sockets. A sandbox ends with the shell that started it, also with '&' and 'nohup', so that no part of it is left.
        'systemd-run --user hearth app run ID -- COMMAND' starts one that outlives the shell.

        Programs of other users are apps through the socket of a group, which they name in $HEARTH_SOCKET. The server's
        user has to be a member of the group, and the group has to be able to pass the folders above the socket.

        The exit code of 'add' is 1 when those that the socket is for cannot connect to it yet. The app is added nonetheless,
        and what it prints says what is left to do.

        A socket that systemd makes, whose unit says FileDescriptorName=app/ID, is the app's after 'add', and the server makes
        none for it. For a group the unit also says SocketGroup=GROUP and SocketMode=0660.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        let words = given.operands
        switch words.first ?? "list" {
        case "list":
            guard words.count <= 1 else { throw given.usageError("Too many arguments.") }
            try await list(given, connection)
        case "add":
            try await add(given, connection)
        case "remove":
            let app = try app(given)
            _ = try await known(app, connection, toRemove: true)
            let launch = try await connection.status().launch(of: app)
            let list = try await remove(app, connection)
            try Output.print("\(ShownApp(app)) has no socket any more. What it saved stays.")
            try await reportRevived(launch, of: app, connection)
            if !list.asks, app != .ownTool {
                Terminal.printError(
                    "It need not ask any more: like any app without a socket it may read and save what you have not denied to"
                        + " it. 'hearth deny \(app.description.shellWord) all' denies it everything, and 'hearth access --ask' has"
                        + " every app ask."
                )
            }
        case "run":
            let start = StartingProcess()
            guard words.count >= 2, given.operandsBeforeDashes != 1 else { throw given.missing("ID") }
            guard words.count >= 3 else { throw given.missing("COMMAND") }
            guard !words[1].isEmpty else { throw given.usageError("ID is empty.") }
            let socket = try await known(AppID(words[1]), connection)
            let store = try await connection.status().store.path
            let others = try await connection.control(.list).apps.filter { $0.app != socket.app }.map(\.path)
            let sandbox = AppSandbox(
                socket,
                store: store,
                otherSockets: serverPaths(given) + others,
                readable: given.all("--read"),
                writable: given.all("--write"),
                isWanted: !given.has("--no-sandbox"),
                start: start
            )
            connection.close()
            try sandbox.run(Array(words.dropFirst(2)))
        case let word:
            if words.count > 1, actionOptions[words[1]] != nil {
                let example = "hearth app \(words[1]) \(word.shellWord)"
                throw given.usageError("The action comes before the app: '\(example)'.")
            }
            let question = Suggestions(for: word, among: ["list", "add", "remove", "run"], synonyms: synonyms).question
            throw given.usageError("'hearth app' has no action '\(word.printable)'.\(question)")
        }
    }

    /// Where the socket of all apps may be.
    private static func serverPaths(_ given: GivenOptions) -> [String] {
        given["--socket"].map { [$0] } ?? SocketPath.candidates(environment: Terminal.environment, user: geteuid())
    }

    private static func add(_ given: GivenOptions, _ connection: Connection) async throws {
        let app = try app(given)
        try check(app)
        let before = try await connection.status()
        let known = try await connection.control(.counts())
        let names = try await AppNames(known, connection)
        try names.checkIsNotType(app)
        let old = known.apps.first { $0.app == app }
        // A name that was given stays.
        let name = given["--name"] ?? old?.name ?? ""
        let group = given["--group"] ?? ""
        guard group.isEmpty || UserGroup.number(of: group) != nil else {
            let question = Suggestions(for: group, among: MachineGroups.names).question
            throw InputError("This machine has no group '\(group.printable)'.\(question)")
        }
        let list = try await connection.control(.add(app, name: name, group: group))
        guard let socket = list.apps.first(where: { $0.app == app }) else { return }
        guard socket.group == group else {
            throw CommandError(
                "The server is older than this program, and knows no groups: the socket of \(ShownApp(app)) is for you alone."
                    + " Restart it, and try again."
            )
        }
        let obstacle = obstacle(to: socket, server(before, connection))
        let shown = "\(ShownApp(app)) has the socket \(socket.path)"
        try Output.print(
            (obstacle == nil ? "\(shown): see 'hearth app run'." : "\(shown), which does not work yet.")
                + " 'hearth allow' says what it may save and read."
        )
        if old == nil {
            // What was only recorded is not decided, and no longer counts.
            let isDecided = list.grants(of: app).contains { $0.share?.word != nil || $0.read?.word != nil }
            try Output.print(
                isDecided
                    ? "What you have decided stays: see 'hearth access \(app.description.shellWord)'. From now on it has to ask"
                        + " for the rest."
                    : "From now on it has to ask: until you allow more, it saves nothing and reads its own samples."
            )
        }
        if !group.isEmpty {
            let can = obstacle == nil ? "can" : "will be able to"
            try Output.print(
                "Members of the group \(group.printable) \(can) connect to it, too. Their programs have to set"
                    + " HEARTH_SOCKET=\(socket.path.shellWord)."
            )
        }
        if let former = old?.group, !former.isEmpty, former != group {
            let again = group.isEmpty ? ": '--group \(former.shellWord)' lets them again" : ""
            Terminal.printError("Members of the group \(former.onOneLine) can no longer connect to it\(again).")
        }
        if let warning = warning(about: app) {
            Terminal.printError(warning)
        }
        if let hint = names.hint(about: app), hint.hasSuffix("?") {
            Terminal.printError("\(hint) 'hearth app remove \(app.description.shellWord)' takes the socket back.")
        }
        reportForgotten(known.grants(of: app), list.grants(of: app))
        let (launch, new) = (before.launch(of: app), try await connection.status().launch(of: app))
        if !launch.isEmpty, launch != new {
            Terminal.printError(
                "The app was started by \(launch.printable) when it had changes to receive. As any program can have set this, it"
                    + " does not count any more: install a launch manifest if the server is to start the app."
            )
        }
        if let obstacle { throw CommandError(obstacle) }
    }

    /// What keeps those from a socket that it is for, and what to do about it; nil: nothing does. For an app without a group
    /// only its owner counts: others that could open the socket are named, and that is all.
    private static func obstacle(to socket: AppSocket, _ server: AppSocketState.Server) -> String? {
        let state = AppSocketState(socket, of: server)
        if let fault = state.fault {
            let text = "\(fault.text) \(fault.advice)"
            guard state.isServed, socket.group.isEmpty else { return text }
            Terminal.printError(text)
            return nil
        }
        return AppSocketDiagnosis.closedFolders(of: socket).map { "\($0.text) \($0.command) lets them." }
    }

    /// Says that an app is started again by what any program can have set, which did not count while it had a socket.
    private static func reportRevived(_ before: String, of app: AppID, _ connection: Connection) async throws {
        let launch = try await connection.status().launch(of: app)
        guard !launch.isEmpty, launch != before else { return }
        Terminal.printError(
            "The server starts the app by \(launch.printable) again when it has changes to receive. Any program can have set"
                + " this: 'hearth background remove \(app.description.shellWord)' ends it."
        )
    }

    /// Takes the socket of an app that had one, and returns the list that follows.
    private static func remove(_ app: AppID, _ connection: Connection) async throws -> AccessList {
        do {
            return try await connection.control(.remove(app))
        } catch let error as HearthError where error.code == .objectNotFound {
            // When the reply was lost, the removal is sent again, and the socket is gone by then.
            return try await connection.control(.list)
        }
    }

    /// What a socket means for an app of Hearth itself; nil: for another app.
    private static func warning(about app: AppID) -> String? {
        switch app {
        case .ownTool:
            "\(app) is your own hearth. Its commands do not use this socket, and nothing limits them. Only what 'hearth app run"
                + " \(app)' starts is limited."
        case .dashboard:
            "\(app) is the dashboard, which does not use this socket: 'hearth dashboard' is refused until 'hearth app remove"
                + " \(app)'."
        default: nil
        }
    }

    /// Says what had been recorded of an app without a socket, and is allowed no longer.
    private static func reportForgotten(_ before: [Grant], _ after: [Grant]) {
        let left = Dictionary(after.map { ($0.type, $0) }) { $1 }
        let forgotten = [("save", \Grant.share), ("read", \Grant.read)].compactMap { verb, permission -> String? in
            let types = before.filter { $0[keyPath: permission] == .allowed }.map(\.type).filter { type in
                left[type]?[keyPath: permission] != .allowed
            }
            return types.isEmpty ? nil : "to \(verb) \(types.map(\.shortName).joined(separator: ", "))"
        }
        guard !forgotten.isEmpty else { return }
        Terminal.printError(
            "The app had been allowed \(forgotten.joined(separator: ", and ")), because it asked when it needed no permission."
                + " Any program could have asked in its name, so this no longer counts: 'hearth allow' allows it."
        )
    }

    /// The app that is named, and nothing else.
    private static func app(_ given: GivenOptions) throws -> AppID {
        guard given.operands.count >= 2 else { throw given.missing("ID") }
        guard given.operands.count == 2 else { throw given.usageError("Too many arguments.") }
        guard !given.operands[1].isEmpty else { throw given.usageError("ID is empty.") }
        return AppID(given.operands[1])
    }

    private static func check(_ app: AppID) throws(InputError) {
        do throws(HearthError) {
            try AccessControl.add(app, name: "").validate()
        } catch {
            throw InputError(error.message)
        }
    }

    /// An app that has a socket. `toRemove`: whether the socket is taken back. Then nothing is suggested for an app that is
    /// known: the socket of another app would be taken back.
    private static func known(
        _ app: AppID,
        _ connection: Connection,
        toRemove: Bool = false
    ) async throws -> AppSocket {
        let list = try await connection.control(toRemove ? .counts() : .list)
        if let socket = list.apps.first(where: { $0.app == app }) { return socket }
        let isMeant = toRemove ? try await AppNames(list, connection).knows(app) : false
        let others = isMeant ? [] : list.apps.map(\.app.description)
        let question = Suggestions(forApp: app.description, among: others).question
        throw CommandError(
            "The app '\(app.description.printable)' has no socket of its own.\(question) 'hearth app' lists the apps that"
                + " have one\(toRemove ? "" : ", and 'hearth app add' gives one")."
        )
    }

    private static func server(_ report: StatusReport, _ connection: Connection) -> AppSocketState.Server {
        AppSocketState.Server(process: report.process, storeID: connection.welcome?.storeID)
    }

    private static func list(_ given: GivenOptions, _ connection: Connection) async throws {
        let apps = try await connection.control(.list).apps
        let server = server(try await connection.status(), connection)
        var output = Output()
        if given.has("--json") {
            for socket in apps {
                let members: KeyValuePairs<String, JSON> = [
                    "identifier": .string(socket.app.description), "name": .string(socket.name),
                    "socket": .string(socket.path), "group": .text(socket.group.isEmpty ? nil : socket.group),
                    "served": .bool(AppSocketState(socket, of: server).isServed),
                ]
                try output.print(JSON.object(members).text)
            }
        } else if apps.isEmpty {
            Terminal.printError("No app has a socket of its own: every client says itself which app it is.")
        } else {
            let hasGroups = apps.contains { !$0.group.isEmpty }
            var table = Table(["app", "name"] + (hasGroups ? ["group"] : []) + ["socket"])
            let rows = apps.map { socket in
                let path = socket.path + AppSocketState(socket, of: server).remark
                let group = hasGroups ? [socket.group.onOneLine] : []
                return [ShownApp(socket.app).description, socket.name.onOneLine] + group + [path]
            }
            try table.print(rows, to: &output)
        }
        try output.flush()
    }
}

extension StatusReport {
    /// How an app is started; "": that is not known.
    fileprivate func launch(of app: AppID) -> String {
        backgroundApps.first { AppID($0.bundleIdentifier) == app }?.launch ?? ""
    }
}
