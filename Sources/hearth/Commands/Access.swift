import HearthClient
import HearthModel

/// `hearth access`.
enum Access: ClientCommand {
    static let name = "access"
    static let summary = "list what apps may read and save, and what they did"
    static let flags = ["--ask", "--open", "--json"]
    static let values = ["--wait", "--socket"]
    static let operands = 0...1
    static let operandNames = ["APP"]

    static let help = """
        Lists what was allowed and denied to apps, and how much each has read and saved in the last 7 days; or sets
        whether apps have to ask.

        usage: hearth access [APP] [--ask | --open] [--json [--wait SEEN]] [--socket PATH]

          APP            only this app, by its identifier, with everything it read and saved in the last 90 days

        options:
          --ask          from now on every app has to ask: what is not decided is not allowed
          --open         what is not decided is allowed to apps without a socket of their own: the initial setting
          --json         all of it as one JSON object, also what apps ask, with a row for each app, type and day
          --wait SEEN    with --json: wait until its 'seen' differs from SEEN, because something was asked or decided,
                         or for 30 seconds
          --socket PATH  the server's socket; default: as for 'hearth serve'

        'hearth allow', 'hearth deny' and 'hearth revoke' decide, and 'hearth consent' answers apps that ask. What is not
        decided is not allowed to an app with a socket of its own ('hearth app').

        The server counts samples, and keeps no values, for 90 days of universal time. Read is what an app was sent,
        including its own samples and repeats; a statistic counts as one. Saved is what was not stored before.
        """

    private static let waitSeconds = 30

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--ask", "--open"])
        guard given["--wait"] == nil || given.has("--json") else { throw given.usageError("--wait goes with --json.") }
        if given.has("--ask") || given.has("--open") {
            _ = try await connection.control(.ask(given.has("--ask")))
        }
        if let text = given["--wait"] {
            guard let seen = UInt64(text) else { throw given.usageError("'\(text.printable)' is not a number.") }
            try await wait(for: connection, seen: seen)
        }
        var list = try await connection.control(.counts)
        let app = given.operands.first.map { AppID($0) }
        if let app {
            list.keepOnly(app)
        }
        let names = try await AppNames(list, connection)
        var output = Output()
        if given.has("--json") {
            try output.print(AccessJSON(list: list, names: names).json.text)
        } else {
            try print(list, names, of: app, isModeAsked: given.has("--open"), to: &output)
        }
        try output.flush()
    }

    /// Waits until the number of the list changes, or for a limited time.
    private static func wait(for connection: Connection, seen: UInt64) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { _ = try await connection.control(.await(seen: seen)) }
            group.addTask { try await Task.sleep(for: .seconds(waitSeconds)) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func print(
        _ list: AccessList,
        _ names: AppNames,
        of app: AppID?,
        isModeAsked: Bool,
        to output: inout Output
    ) throws {
        if list.asks || isModeAsked {
            try output.print(
                list.asks
                    ? "What is not decided is allowed to no app."
                    : "What is not decided is allowed to apps without a socket."
            )
        }
        if list.decisions.isEmpty {
            Terminal.printError("Nothing is decided: see 'hearth allow --help'.")
        }
        try AccessText.print(list.decisions, asJSON: false, to: &output)
        let dates = DateReader.current
        let counts = CountsText(now: dates.now, zone: dates.zone, isOfOneApp: app != nil)
        for counted in list.counts {
            let lines = counts.lines(of: counted)
            guard !lines.isEmpty else { continue }
            try output.print(names.text(of: counted.app).printable)
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
    }
}
