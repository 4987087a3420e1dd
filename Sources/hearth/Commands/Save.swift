import HearthClient
import HearthModel
import HearthWire

/// `hearth save`.
enum Save: ClientCommand {
    static let name = "save"
    static let summary = "save a sample, or the samples of a CSV or JSON file"
    static let flags = ["--force"]
    static let values = [
        "--unit", "--at", "--from", "--to", "--metadata", "--csv", "--json", "--app", "--socket",
    ]
    static let operands = 0...3
    static let operandNames = ["TYPE", "VALUE"]

    static let help = """
        Saves one sample, or the samples of a file. When it prints its result, the samples are on disk.

        usage: hearth save TYPE VALUE [--unit UNIT] [--at DATE | --from DATE [--to DATE]] [--force]
                           [--metadata KEY=VALUE]... [--app ID] [--socket PATH]
               hearth save TYPE --csv FILE [--unit UNIT] [--force] [--metadata KEY=VALUE]... [--app ID]
                           [--socket PATH]
               hearth save [TYPE] --json FILE [--unit UNIT] [--force] [--app ID] [--socket PATH]

          TYPE           heartRate, stepCount, sleepAnalysis, ...: see 'hearth types'
          VALUE          a number, or a number and its unit in one word, such as 5.4mmol/L; for a category a number or a
                         name, such as asleepCore; for bloodPressure 120/80. A percentage is written 97 or 97%, which
                         HealthKit stores as 0.97.

        options:
          --unit UNIT    the unit of the value; default: the unit that 'hearth types' lists. With '--unit 1' a
                         percentage is written as HealthKit's 0.97. For blood glucose 'mmol/L' needs no molar mass.
          --at DATE      the time of measurement; default: now
          --from DATE    the start of the sample
          --to DATE      the end of the sample; default: now
          --metadata KEY=VALUE
                         metadata for each sample; may be repeated
          --csv FILE     read samples of TYPE from a CSV file, or from standard input if FILE is '-'
          --json FILE    read samples from a file with one JSON object on each line, or from standard input if FILE
                         is '-'
          --force        accept impossible values: a negative count or rate, a saturation above 100 %, a temperature
                         below absolute zero
        \(clientOptionsHelp)

        \(DateReader.help)

        Prints the UUID of the sample, or the number of samples. Standard error shows the sample as it was read.

        A CSV file has the columns start, end, value. With a header they may be in any order, together with 'unit' and
        'uuid'; other columns are ignored. The header may also say startDate and endDate. Commas, semicolons or tabs
        separate the fields, whichever comes first. Unless it is a comma, decimals may have one: 80,5. Digits are not
        grouped.

        A JSON file is what 'hearth query --json' and 'hearth watch --json' print. Each object has the members type,
        start and value, and may have end, unit, uuid, metadata and device; others are ignored. TYPE is the type of
        objects without one. Only quantities and categories can be read: of workouts, correlations, routes and series
        of values, JSON holds a summary.

        A file is saved in parts: when a line is wrong, the parts before it stay, and the error says so. Each sample is
        saved as one of the app that 'hearth save' acts as, whatever source the file names. A line with a UUID can be
        saved again: a sample that is stored with the same content stays as it is, whichever app saved it. A UUID that
        is stored with other times, another value or, in JSON, other metadata or another device, is an error that
        names the line.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--at", "--from"])
        try given.checkOnlyOne(of: ["--at", "--to"])
        try given.checkOnlyOne(of: ["--csv", "--json"])
        let dates = DateReader.current
        let metadata = try MetadataReader(dates: dates).metadata(given.all("--metadata"))
        if given["--csv"] != nil || given["--json"] != nil {
            return try await saveFile(given, metadata, dates, on: connection)
        }
        guard given.operands.count <= 2 else {
            throw given.usageError(
                "Too many arguments. Write a unit in the same word as the value, as in 5.4mmol/L, or with --unit."
            )
        }
        guard given.operands.count == 2 else {
            throw given.missing(operandNames[given.operands.count])
        }
        let type = try TypeName.type(given.operands[0])
        let (start, end) = try time(given, dates)
        let row = NewSamples.Row(start: start, end: end, attachment: NewSamples.Attachment(metadata: metadata))
        if type == .bloodPressure {
            return try await saveBloodPressure(given, row, dates, on: connection)
        }
        let (value, unit) = try valueAndUnit(given, type)
        let values = try SampleValueReader(type, unit: unit, allowingImplausible: given.has("--force"))
        var samples = NewSamples(of: type, unit: values.unit)
        if let unit = values.unit {
            samples.add(quantity: try values.quantity(value.utf8Span.span, in: unit), row)
        } else {
            samples.add(category: try values.category(value), row)
        }
        let columns = samples.numbered().columns
        _ = try await connection.save([columns])
        try Output.print(columns.ids[0].description)
        let sample = SampleRow(columns: columns, row: 0)
        show(type, "\(sample.value) \(sample.unitOrDetail)".trimmed, row, dates)
    }

    private static func saveBloodPressure(
        _ given: GivenOptions,
        _ row: NewSamples.Row,
        _ dates: DateReader,
        on connection: Connection
    ) async throws {
        let value = try BloodPressure(
            given.operands[1],
            unit: given["--unit"],
            allowingImplausible: given.has("--force")
        )
        let columns = value.columns(row)
        _ = try await connection.save(columns)
        try Output.print(columns[columns.count - 1].ids[0].description)
        show(.bloodPressure, "\(value.text) \(value.unit.text)", row, dates)
    }

    /// Shows how the command line was read: 180 without a unit may have been meant as centimeters.
    private static func show(_ type: ObjectType, _ value: String, _ row: NewSamples.Row, _ dates: DateReader) {
        let texts = DateText(zone: dates.zone)
        let end = texts.localEnd(row.end, after: row.start)
        let time = end.isEmpty ? "at \(texts.local(row.start))" : "from \(texts.local(row.start)) to \(end)"
        Terminal.printError("Saved \(type.shortName) \(value), \(time).")
    }

    /// A value may end in its unit: `5.4mmol/L`.
    private static func valueAndUnit(_ given: GivenOptions, _ type: ObjectType) throws -> (String, String?) {
        let text = given.operands[1]
        guard type.kind == .quantity, DecimalText.value(text.utf8Span.span, shiftedBy: 0) == nil,
            let digit = text.lastNumberIndex
        else { return (text, given["--unit"]) }
        let suffix = text[text.index(after: digit)...].trimmed
        guard !suffix.isEmpty, suffix != "%" else { return (text, given["--unit"]) }
        guard given["--unit"] == nil else {
            throw given.usageError("--unit and a unit after the value exclude each other.")
        }
        return (String(text[...digit]), suffix)
    }

    private static func saveFile(
        _ given: GivenOptions,
        _ metadata: Metadata,
        _ dates: DateReader,
        on connection: Connection
    ) async throws {
        guard given.operands.count <= 1, given["--at"] == nil, given["--from"] == nil, given["--to"] == nil else {
            throw given.usageError("A file excludes a value and dates on the command line.")
        }
        let type = try given.operands.first.map { name throws(InputError) in try TypeName.type(name) }
        let allowsImplausible = given.has("--force")
        let app = app(given).bundleIdentifier
        if let path = given["--csv"] {
            guard let type else { throw given.missing("TYPE") }
            let values = try SampleValueReader(type, unit: given["--unit"], allowingImplausible: allowsImplausible)
            let saving = FileSave(
                connection: connection,
                app: app,
                comparesMetadata: metadata != .none,
                comparesDevice: false
            )
            return try await saving.save(CSVSamples(path, of: values, metadata: metadata, dates: dates))
        }
        guard metadata == .none else { throw given.usageError("--json and --metadata exclude each other.") }
        let reader = SampleObjectReader(
            type: type,
            unit: given["--unit"],
            allowsImplausible: allowsImplausible,
            dates: dates
        )
        let saving = FileSave(connection: connection, app: app, comparesMetadata: true, comparesDevice: true)
        try await saving.save(JSONSamples(given["--json"] ?? "-", reader))
    }

    private static func time(_ given: GivenOptions, _ dates: DateReader) throws -> (Timestamp, Timestamp) {
        guard let from = given["--from"] else {
            guard given["--to"] == nil else { throw given.usageError("--to needs --from.") }
            let moment = try given["--at"].map(dates.moment) ?? dates.now
            return (moment, moment)
        }
        let start = try dates.moment(from)
        let end = try given["--to"].map(dates.moment) ?? dates.now
        guard start <= end else { throw given.usageError("--to is before --from.") }
        return (start, end)
    }
}

extension String {
    /// The last digit of a number at the beginning: where a unit after it may begin.
    fileprivate var lastNumberIndex: Index? {
        var position = startIndex
        var last: Index?
        while position < endIndex, "0123456789+-.,".contains(self[position]) {
            last = self[position].isNumber ? position : last
            position = index(after: position)
        }
        return last
    }
}
