import HearthClient
import HearthModel
import HearthSystem
import HearthWire

/// `hearth query`.
enum Query: ClientCommand {
    static let name = "query"
    static let summary = "print samples of types, or samples by their UUIDs"
    static let flags = [
        "--newest", "--oldest", "--latest", "--count", "--json", "--series", "--csv", "--metadata", "--exact",
    ]
    static let values = SampleSelection.options + ["--where", "--limit", "--unit", "--app", "--socket"]
    static let operands = ClosedRange.atLeast(1)
    static let operandNames = ["TYPE", "UUID"]
    static let aliases = ["-n": "--limit"]

    static let help = """
        Prints the samples of types, or those with the given UUIDs, as they are stored at this moment.

        usage: hearth query TYPE... [--since DATE] [--until DATE] [--source ID]... [--where CONDITION]...
                            [--unit UNIT] [--limit N]
                            [--newest | --oldest | --latest] [--json [--series] | --csv | --count] [--metadata]
                            [--exact] [--app ID] [--socket PATH]
               hearth query UUID... [--json [--series]] [--metadata] [--exact] [--app ID] [--socket PATH]

          TYPE           heartRate, stepCount, workout, ...: see 'hearth types'
          UUID           the UUID of a sample of any type. The command ends with exit code 1 if one is not stored.

        options:
          --since DATE   only samples that start at this time or later; 'hearth stats' counts parts of samples instead
          --until DATE   only samples that start before this time
          --source ID    only samples of this app; may be repeated. 'hearth sources' lists the apps.
          --where CONDITION
                         only samples with 'value>100', 'value>=5.4mmol/L' or 'value=asleepDeep', workouts with
                         'activity=running', 'duration>30min', 'distance>5km' or 'energy>300kcal', or samples whose
                         metadata has KEY, 'KEY=VALUE' or 'KEY!=VALUE'; may be repeated: all have to hold
          --unit UNIT    the unit of printed values; default: the unit that 'hearth types' lists. '%' is a percentage;
                         '--unit 1' prints 97 % as HealthKit's 0.97. Blood glucose also takes 'mmol/L'.
          --limit N      at most N samples; or -n N
          --newest       the newest first
          --oldest       the oldest first; the default
          --latest       only the newest one, of each type
          --count        only the number of samples, of each type
          --json         one JSON object per line (for jq: 'hearth query heartRate --json | jq .value'), which
                         'hearth save --json' reads
          --series       with --json all of each sample: points of series, locations of routes, beats, voltages, the
                         bytes of documents, the members of correlations, and which samples belong to workouts
          --csv          CSV of one type with a header, which 'hearth save --csv' reads. Workouts, which it does not read,
                         also have duration_s, distance_m and energy_kcal; their value is the activity.
          --exact        all digits of values in the table, which has six otherwise
          --metadata     a column with the metadata, as JSON, in the table; JSON always has it
        \(clientOptionsHelp)

        \(DateReader.help)

        Tables have local times, and on a terminal a pager shows them, with long texts cut; JSON and CSV have UTC. Finding
        no samples is not an error, but a --source that has saved nothing at all is. Control characters and invisible ones
        in texts are escaped, as \\u001b, in tables, in JSON, and in CSV on a terminal; a CSV file holds each text as it is.

        CSV keeps start, end, value, unit and UUID of each quantity and category exactly, unless --unit converts the
        value. It has no metadata, devices or series of values, and of workouts, correlations and routes only a summary.
        JSON has metadata and devices as well. With --series 'hearth save --json' reads samples of all types back
        exactly, except for their source. Without it, a line has the number of locations, beats, voltages, bytes or
        values of a series, and the UUIDs of members. Workouts always have their events, activities and statistics.

        A location has time, latitude and longitude in degrees, and may have altitude in metres, speed in m/s, course in
        degrees, and the accuracies of these. A beat has the seconds since the start of the series, voltages are in
        microvolts, and bytes are written in base64. The members of a workout are UUIDs by type: query these types as
        well to have the samples.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--newest", "--oldest", "--latest"])
        try given.checkOnlyOne(of: ["--latest", "--limit"])
        try given.checkOnlyOne(of: ["--json", "--csv", "--count"])
        try given.checkOnlyOne(of: ["--metadata", "--csv"])
        try given.checkOnlyOne(of: ["--metadata", "--count"])
        let hasSeries = given.has("--series")
        guard !hasSeries || given.has("--json") else { throw given.usageError("--series needs --json.") }
        let dates = DateReader.current
        if ObjectID(given.operands[0]) != nil {
            return try await printSamples(given, dates, on: connection)
        }
        let types = try given.operands.map { name throws(InputError) in try TypeName.type(name) }
        if types.count > 1, let option = ["--unit", "--csv"].first(where: { given.has($0) || given[$0] != nil }) {
            throw given.usageError("\(option) is for one type.")
        }
        let unit = try given["--unit"].map { text throws(InputError) in try types[0].unit(text) }
        var selection = try SampleSelection(given, dates: dates)
        let conditions = try types.map { type in
            try given.all("--where").map(ConditionReader(type: type, unit: unit, dates: dates).term)
        }
        let limit = try limit(given)
        try await selection.findSources(on: connection)
        let clauses = zip(types, conditions).map { type, conditions in
            selection.clause(of: type, unit: type.kind == .quantity ? unit?.unit : nil, conditions: conditions)
        }
        if given.has("--count") {
            return try await printCounts(of: clauses, limit, on: connection)
        }
        let order = given.has("--newest") || given.has("--latest") ? [SortKey(field: .startDate, descending: true)] : []
        // The latest of each type.
        let parts = given.has("--latest") ? clauses.map { [$0] } : [clauses]
        Pager.begin()
        var output = Output()
        var printer = SamplePrinter(format(given, dates, extra: types.count > 1 ? [.type] : []))
        try printer.printHeader(of: types, to: &output)
        for clauses in parts {
            let request = QuerySamples(clauses: clauses, order: order, limit: limit, includeSeries: hasSeries)
            for try await batch in connection.query(request) {
                let contents = try await hasSeries ? SampleContents(of: batch, on: connection) : nil
                for columns in batch.columns {
                    let pressures = try await BloodPressureValues(columns, unit: unit, on: connection)
                    try printer.print(columns, pressures: pressures, contents: contents, to: &output)
                }
                // The first samples appear before the last ones are read.
                try output.flush()
            }
        }
        try output.flush()
        if printer.count == 0, case .table = format(given, dates) {
            Terminal.printError("No samples of \(types.map(\.shortName).joined(separator: ", ")) match.")
        }
    }

    /// Prints samples by their UUIDs.
    private static func printSamples(_ given: GivenOptions, _ dates: DateReader, on connection: Connection) async throws
    {
        let others =
            SampleSelection.options + [
                "--where", "--csv", "--limit", "--unit", "--newest", "--oldest", "--latest", "--count",
            ]
        if let option = others.first(where: { given.has($0) || given[$0] != nil }) {
            throw given.usageError("UUIDs and \(option) exclude each other.")
        }
        var missing = Set(try given.operands.map { name throws(UsageError) in try given.id(name) })
        var found: [SampleBatch] = []
        let lookup = SampleLookup(connection: connection)
        let hasSeries = given.has("--series")
        let types = ObjectType.all.filter(\.isStored)
        try await lookup.eachBatch(of: missing, types: types, includesSeries: hasSeries) { batch in
            missing.subtract(batch.columns.flatMap(\.ids))
            found.append(batch)
        }
        Pager.begin()
        var output = Output()
        var printer = SamplePrinter(format(given, dates, extra: [.type]))
        for batch in found {
            let contents = try await hasSeries ? SampleContents(of: batch, on: connection) : nil
            for columns in batch.columns {
                let pressures = try await BloodPressureValues(columns, unit: nil, on: connection)
                try printer.print(columns, pressures: pressures, contents: contents, to: &output)
            }
        }
        try output.flush()
        guard missing.isEmpty else {
            let names = missing.sorted().map(\.description).joined(separator: ", ")
            throw CommandError("No stored sample has the UUID \(names).")
        }
    }

    private static func format(_ given: GivenOptions, _ dates: DateReader, extra: [ExtraColumn] = []) -> SampleFormat {
        if given.has("--json") { return .json }
        guard given.has("--csv") else {
            let metadata: [ExtraColumn] = given.has("--metadata") ? [.metadata] : []
            return .table(DateText(zone: dates.zone), extra: extra + metadata, isExact: given.has("--exact"))
        }
        return .csv(isForTerminal: Terminal.showsOutput)
    }

    /// The number, or for several types each with its name.
    private static func printCounts(of clauses: [Clause], _ limit: UInt64, on connection: Connection) async throws {
        var rows: [[String]] = []
        for clause in clauses {
            var count = 0
            for try await batch in connection.query(QuerySamples(clauses: [clause], limit: limit)) {
                count += batch.columns.reduce(0) { $0 + $1.count }
            }
            rows.append([clause.type.shortName, "\(count)"])
        }
        guard rows.count > 1 else { return try Output.print(rows[0][1]) }
        var output = Output()
        var table = Table(["type", "count"], rightAligned: [1])
        try table.print(rows, to: &output)
        try output.flush()
    }

    private static func limit(_ given: GivenOptions) throws -> UInt64 {
        guard let text = given["--limit"] else { return given.has("--latest") ? 1 : 0 }
        guard let limit = UInt64(text), limit > 0 else {
            throw given.usageError("--limit takes a whole number from 1.")
        }
        return limit
    }
}
