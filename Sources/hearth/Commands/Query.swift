import HearthClient
import HearthModel
import HearthSystem
import HearthWire

/// `hearth query`.
enum Query: ClientCommand {
    static let name = "query"
    static let summary = "print samples of a type"
    static let flags = ["--newest", "--oldest", "--latest", "--count", "--json", "--csv"]
    static let values = SampleSelection.options + ["--limit", "--unit", "--app", "--socket"]
    static let operands = 1...1
    static let operandNames = ["TYPE"]
    static let aliases = ["-n": "--limit"]

    static let help = """
        Prints the samples of a type as they are stored at this moment.

        usage: hearth query TYPE [--since DATE] [--until DATE] [--source ID]... [--unit UNIT] [--limit N]
                            [--newest | --oldest | --latest] [--json | --csv | --count] [--app ID] [--socket PATH]

          TYPE           heartRate, stepCount, workout, ...: see 'hearth types'

        options:
          --since DATE   only samples that start at this time or later
          --until DATE   only samples that start before this time
          --source ID    only samples of this app; may be repeated. 'hearth sources' lists the apps.
          --unit UNIT    the unit of printed values; default: the unit that 'hearth types' lists. '%' is a percentage;
                         '--unit 1' prints 97 % as HealthKit's 0.97. Blood glucose also takes 'mmol/L'.
          --limit N      at most N samples; or -n N
          --newest       the newest first
          --oldest       the oldest first; the default
          --latest       only the newest one
          --count        only the number of samples
          --json         one JSON object per line (for jq: 'hearth query heartRate --json | jq .value'), which
                         'hearth save --json' reads
          --csv          CSV with a header, which 'hearth save --csv' reads
        \(clientOptionsHelp)

        \(DateReader.help)

        Tables have local times; JSON and CSV have UTC. Finding no samples is not an error. Control characters in
        texts are escaped, as \\u001b, in tables, in JSON, and in CSV on a terminal; a CSV file holds each text as it is.

        CSV keeps start, end, value, unit and UUID of each quantity and category exactly, unless --unit converts the
        value. It has no metadata, devices or series of values, and of workouts, correlations and routes only a summary.
        JSON has metadata and devices as well, and 'hearth save --json' reads quantities and categories back exactly.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--newest", "--oldest", "--latest"])
        try given.checkOnlyOne(of: ["--latest", "--limit"])
        try given.checkOnlyOne(of: ["--json", "--csv", "--count"])
        let dates = DateReader.current
        let type = try TypeName.type(given.operands[0])
        let unit = try given["--unit"].map { text throws(InputError) in try type.unit(text) }
        let request = QuerySamples(
            clauses: [try SampleSelection(given, dates: dates).clause(of: type, unit: unit?.unit)],
            order: given.has("--newest") || given.has("--latest") ? [SortKey(field: .startDate, descending: true)] : [],
            limit: try limit(given)
        )
        if given.has("--count") {
            return try await printCount(of: request, on: connection)
        }
        var output = Output()
        var printer = SamplePrinter(format(given, dates))
        try printer.printHeader(to: &output)
        for try await batch in connection.query(request) {
            for columns in batch.columns {
                try printer.print(columns, to: &output)
            }
            // The first samples appear before the last ones are read.
            try output.flush()
        }
        try output.flush()
        if printer.count == 0, case .table = format(given, dates) {
            Terminal.printError("No samples of \(type.shortName) match.")
        }
    }

    private static func format(_ given: GivenOptions, _ dates: DateReader) -> SampleFormat {
        if given.has("--json") { return .json }
        guard given.has("--csv") else { return .table(DateText(zone: dates.zone)) }
        return .csv(isForTerminal: Terminal.isInteractive(STDOUT_FILENO))
    }

    private static func printCount(of request: QuerySamples, on connection: Connection) async throws {
        var count = 0
        for try await batch in connection.query(request) {
            count += batch.columns.reduce(0) { $0 + $1.count }
        }
        try Output.print("\(count)")
    }

    private static func limit(_ given: GivenOptions) throws -> UInt64 {
        guard let text = given["--limit"] else { return given.has("--latest") ? 1 : 0 }
        guard let limit = UInt64(text), limit > 0 else {
            throw given.usageError("--limit takes a whole number from 1.")
        }
        return limit
    }
}
