import HearthClient
import HearthModel
import HearthWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `hearth query`.
enum Query: ClientCommand {
    static let name = "query"
    static let summary = "print samples of a type"
    static let flags = ["--newest", "--oldest", "--json", "--csv"]
    static let values = SampleSelection.options + ["--limit", "--unit", "--app", "--socket"]
    static let operands = 1...1

    static let help = """
        Prints the samples of a type as they are stored at this moment, however many there are.

        usage: hearth query TYPE [--since DATE] [--until DATE] [--source ID]... [--unit UNIT] [--limit N]
                            [--newest | --oldest] [--json | --csv] [--socket PATH]

          TYPE           heartRate, stepCount, workout, ...: see 'hearth types'

        options:
          --since DATE   only samples that start then or later
          --until DATE   only samples that start before
          --source ID    only samples of this app; may be given several times. 'hearth sources' lists them.
          --unit UNIT    in which to print values; else the one that 'hearth types' says. '%' is a percentage;
                         '--unit 1' prints 97 % as HealthKit has it, 0.97. 'mmol/L' is known for blood glucose.
          --limit N      at most this number
          --newest       the newest first
          --oldest       the oldest first, as it is without it
          --json         one JSON object on each line (for jq: 'hearth query heartRate --json | jq .value')
          --csv          with a header; 'hearth save --csv' reads it
        \(clientOptionsHelp)

        \(DateReader.help)

        A table has local times; JSON and CSV have UTC. Finding no samples is not an error. Control characters in
        texts are escaped, as \\u001b, in tables and in JSON. A CSV file holds every text as it is, so that it can be
        read back; CSV on a terminal is escaped too.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--newest", "--oldest"])
        try given.checkOnlyOne(of: ["--json", "--csv"])
        let dates = DateReader.current
        let type = try TypeName.type(given.operands[0])
        let unit = try given["--unit"].map { text throws(CommandError) in try type.unit(text) }
        let request = QuerySamples(
            clauses: [try SampleSelection(given, dates: dates).clause(of: type, unit: unit?.unit)],
            order: given.has("--newest") ? [SortKey(field: .startDate, descending: true)] : [],
            limit: try limit(given)
        )
        var output = Output()
        var printer = SamplePrinter(format(given, dates))
        try printer.printHeader(to: &output)
        for try await batch in connection.query(request) {
            for columns in batch.columns {
                try printer.print(columns, to: &output)
            }
            // The first samples of many appear at once.
            try output.flush()
        }
        try output.flush()
        if printer.count == 0, case .table = format(given, dates) {
            Terminal.printError("There are no such samples of \(type.shortName).")
        }
    }

    private static func format(_ given: GivenOptions, _ dates: DateReader) -> SampleFormat {
        if given.has("--json") { return .json }
        guard given.has("--csv") else { return .table(DateText(zone: dates.zone)) }
        return .csv(isForTerminal: Terminal.isInteractive(STDOUT_FILENO))
    }

    private static func limit(_ given: GivenOptions) throws -> UInt64 {
        guard let text = given["--limit"] else { return 0 }
        guard let limit = UInt64(text), limit > 0 else {
            throw given.usageError("--limit is a whole number from 1.")
        }
        return limit
    }
}
