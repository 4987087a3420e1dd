import HearthClient
import HearthModel
import HearthWire

/// `hearth delete`.
enum Delete: ClientCommand {
    static let name = "delete"
    static let summary = "delete samples that this app saved"
    static let flags = ["--yes", "--members"]
    static let values = ["--since", "--until", "--app", "--socket"]
    static let operands = ClosedRange.atLeast(1)
    static let operandNames = ["TYPE", "UUID"]

    static let help = """
        Deletes samples of a type, all of those that are named or none. An app can delete only samples that it saved.

        usage: hearth delete TYPE UUID... [--members] [--app ID] [--socket PATH]
               hearth delete TYPE [--since DATE] [--until DATE] --yes [--members] [--app ID] [--socket PATH]

          TYPE           heartRate, stepCount, workout, ...: see 'hearth types'
          UUID           the sample's UUID, as 'hearth query' prints it

        options:
          --since DATE   samples that start at this time or later
          --until DATE   samples that start before this time
          --yes          delete them. Without it, a time range deletes nothing: the command prints the number of
                         samples and ends with exit code 1.
          --members      of a correlation such as bloodPressure, delete the samples that it joins too. Without it
                         they remain as samples of their own types.
        \(clientOptionsHelp)

        \(DateReader.help)
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        let type = try TypeName.type(given.operands[0])
        guard type.kind == .correlation || !given.has("--members") else {
            throw given.usageError("\(type.shortName) is not a correlation: its samples have no members.")
        }
        let deletion = Deletion(type: type, includesMembers: given.has("--members"), connection: connection)
        let selection = try SampleSelection(given, dates: .current)
        let names = given.operands.dropFirst()
        guard !names.isEmpty else {
            guard selection.hasTime else {
                throw given.usageError(
                    "Name UUIDs, or a time range with --since or --until: '--since 1900-01-01' is all of them."
                )
            }
            let app = app(given).bundleIdentifier
            let clause = selection.clause(of: type, sources: [app])
            return try await deletion.delete(clause, of: app, isSure: given.has("--yes"))
        }
        guard !selection.hasTime else { throw given.usageError("UUIDs and a time range exclude each other.") }
        try await deletion.delete(Set(try names.map { name throws(UsageError) in try given.id(name) }))
    }
}
