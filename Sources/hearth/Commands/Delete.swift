import HearthClient
import HearthModel
import HearthWire

/// `hearth delete`.
enum Delete: ClientCommand {
    static let name = "delete"
    static let summary = "delete samples that this app saved"
    static let flags = ["--yes"]
    static let values = ["--since", "--until", "--app", "--socket"]
    static let operands = ClosedRange.atLeast(1)
    static let operandNames = ["TYPE"]

    static let help = """
        Deletes samples of a type, all of those that are named or none. An app can delete only samples that it saved.

        usage: hearth delete TYPE UUID... [--app ID] [--socket PATH]
               hearth delete TYPE [--since DATE] [--until DATE] --yes [--app ID] [--socket PATH]

          TYPE           heartRate, stepCount, workout, ...: see 'hearth types'
          UUID           the sample's UUID, as 'hearth query' prints it

        options:
          --since DATE   samples that start at this time or later
          --until DATE   samples that start before this time
          --yes          delete them. Without it, a time range deletes nothing: the command prints the number of
                         samples and ends with exit code 1.
        \(clientOptionsHelp)

        \(DateReader.help)
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        let type = try TypeName.type(given.operands[0])
        let selection = try SampleSelection(given, dates: .current)
        let names = given.operands.dropFirst()
        guard !names.isEmpty else {
            guard selection.hasTime else {
                throw given.usageError("Name UUIDs, or a time range with --since or --until.")
            }
            let app = app(given).bundleIdentifier
            let clause = selection.clause(of: type, sources: [app])
            return try await delete(clause, of: app, isSure: given.has("--yes"), on: connection)
        }
        guard !selection.hasTime else { throw given.usageError("UUIDs and a time range exclude each other.") }
        let ids = try names.map { name throws(UsageError) in
            guard let id = ObjectID(name) else { throw given.usageError("'\(name.printable)' is not a UUID.") }
            return id
        }
        try await delete(Set(ids), of: type, on: connection)
    }

    // MARK: - By UUID

    /// The server deletes samples of any type by UUID, so the command first checks that they have the type it was given.
    private static func delete(_ ids: Set<ObjectID>, of type: ObjectType, on connection: Connection) async throws {
        let clause = Clause(type: type, predicate: Predicate(terms: [.ids(ids.sorted())]))
        var missing = ids
        for try await batch in connection.query(QuerySamples(clauses: [clause])) {
            missing.subtract(batch.columns.flatMap(\.ids))
        }
        guard missing.isEmpty else {
            let names = missing.sorted().map(\.description).joined(separator: ", ")
            throw CommandError("No sample of \(type.shortName) has the UUID \(names). Nothing was deleted.")
        }
        try report(try await connection.delete(ids.sorted()), of: type)
    }

    // MARK: - By time

    private static func delete(
        _ clause: Clause,
        of app: String,
        isSure: Bool,
        on connection: Connection
    ) async throws {
        guard isSure else {
            var count = 0
            for try await batch in connection.query(QuerySamples(clauses: [clause])) {
                count += batch.columns.reduce(0) { $0 + $1.count }
            }
            throw CommandError(
                "Nothing was deleted. With --yes this deletes \(count.pluralized("sample")) of \(clause.type.shortName)"
                    + " that '\(app.printable)' saved."
            )
        }
        try report(try await connection.delete(matching: clause), of: clause.type)
    }

    private static func report(_ committed: Committed, of type: ObjectType) throws {
        try Output.print("\(committed.deleted.pluralized("sample")) of \(type.shortName) deleted.")
    }
}
