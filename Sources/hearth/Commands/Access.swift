import HearthClient
import HearthModel

/// `hearth access`.
enum Access: ClientCommand {
    static let isForOwnerOnly = true
    static let name = "access"
    static let summary = "list what apps may read and save, and what they did"
    static let flags = ["--ask", "--open", "--json"]
    static let values = ["--days", "--wait", "--socket"]
    static let operands = 0...1
    static let operandNames = ["APP"]

    static let help = """
        Lists what was allowed and denied to apps, and how much each has read and saved in the last 7 days; or sets
        whether apps have to ask.

        usage: hearth access [APP] [--json [--days N | --wait SEEN]] [--socket PATH]
               hearth access --ask | --open [--json [--days N | --wait SEEN]] [--socket PATH]

          APP            only this app, by its identifier, with everything it read and saved in the last 90 days

        options:
          --ask          from now on every app has to ask: what is not decided is not allowed
          --open         what is not decided is allowed to apps without a socket of their own: the initial setting
          --json         all of it as one JSON object, also what apps ask, with a row for each app, type and day
          --days N       with --json: rows of the last N days only, including today; at most 90
          --wait SEEN    with --json: wait until something is asked or decided after the last output, or for 30
                         seconds. SEEN is the 'seen' value of the last output. The rows of days are left out
          --socket PATH  the server's socket; default: as for 'hearth serve'

        'hearth allow', 'hearth deny' and 'hearth revoke' decide, and 'hearth consent' answers apps that ask. What is not
        decided is not allowed to an app with a socket of its own ('hearth app').

        The server counts samples, and keeps no values, for 90 days of universal time. Read is what an app was sent,
        including its own samples and repeats; a statistic counts as one, and so does a search for
        sources with a predicate. Saved is what was not stored before.
        """

