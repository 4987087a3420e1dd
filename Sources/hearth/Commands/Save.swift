import HearthClient
import HearthModel
import HearthWire

/// `hearth save`.
enum Save: ClientCommand {
    static let name = "save"
    static let summary = "save a sample, or the samples of a CSV or JSON file"
    static let flags = ["--force"]
    static let values = [
        "--unit", "--at", "--from", "--to", "--distance", "--energy", "--metadata", "--csv", "--map", "--json",
        "--app", "--socket",
    ]
    static let operands = 0...3
    static let operandNames = ["TYPE", "VALUE", "UNIT"]

    static let help = """
        Saves one sample, or the samples of a file. When it prints its result, the samples are on disk.

        usage: hearth save TYPE VALUE [--unit UNIT] [--at DATE | --from DATE [--to DATE]] [--force]
                           [--metadata KEY=VALUE]... [--app ID] [--socket PATH]
               hearth save workout ACTIVITY --from DATE [--to DATE] [--distance LENGTH] [--energy ENERGY]
                           [--metadata KEY=VALUE]... [--app ID] [--socket PATH]
               hearth save TYPE --csv FILE [--map FIELD=COLUMN]... [--unit UNIT] [--force]
                           [--metadata KEY=VALUE]... [--app ID] [--socket PATH]
               hearth save [TYPE] --json FILE [--unit UNIT] [--force] [--app ID] [--socket PATH]

          TYPE           heartRate, stepCount, sleepAnalysis, ...: see 'hearth types'
          VALUE          a number, or a number and its unit in one word, such as 5.4mmol/L; for a category a number or a
                         name, such as asleepCore; for bloodPressure 120/80 or 16/10.7kPa. A percentage is written 97
                         or 97%, which HealthKit stores as 0.97. Types with a single value, such as mindfulSession, need
                         none.
          ACTIVITY       running, cycling, yoga, ... of a workout

        options:
          --unit UNIT    the unit of the value; default: the unit that 'hearth types' lists. With '--unit 1' a
                         percentage is written as HealthKit's 0.97. For blood glucose 'mmol/L' needs no molar mass.
          --at DATE      the time of measurement; default: now
          --from DATE    the start of the sample
          --to DATE      the end of the sample; default: now
          --distance LENGTH
                         the total distance of a workout, such as 5km; without a unit in metres
          --energy ENERGY
                         the energy burned in a workout, such as 300kcal; without a unit in kilocalories
          --metadata KEY=VALUE
                         metadata for each sample; may be repeated. HealthKit's keys, such as HKWasUserEntered, have a
                         kind of value: true or false, a number, a text, a date, a number and its unit, or a name such
                         as bolus of HKInsulinDeliveryReason, which is stored as its number. Values of other keys are
                         texts. 'hearth types TYPE' says which key a type needs.
          --csv FILE     read samples of TYPE from a CSV file, or from standard input if FILE is '-'
          --map FIELD=COLUMN
                         the column that is the start, end, value, unit or uuid of a CSV file whose header has other
                         names; may be repeated: --map start=time --map value=bpm
          --json FILE    read samples from a file with one JSON object on each line, or from standard input if FILE
                         is '-'
          --force        accept impossible values: a negative count or rate, a saturation above 100 % or of 1 % and
                         less, a temperature below absolute zero, a blood pressure such as 80/120, a height of 180 m, a
                         body temperature of 98.6 degC, a time in the future
        \(clientOptionsHelp)

        \(DateReader.help)

        Prints the UUID of the sample, or the number of samples. Standard error shows the sample, or the first one of a
        file, as it was read. A blood pressure is stored as three samples: its two values, and the correlation that joins
        them. The UUID is that of the correlation.

        A CSV file has the columns start, end, value. With a header they may be in any order, together with 'unit' and
        'uuid'; other columns are ignored. A line with more fields than the first one is an error. Commas, semicolons or
        tabs separate the fields, whichever comes first. Unless it is a comma, decimals may have one: 80,5. Digits are
        not grouped. With startDate and endDate instead of start and end, values in '%' are shares, as Apple exports
        them: 97 % is 0.97. Names of values may be Apple's, such as HKCategoryValueSleepAnalysisAsleepREM.

        A JSON file is what 'hearth query --json' and 'hearth watch --json' print. Each object has the members type,
        start and value, and may have end, unit, uuid, metadata and device; others are ignored. TYPE is the type of
        objects without one. Samples of other types, and series of values, have more members than a value:
        'hearth query --json --series' prints all of them. Lines with only a summary, such as a number of locations, are
        left out and counted, and the command ends with 1.

        The line of a correlation has its members as samples. Those that have lines of their own as well are saved once.
        The line of a workout names its samples by UUID. They become part of it after the file is saved, and need lines
        of their own unless they are stored: 'hearth query workout workoutRoute heartRate --json --series' prints them
        together.

        A file is saved in parts: when a line is wrong, the parts before it stay, and the error says so. Correct the
        line and save the file again. Each sample is saved as one of the app that 'hearth save' acts as, whatever source
        the file names.

        A file can be saved again: a sample that is stored with the same content stays as it is, whichever app saved it.
        A line without a UUID gets one that is derived from its type, start, end, value and unit, and from the number of
        equal lines before it in the file. A line that has changed is a new sample. A UUID that is stored with other
        times, another value or, in JSON, other metadata or another device, is an error that names the line. So is the UUID
        of a sample that another app has deleted, if this program is limited as an app is, such as by 'hearth app run'.
        """

