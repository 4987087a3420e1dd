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
    static let operandNames = ["TYPE"]

    static let help = """
        Prints each change of the store as it is committed, until it is stopped (Ctrl-C).

        usage: hearth watch [TYPE]... [--since-now | --from-start] [--json] [--app ID] [--socket PATH]

          TYPE           heartRate, stepCount, workout, ...: see 'hearth types'; default: all types

        options:
          --since-now    only changes from now on; the default
          --from-start   first all stored samples, then each change
          --json         one JSON object per line, with "event": "added" or "deleted"
        \(clientOptionsHelp)

        A line with '+' is a saved sample; a line with '-' has the time of a deletion, and the type and UUID of the
        deleted sample. Values have six digits, and a blood pressure is one line. When the server ends, standard error
        says so. When it is back, the output continues where it stopped, without gaps or repeats. After a decision about the app
        ('hearth allow') an app with limits gets first what it may see now and could not before, which can be repeats.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--since-now", "--from-start"])
        let types = try given.operands.map { name throws(InputError) in try TypeName.type(name) }
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
        do {
            for try await batch in connection.changes(QueryChanges(clauses: clauses, anchor: anchor, follow: true)) {
                try printer.print(batch, to: &output)
                try output.flush()
            }
        } catch let error as HearthError where anchorErrors.contains(error.code) {
            throw CommandError(
                "The server came back with another store, or with an older copy of the store (\(error.code.name)): what"
                    + " changed in between is not known. Start 'hearth watch' again."
            )
        }
        throw CommandError("The server ended the stream of changes. Start 'hearth watch' again.")
    }

    /// The anchor is of another store than the one that the server has now.
    private static let anchorErrors: [ErrorCode] = [
        .anchorCorrupt, .anchorOfOtherStore, .anchorInFuture, .anchorExpired,
    ]

    static func connector(_ connect: @escaping Connector, _ given: GivenOptions) -> Connector {
        OutageNotices.connector(connect, given)
    }

    /// The anchor of the store's newest state, which the first notice carries.
    private static func currentAnchor(_ clauses: [Clause], on connection: Connection) async throws -> EncodedAnchor {
        var notices = connection.observe(Observe(clauses: clauses)).makeAsyncIterator()
        return try await notices.next()?.anchor ?? []
    }
}