    private static let waitSeconds = 30

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--ask", "--open"])
        let setting = ["--ask", "--open"].first(where: given.has)
        if let setting, let app = given.operands.first {
            throw given.usageError(
                "\(setting) holds for all apps, not for '\(app.printable)' alone: 'hearth deny' limits one app."
            )
        }
        for option in ["--days", "--wait"] where given[option] != nil && !given.has("--json") {
            throw given.usageError("\(option) goes with --json.")
        }
        let seen = try given["--wait"].map { text in try number(text, given) }
        let days = try given["--days"].map { text in try number(text, given) }
        guard seen == nil || days == nil else { throw given.usageError("--wait prints no rows of days.") }
        if let days, !(1...UInt64(Limits.countedDays)).contains(days) {
            throw given.usageError("--days takes a number from 1 to \(Limits.countedDays).")
        }
        if let setting {
            try await setting == "--ask" ? haveAppsAsk(connection) : letAppsUseUndecided(connection)
        }
        let app = given.operands.first.map { AppID($0) }
        // Much is counted in 90 days: no more of it is asked for than is printed.
        let isShort = app == nil && !given.has("--json")
        let control = AccessControl.counts(days: isShort ? UInt32(CountsText.days) : UInt32(clamping: days ?? 0))
        var list =
            if let seen {
                try await next(after: seen, connection)
            } else {
                try await connection.control(control)
            }
        let names = try await AppNames(list, connection)
        if let app {
            // Without the counts of all days it is not known what the app has done.
            if seen == nil, days == nil, let hint = names.hint(about: app) {
                try report(hint, about: app, given)
            }
            list.keepOnly(app)
        }
        var output = Output()
        if given.has("--json") {
            try output.print(AccessJSON(list: list, names: names, hasCounts: seen == nil).json.text)
        } else {
            try print(list, names, of: app, to: &output)
        }
        try output.flush()
    }

    /// Says that an app may be written wrongly. For people that is an error.
    private static func report(_ hint: String, about app: AppID, _ given: GivenOptions) throws {
        let option = "--\(app)"
        if flags.contains(option) {
            throw given.usageError("\(hint) Did you mean 'hearth access \(option)'?")
        }
        // Other commands have such an action.
        if ["list", "all"].contains(app.description) {
            throw given.usageError("\(hint) Did you mean 'hearth access', which lists all apps?")
        }
        guard given.has("--json") else {
            throw CommandError("\(hint) 'hearth access' lists the apps.")
        }
        Terminal.printError(hint)
    }

    /// Apps that are named in an answer.
    private static let namedMax = 5

    /// Says which apps did lately what is refused to them from now on.
    private static func haveAppsAsk(_ connection: Connection) async throws {
        let before = try await connection.control(.counts(days: UInt32(CountsText.days)))
        let after = try await connection.control(.ask(true))
        // The owner's own import is not refused.
        let apps = (before.asks ? [] : before.counts.filter { before.usesUndecided($0) }.map(\.app))
            .filter { $0 != .importer && !$0.isImportedSource }
        guard !apps.isEmpty else { return }
        let names = try await AppNames(after, connection)
        let shown = apps.prefix(namedMax).map(names.text).joined(separator: ", ")
        let others = apps.count > namedMax ? " and \((apps.count - namedMax).counted("more app", "more apps"))" : ""
        Terminal.printError(
            "From now on these apps are refused what they did in the last \(CountsText.days) days and you have not decided:"
                + " \(shown)\(others). 'hearth access APP' lists what an app did, and 'hearth allow' allows it."
        )
    }

    /// Says which apps no longer wait for an answer.
    private static func letAppsUseUndecided(_ connection: Connection) async throws {
        let before = try await connection.control(.list)
        _ = try await connection.control(.ask(false))
        let left = try await connection.control(.list).requests.map(\.app)
        let answered = before.requests.filter { !left.contains($0.app) }.map { before.shown($0).description }
        guard !answered.isEmpty else { return }
        Terminal.printError(
            "This answers \(answered.joined(separator: ", ")): what \(answered.count == 1 ? "it" : "they") asked for and you"
                + " have not decided is allowed now."
        )
    }

    private static func number(_ text: String, _ given: GivenOptions) throws -> UInt64 {
        guard let number = UInt64(text) else { throw given.usageError("'\(text.printable)' is not a number.") }
        return number
    }

    /// The list without counts, when its number has changed, or after a limited time.
    private static func next(after seen: UInt64, _ connection: Connection) async throws -> AccessList {
        let changed = try await withThrowingTaskGroup(of: AccessList?.self) { group in
            group.addTask { try await connection.control(.await(seen: seen)) }
            group.addTask {
                try await Task.sleep(for: .seconds(waitSeconds))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        if let changed { return changed }
        return try await connection.control(.list)
    }

    /// Whether an app is told apart from others by a socket, and whether it has to ask.
    private static func mode(of app: AppID, _ list: AccessList, _ names: AppNames) -> String {
        let shown = names.text(of: app)
        if list.hasSocket(app) {
            let group = list.group(of: app).onOneLine
            let members =
                group.isEmpty ? ", so no" : ", also for the group \(group): every member of the group is the app. No"
            return
                "\(shown) has a socket of its own\(members) other program can be it, except your own hearth with --app."
                + " It has to ask."
        }
        if app == .ownTool { return "\(shown) is your own hearth, which is not limited by what is decided about it." }
        return "\(shown) has no socket of its own: any program of yours can use its name. "
            + (list.asks
                ? "It has to ask, as every app does."
                : "It need not ask: what is not decided is allowed to it.")
    }

    private static func print(
        _ list: AccessList,
        _ names: AppNames,
        of app: AppID?,
        to output: inout Output
    ) throws {
        if let app {
            if names.knows(app) {
                try output.print(mode(of: app, list, names))
            }
        } else {
            try output.print(
                list.asks
                    ? "Every app has to ask."
                    : "What is not decided is allowed to apps without a socket."
            )
            for socket in list.apps {
                let group = socket.group.isEmpty ? "" : ", also for the group \(socket.group.onOneLine)"
                try output.print("\(names.text(of: socket.app)) has a socket of its own\(group), and has to ask.")
            }
        }
        let dates = DateReader.current
        for refusal in list.saveRefusals {
            try output.print(SaveRefusalText(refusal: refusal).sentence(about: names.text(of: refusal.app)))
        }
        if let first = list.requests.first {
            let others = list.requests.count - 1
            let who = list.shown(first).description
            let wait = others == 0 ? "\(who) waits" : "\(who) and \(others.counted("more app", "more apps")) wait"
            try output.print("\(wait) for your answer: see 'hearth consent'.")
        }
        if list.decisions.isEmpty {
            Terminal.printError(
                // The first line says what holds then.
                app.map { "Nothing is decided about \(names.text(of: $0))." }
                    ?? "Nothing is decided: see 'hearth allow --help'."
            )
        }
        try AccessText.print(list, asJSON: false, showsTimes: app != nil, to: &output)
        let counts = CountsText(now: dates.now, zone: dates.zone, isOfOneApp: app != nil)
        var hasCounts = false
        for counted in list.counts {
            let lines = counts.lines(of: counted)
            guard !lines.isEmpty else { continue }
            if !hasCounts {
                hasCounts = true
                let days = app == nil ? CountsText.days : Limits.countedDays
                try output.print("Read, saved and deleted in the last \(days) days:")
            }
            try output.print(names.text(of: counted.app))
            for line in lines {
                try output.print("  " + line.printable)
            }
        }
    }
}

extension AccessList {
    fileprivate mutating func keepOnly(_ app: AppID) {
        apps.removeAll { $0.app != app }
        decisions.removeAll { $0.app != app }
        requests.removeAll { $0.app != app }
        counts.removeAll { $0.app != app }
        saveRefusals.removeAll { $0.app != app }
    }
}