    static func connector(_ connect: @escaping Connector, _ given: GivenOptions) -> Connector {
        OutageNotices.connector(connect, given)
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--at", "--from"])
        try given.checkOnlyOne(of: ["--at", "--to"])
        try given.checkOnlyOne(of: ["--csv", "--json"])
        guard given["--map"] == nil || given["--csv"] != nil else { throw given.usageError("--map is for CSV files.") }
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
        guard let name = given.operands.first else { throw given.missing(operandNames[0]) }
        let type = try TypeName.type(name)
        if type == .workout {
            return try await saveWorkout(given, metadata, dates, on: connection)
        }
        if let option = ["--distance", "--energy"].first(where: { given[$0] != nil }) {
            throw given.usageError("\(option) is for workouts.")
        }
        guard given.operands.count == 2 || type.categoryNames.count == 1 else { throw given.missing(operandNames[1]) }
        let (start, end) = try time(given, dates)
        let row = NewSamples.Row(start: start, end: end, attachment: NewSamples.Attachment(metadata: metadata))
        try MetadataReader.check(metadata, of: type)
        let (text, unit) = try valueAndUnit(given, type)
        let values = try SampleValueReader(type, unit: unit, allowingImplausible: given.has("--force"))
        let value = try values.value(text.trimmed.utf8Span.span, in: values.unit)
        var samples = NewSamples(of: type, unit: values.unit)
        samples.add(value, row)
        let columns = samples.numbered().map(\.columns)
        _ = try await connection.save(columns)
        let last = columns[columns.count - 1]
        try Output.print(last.ids[0].description)
        // Shows how the command line was read: 180 without a unit may have been meant as centimeters.
        let sample = SampleRow(columns: last, row: 0, pressures: pressures(value, values.unit))
        Terminal.printError("Saved \(sample.summary(DateText(zone: dates.zone))).")
    }

