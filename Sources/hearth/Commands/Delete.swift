import HearthClient
import HearthModel
import HearthWire

/// `hearth delete`.
enum Delete: ClientCommand {
    static let name = "delete"
    static let summary = "delete samples that this app saved"
    static let flags = ["--yes", "--members"]
    static let values = ["--since", "--until", "--imported-from", "--format", "--app", "--socket"]
    static let operands = ClosedRange.atLeast(0)
    static let operandNames = ["TYPE", "UUID"]

    static let help = """
        Deletes samples of a type, all of those that are named or none. An app can delete only samples that it saved.

        usage: hearth delete TYPE UUID... [--members] [--app ID] [--socket PATH]
               hearth delete TYPE [--since DATE] [--until DATE] --yes [--members] [--app ID] [--socket PATH]
               hearth delete --imported-from FILE [--imported-from FILE]... [--yes] [--format FORMAT] [--socket PATH]

          TYPE           heartRate, stepCount, workout, ...: see 'hearth types'
          UUID           the sample's UUID, as 'hearth query' prints it

        options:
          --since DATE   samples that start at this time or later
          --until DATE   samples that start before this time
          --yes          delete them. Without it, a time range deletes nothing: the command prints the number of
                         samples and ends with exit code 1.
          --imported-from FILE
                         all samples that 'hearth import FILE' has brought, of whatever source, and the characteristics,
                         such as the date of birth, that still have the file's value; may be repeated. Not for CSV
          --format apple-health|health-connect|strava|workout
                         what the files of --imported-from are, where their content does not tell
          --members      of a correlation such as bloodPressure, delete the samples that it joins too, and of a workout
                         its route and samples of the same app. Without it they remain as samples of their own types, and
                         the command says how to delete them.
        \(clientOptionsHelp)

        \(DateReader.help)

        An import saves a deleted sample again if the file has it. Of two exports of a phone the newer one has the samples
        of both, so to undo its import deletes all of them: import the older one again.
        """

    static func connector(_ connect: @escaping Connector, _ given: GivenOptions) -> Connector {
        OutageNotices.connector(connect, given)
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        guard given["--imported-from"] == nil else { return try await removeImport(given, on: connection) }
        guard given["--format"] == nil else { throw given.usageError("--format goes with --imported-from.") }
        guard let name = given.operands.first else { throw given.usageError("TYPE is missing.") }
        let type = try TypeName.type(name)
        guard type.kind == .correlation || type == .workout || !given.has("--members") else {
            throw given.usageError("\(type.shortName) is not a correlation or a workout: its samples have no members.")
        }
        let deletion = Deletion(
            type: type,
            includesMembers: given.has("--members"),
            app: app(given).bundleIdentifier,
            acting: ActingApp(given),
            connection: connection
        )
        let selection = try SampleSelection(given, dates: .current)
        let names = given.operands.dropFirst()
        guard !names.isEmpty else {
            guard selection.hasTime else {
                throw given.usageError(
                    "Name UUIDs, or a time range with --since or --until: '--since 1900-01-01' is all of them."
                )
            }
            return try await deletion.delete(selection, isSure: given.has("--yes"))
        }
        guard !selection.hasTime else { throw given.usageError("UUIDs and a time range exclude each other.") }
        try await deletion.delete(Set(try names.map { name throws(UsageError) in try given.id(name) }))
    }

    private static func removeImport(_ given: GivenOptions, on connection: Connection) async throws {
        let others = ["--since", "--until", "--members", "--app"]
        guard given.operands.isEmpty, !others.contains(where: { given.has($0) || given[$0] != nil }) else {
            throw given.usageError(
                "--imported-from names all that is deleted: only --yes and --format go with it. Repeat it for each file."
            )
        }
        let removal = ImportRemoval(
            connection: connection,
            connect: { app in Connection(options(given, as: app)) },
            isSure: given.has("--yes")
        )
        try await removal.run(ImportFile.files(at: given.all("--imported-from"), Import.format(given, except: [.csv])))
    }
}
