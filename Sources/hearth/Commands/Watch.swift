import HearthClient
import HearthModel
import HearthWire

/// `hearth watch`.
enum Watch: ClientCommand {
    static let name = "watch"
    static let summary = "print samples as they are saved and deleted"
    static let flags = ["--since-now", "--from-start", "--json"]
    static let values = ["--app", "--socket"]
    static let operands = ClosedRange.atLeast(0)

    static let help = """
        Prints what is saved and deleted from now on, each change as it is committed, until it is stopped (Ctrl-C).

        usage: hearth watch [TYPE]... [--since-now | --from-start] [--json] [--socket PATH]

          TYPE           heartRate, stepCount, workout, ...: see 'hearth types'; none: every type

        options:
          --since-now    only what changes from now on, as it is without it
          --from-start   first what is stored already, and then each change
          --json         one JSON object on each line, with "event": "added" or "deleted"
        \(clientOptionsHelp)

        A line that begins with '+' is a sample that was saved, one with '-' the UUID of one that was deleted, with the
        time of the deletion. When the server goes away, standard error says so; when it is back, the output goes on
        where it was, without gaps and repeats.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--since-now", "--from-start"])
        let types = try given.operands.map { name throws(CommandError) in try TypeName.type(name) }
        let clauses = types.map { Clause(type: $0) }
        let anchor = given.has("--from-start") ? [] : try await currentAnchor(clauses, on: connection)
        ReaderWatch.begin()
        let what = types.isEmpty ? "all types" : types.map(\.shortName).joined(separator: ", ")
        Terminal.printError("Watching \(what). Ctrl-C ends it.")
        let printer = ChangePrinter(
            dates: DateText(zone: .current),
            asJSON: given.has("--json"),
            inColours: Terminal.hasColours
        )
        var output = Output()
        for try await batch in connection.changes(QueryChanges(clauses: clauses, anchor: anchor, follow: true)) {
            try printer.print(batch, to: &output)
            try output.flush()
        }
        throw CommandError("The server has ended the stream of changes. Start 'hearth watch' again.")
    }

    static func connector(_ connect: @escaping Connector) -> Connector {
        let notices = OutageNotices()
        return { notices.connecting(connect) }
    }

    /// The store as it is now: the first notice says it, without anything of what is stored.
    private static func currentAnchor(_ clauses: [Clause], on connection: Connection) async throws -> [UInt8] {
        var notices = connection.observe(Observe(clauses: clauses)).makeAsyncIterator()
        return try await notices.next()?.anchor ?? []
    }
}