    private static func saveWorkout(
        _ given: GivenOptions,
        _ metadata: Metadata,
        _ dates: DateReader,
        on connection: Connection
    ) async throws {
        guard given.operands.count == 2 else { throw given.missing("ACTIVITY") }
        let activity = try WorkoutReading.activity(given.operands[1])
        guard given["--from"] != nil, given["--unit"] == nil else {
            throw given.usageError(
                given["--unit"] == nil ? "--from is missing: when the workout began." : "A workout has no unit."
            )
        }
        let (start, end) = try time(given, dates)
        let detail = WorkoutDetail(
            totalEnergyBurned: try given["--energy"].map { try WorkoutReading.total($0, "--energy", in: .kilocalorie) },
            totalDistance: try given["--distance"].map { try WorkoutReading.total($0, "--distance", in: .meter) }
        )
        let columns = SampleColumns(
            type: .workout,
            ids: ObjectIDGenerator.shared.next(count: 1),
            starts: [start],
            ends: [end],
            metadata: metadata == .none ? DictionaryColumn() : DictionaryColumn(entries: [metadata]),
            payload: .workout(WorkoutColumns(activityTypes: [activity], details: [detail]))
        )
        _ = try await connection.save([columns])
        try Output.print(columns.ids[0].description)
        let sample = SampleRow(columns: columns, row: 0)
        Terminal.printError("Saved \(sample.summary(DateText(zone: dates.zone))).")
    }

    private static func pressures(_ value: SampleValue, _ unit: DisplayUnit?) -> BloodPressureValues? {
        guard case .bloodPressure(let systolic, let diastolic) = value, let unit else { return nil }
        return BloodPressureValues([systolic, diastolic], unit: unit)
    }

    /// A value may end in its unit: `5.4mmol/L`.
    private static func valueAndUnit(_ given: GivenOptions, _ type: ObjectType) throws -> (String, String?) {
        let text = given.operands.count > 1 ? given.operands[1] : ""
        let (number, suffix) = text.numberAndUnit
        guard type.displayUnit != nil, !suffix.isEmpty, suffix != "%" else { return (text, given["--unit"]) }
        guard given["--unit"] == nil else {
            throw given.usageError("--unit and a unit after the value exclude each other.")
        }
        return (number, suffix)
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
        let texts = DateText(zone: dates.zone)
        if let path = given["--csv"] {
            guard let type else { throw given.missing("TYPE") }
            try MetadataReader.check(metadata, of: type)
            let values = try SampleValueReader(type, unit: given["--unit"], allowingImplausible: allowsImplausible)
            let saving = FileSave(
                connection: connection,
                app: app,
                comparesMetadata: metadata != .none,
                comparesDevice: false,
                dates: texts
            )
            let names = try CSVColumnNames(given.all("--map"))
            let file = try FileBytes(path)
            let key = try await connection.identityKey()
            return try await saving.save(
                CSVSamples(file, of: values, names: names, metadata: metadata, dates: dates, key: key)
            )
        }
        guard metadata == .none else { throw given.usageError("--json and --metadata exclude each other.") }
        let reader = SampleObjectReader(
            type: type,
            unit: given["--unit"],
            allowsImplausible: allowsImplausible,
            dates: dates
        )
        let saving = FileSave(
            connection: connection,
            app: app,
            comparesMetadata: true,
            comparesDevice: true,
            dates: texts
        )
        let file = try FileBytes(given["--json"] ?? "-")
        let key = try await connection.identityKey()
        try await saving.save(JSONSamples(file, reader, key: key))
    }

    private static func time(_ given: GivenOptions, _ dates: DateReader) throws -> (Timestamp, Timestamp) {
        guard let from = given["--from"] else {
            guard given["--to"] == nil else { throw given.usageError("--to needs --from.") }
            let moment = try given["--at"].map(dates.moment) ?? dates.now
            try checkIsPast(moment, given, dates)
            return (moment, moment)
        }
        let start = try dates.moment(from)
        let end = try given["--to"].map(dates.moment) ?? dates.now
        guard start <= end else { throw given.usageError("--to is before --from.") }
        try checkIsPast(end, given, dates)
        return (start, end)
    }

    /// What is saved with a time of tomorrow would be the newest until then.
    private static func checkIsPast(_ moment: Timestamp, _ given: GivenOptions, _ dates: DateReader) throws(InputError)
    {
        guard moment > dates.now, !given.has("--force") else { return }
        throw InputError("\(DateText(zone: dates.zone).local(moment)) is in the future. Use --force to save it.")
    }
}
