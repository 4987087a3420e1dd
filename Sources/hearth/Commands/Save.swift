import HearthClient
import HearthModel
import HearthWire

/// `hearth save`.
enum Save: ClientCommand {
    static let name = "save"
    static let summary = "save a sample, or the samples of a CSV file"
    static let flags = ["--force"]
    static let values = ["--unit", "--at", "--from", "--to", "--metadata", "--csv", "--app", "--socket"]
    static let operands = 1...2

    static let help = """
        Saves one sample, or the samples of a file. When it prints its result, the samples are on disk.

        usage: hearth save TYPE VALUE [--unit UNIT] [--at DATE | --from DATE [--to DATE]] [--force]
                           [--metadata KEY=VALUE]... [--app ID] [--socket PATH]
               hearth save TYPE --csv FILE [--unit UNIT] [--force] [--metadata KEY=VALUE]... [--app ID]
                           [--socket PATH]

          TYPE           heartRate, stepCount, sleepAnalysis, ...: see 'hearth types'
          VALUE          a number; for a category a number or a name, such as asleepCore. A percentage is written 97 or
                         97%, which HealthKit stores as 0.97.

        options:
          --unit UNIT    the unit of the value; default: the unit that 'hearth types' lists. With '--unit 1' a
                         percentage is written as HealthKit's 0.97. For blood glucose 'mmol/L' needs no molar mass.
          --at DATE      the time of measurement; default: now
          --from DATE    the start of the sample
          --to DATE      the end of the sample; default: now
          --metadata KEY=VALUE
                         metadata for each sample; may be repeated
          --csv FILE     read samples from a file, or from standard input if FILE is '-'
          --force        accept impossible values: a negative count or rate, a saturation above 100 %, a temperature
                         below absolute zero
        \(clientOptionsHelp)

        \(DateReader.help)

        Prints the UUID of the sample, or the number of samples.

        A CSV file has the columns start, end, value. With a header they may be in any order, together with 'unit' and
        'uuid'; other columns are ignored. The header may also say startDate and endDate. Fields are separated by
        commas; by semicolons, if a semicolon comes before the first comma, and then decimals may have a comma: 80,5.
        Digits are not grouped.

        A file is saved in parts: when a line is wrong, the parts before it stay, and the error says so. A line with
        a 'uuid' can be saved again and is kept once. It is refused when a sample with this UUID and other content is
        stored, such as one of another app (name it with --app) or one with metadata; without the column 'uuid'
        each line becomes a new sample.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--at", "--from"])
        try given.checkOnlyOne(of: ["--at", "--to"])
        let dates = DateReader.current
        let metadata = try MetadataReader(dates: dates).metadata(given.all("--metadata"))
        let values = try SampleValueReader(
            TypeName.type(given.operands[0]),
            unit: given["--unit"],
            allowingImplausible: given.has("--force")
        )
        if let path = given["--csv"] {
            guard given.operands.count == 1, given["--at"] == nil, given["--from"] == nil, given["--to"] == nil else {
                throw given.usageError("--csv excludes a value and dates: the file has them.")
            }
            try await save(SampleFile(path, of: values, metadata: metadata, dates: dates), on: connection)
        } else {
            guard given.operands.count == 2 else { throw given.usageError("Missing value.") }
            var samples = NewSamples(of: values.type, unit: values.unit)
            samples.metadata = metadata
            let (start, end) = try time(given, dates)
            if let unit = values.unit {
                let value = try values.quantity(given.operands[1].utf8Span.span, in: unit)
                samples.add(quantity: value, from: start, to: end)
            } else {
                samples.add(category: try values.category(given.operands[1]), from: start, to: end)
            }
            try await save(samples, on: connection)
        }
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

    private static func save(_ samples: consuming NewSamples, on connection: Connection) async throws {
        guard let columns = samples.takeColumns() else { return }
        _ = try await connection.save([columns])
        try Output.print(columns.ids[0].description)
    }

    private static func save(_ file: consuming SampleFile, on connection: Connection) async throws {
        var total = Committed(anchor: [])
        defer { Terminal.showProgress("") }
        do {
            var next = try file.next()
            while let columns = next {
                async let saving = save(columns, on: connection)
                // The next samples are read while the server writes these. These are saved even if the next are wrong.
                let following = Result { try file.next() }
                let committed = try await saving
                total.added += committed.added
                total.unchanged += committed.unchanged
                Terminal.showProgress("\((total.added + total.unchanged).pluralized("sample")) saved...")
                next = try following.get()
            }
        } catch {
            guard total.added + total.unchanged > 0 else {
                throw CommandError(ErrorText.text(of: error) + " Nothing was saved.")
            }
            let kept = (total.added + total.unchanged).pluralized("sample is saved", "samples are saved")
            throw CommandError("\(ErrorText.text(of: error)) From the lines before it \(kept).")
        }
        Terminal.showProgress("")
        let known = total.unchanged > 0 ? ", \(total.unchanged.pluralized("was", "were")) stored already" : ""
        try Output.print("\(total.added.pluralized("sample")) saved\(known).")
    }

    /// Saves the samples of a file. A conflict does not name the row of a frame, which means nothing in a file.
    private static func save(_ columns: SampleColumns, on connection: Connection) async throws -> Committed {
        do {
            return try await connection.save([columns])
        } catch let error as HearthError where error.code == .identifierConflict {
            throw CommandError(
                "\(error.message) (\(error.code.name)) The stored sample has another value, time, metadata, device or app"
                    + " than the file. If another app saved it, name that app with --app; to save copies with new UUIDs,"
                    + " remove the column 'uuid'."
            )
        }
    }
}
