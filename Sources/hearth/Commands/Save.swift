import HearthClient
import HearthModel
import HearthWire

/// `hearth save`.
enum Save: ClientCommand {
    static let name = "save"
    static let summary = "save a sample, or those of a CSV file"
    static let flags = ["--force"]
    static let values = ["--unit", "--at", "--from", "--to", "--metadata", "--csv", "--app", "--socket"]
    static let operands = 1...2

    static let help = """
        Saves a sample, or many from a file. What it prints is safe on the disk.

        usage: hearth save TYPE VALUE [--unit UNIT] [--at DATE | --from DATE [--to DATE]] [--force]
                           [--metadata KEY=VALUE]... [--app ID] [--socket PATH]
               hearth save TYPE --csv FILE [--unit UNIT] [--force] [--metadata KEY=VALUE]... [--app ID]
                           [--socket PATH]

          TYPE           heartRate, stepCount, sleepAnalysis, ...: see 'hearth types'
          VALUE          a number; of a category a number or a name, such as asleepCore. A percentage is written 97 or
                         97%: HealthKit stores it as 0.97.

        options:
          --unit UNIT    of the value; else the one that 'hearth types' says. With '--unit 1' a percentage is written
                         as HealthKit has it, 0.97. For blood glucose 'mmol/L' needs no molar mass.
          --at DATE      when it was measured; else now
          --from DATE    when it began; it ended at --to, else now
          --metadata KEY=VALUE
                         to attach to each sample; may be given several times
          --csv FILE     reads samples from a file, or from standard input if it is '-'. Columns: start, end, value.
                         With a header line they may be in any order, with 'unit' and 'uuid' among them and others,
                         which are ignored: what 'hearth query --csv' prints can be read. The header may also say
                         startDate and endDate.
          --force        saves also what cannot be: a negative count or rate, a saturation above 100 %, a temperature
                         below absolute zero
        \(clientOptionsHelp)

        \(DateReader.help)

        Prints the UUID of the sample, or the number of samples. A file is saved in parts: when a line is wrong, the
        parts before it stay, and the error says so. Lines with a 'uuid' can be saved again and are kept once. A line
        with the 'uuid' of another app's sample is refused: name that app with --app, or remove the column.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--at", "--from"])
        try given.checkOnlyOne(of: ["--at", "--to"])
        let dates = DateReader.current
        let metadata = try MetadataReader(dates: dates).metadata(given.all("--metadata"))
        let values = try SampleValueReader(
            TypeName.type(given.operands[0]),
            unit: given["--unit"],
            allowingImpossible: given.has("--force")
        )
        if let path = given["--csv"] {
            guard given.operands.count == 1, given["--at"] == nil, given["--from"] == nil, given["--to"] == nil else {
                throw given.usageError("--csv goes without a value and without dates: the file has them.")
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
        guard start <= end else { throw given.usageError("The sample would end before it begins.") }
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
                async let saving = connection.save([columns])
                // The next samples are read while the server writes these. Whatever is wrong with them, these are saved.
                let following = Result { try file.next() }
                let committed = try await saving
                total.added += committed.added
                total.unchanged += committed.unchanged
                Terminal.showProgress("\((total.added + total.unchanged).counted("sample")) saved...")
                next = try following.get()
            }
        } catch {
            guard total.added + total.unchanged > 0 else {
                throw CommandError(text(of: error) + " Nothing was saved.")
            }
            let kept = (total.added + total.unchanged).counted("sample is saved", "samples are saved")
            throw CommandError("\(text(of: error)) From the lines before it \(kept).")
        }
        Terminal.showProgress("")
        let known = total.unchanged > 0 ? ", \(total.unchanged.counted("was", "were")) stored already" : ""
        try Output.print("\(total.added.counted("sample")) saved\(known).")
    }

    private static func text(of error: any Error) -> String {
        let text = ErrorText.text(of: error)
        guard let error = error as? HearthError, error.code == .identifierConflict else { return text }
        return text + " If the file was exported from another app's samples, name that app with --app; to save copies"
            + " with UUIDs of their own, remove the column 'uuid'."
    }
}
