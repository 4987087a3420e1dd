import Foundation
import HearthClient
import HearthFormats
import HearthModel

/// `hearth import`.
enum Import: ClientCommand {
    static let name = "import"
    static let summary = "import exports of Apple Health, Health Connect and Strava, workout files or CSV"
    static let flags = ["--dry-run", "--update", "--force"]
    static let values = ["--since", "--types", "--map", "--format", "--app", "--socket"]
    static let operands = ClosedRange.atLeast(1)
    static let operandNames = ["FILE"]

    static let help = """
        Imports the health data in files or folders. It can be stopped at any time and run again: what is stored is not
        stored twice.

        usage: hearth import FILE... [--dry-run] [--since DATE] [--types TYPE]... [--update] [--force]
                             [--map FIELD=COLUMN]... [--format FORMAT] [--app ID] [--socket PATH]

          FILE           an export of Apple Health (export.zip, the XML file in it, or the unpacked folder), one of
                         Android's Health Connect (the zip or the database in it), Strava's archive of an account
                         (the zip or the unpacked folder), a GPX, TCX or FIT file, a CSV file as 'hearth save --csv'
                         reads it, the folder of 'hearth export --csv', or any folder with archives of exports and
                         workout files, such as that of downloads. Workout files may be compressed by gzip.

        options:
          --dry-run      save nothing; print what would be saved, or how much of a CSV file
          --since DATE   only samples that start at this time or later; workout files only if they start then
          --types TYPE   only samples of this type; may be repeated, or names several with commas: heartRate,workout.
                         A CSV file by itself needs it: the type of its samples.
          --map FIELD=COLUMN
                         the column of a CSV file that is the start, end, value, unit or uuid; may be repeated:
                         --map start=time --map value=bpm
          --update       replace samples that are stored with another value. Without it they stay as they are.
          --force        accept impossible values in CSV files: see 'hearth save --help'
          --format apple-health|health-connect|strava|workout|csv
                         what the files are, where their content does not tell
          --app ID       the app that saves the samples of CSV files; default: $HEARTH_APP_ID, or else
                         \(standardApp)
          --socket PATH  the server's socket; default: as for 'hearth serve'

        \(DateReader.help)

        Each source in an export or workout file stays a source of its own, such as 'apple-health:iPhone', or the app
        'com.fitbit.FitbitMobile' of Health Connect, so that the values of a phone and a watch stay separate: 'hearth
        sources' lists them. 'hearth delete --imported-from FILE' removes what was imported, except samples of CSV: they
        belong to the app that saved them, and 'hearth delete TYPE' removes those that you name by UUID or time.

        Samples in an export have no UUIDs. They get some that depend on type, source, times and date of creation, so
        that a later export adds only what is new, whatever units or languages it is in. A workout gets the samples
        that its source measured meanwhile, and its route. Identifiers for synchronization are kept as imported
        metadata and replace nothing.

        Records of Health Connect keep their UUIDs. A record with several values, such as a series of heart rates,
        becomes a sample for each. A distance becomes one of the sport in whose workout it was measured. What HealthKit
        has no type for, such as the variability of the heart rate as RMSSD, is listed as not taken.

        In Strava's archive the files of the activities are the truth. Its list adds the names, and the sports that the
        files do not have. Activities that were typed in have no file and are not taken.

        At the end a table says for each type how many samples are new, were stored already (known), are stored with
        another value (changed, or with --update replaced), and what was not taken and why. The import compares the values
        of quantities and categories, the activity, end, duration and totals of workouts, the ends of routes, and in
        workout files their locations. It does not compare records and metadata: what is stored of them stays as it is.
        Summaries of activity are not taken: their values are computed from the samples.
        The command ends with 1 if something was not taken, apart from objects of kinds that this version cannot store.
        What an app saved is never replaced. A sample that was deleted is new again.

        What a workout file says at its beginning names its recording: in FIT manufacturer, product and serial number of
        the device, when it created the file, and the first point; in GPX and TCX the device or program, and the start.
        Two files of a recording are the same workout, whatever sport, end and locations they have. One that differs from
        what is stored counts as changed, and nothing of it is saved. --update replaces the workout, and deletes samples
        of it that the file does not have.
        Of a FIT file that was cut off, what precedes the cut is imported. The whole file adds the rest, and with --update
        replaces the workout and its route. A cut file never replaces a whole one.
        A GPX file that 'hearth export' wrote is known where its workout is stored. Tables of workouts, blood pressures
        and records that 'hearth export --csv' wrote are not taken, because they do not hold all of them. A line of CSV
        with a corrected value or unit and without a UUID is a new sample: delete the old one.
        """

    static func connector(_ connect: @escaping Connector, _ given: GivenOptions) -> Connector {
        OutageNotices.connector(connect, given)
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        let dates = DateReader.current
        let since = try given["--since"].map(dates.moment)
        let types = try types(given)
        let format = try format(given)
        let names = try CSVColumnNames(given.all("--map"))
        let store = ImportStore(
            connection,
            updates: given.has("--update"),
            isDryRun: given.has("--dry-run")
        ) { app in Connection(options(given, as: app)) }
        do {
            let files = try ImportFile.files(at: given.operands, format)
            for table in files where table.kind == .csv {
                try checkOptionsOfCSV(given, types, table)
            }
            guard !names.areGiven || files.contains(where: { $0.kind == .csv }) else {
                throw given.usageError("--map is for CSV files, and none of the files is one.")
            }
            for file in files {
                if let fault = file.fault {
                    await store.omitFile(file.path, fault)
                    continue
                }
                await store.beginFile(idsNameApps: [.appleHealth, .healthConnect].contains(file.kind))
                switch file.kind {
                case .appleHealth, .healthConnect:
                    let selection = HealthSelection(types: types, since: since)
                    try await HealthImport(store: store).run(file, selection)
                case .workout:
                    try await WorkoutImport(store: store, since: since, types: types).run(file)
                case .strava:
                    try await WorkoutImport(store: store, since: since, types: types).runArchive(file)
                case .csv:
                    guard let type = file.type ?? types?.first, types?.contains(type) ?? true else { continue }
                    try await saveCSV(file, type, names, given, dates, in: store)
                }
            }
        } catch {
            Terminal.showProgress("")
            if !(error is UsageError) {
                try await store.printTable()
            }
            await store.close()
            throw error
        }
        Terminal.showProgress("")
        try await store.printTable()
        let faults = await store.faults
        await store.close()
        guard faults.isEmpty else { throw CommandError(faults.joined(separator: ", and ") + ".") }
    }

    private static func types(_ given: GivenOptions) throws -> [ObjectType]? {
        let names = given.all("--types").flatMap { $0.split(separator: ",") }
        guard !names.isEmpty else { return nil }
        return try names.map { name throws(InputError) in try TypeName.type(String(name).trimmed) }
    }

    /// What files are, if their content does not tell. `others`: the formats that a command can do nothing with.
    static func format(_ given: GivenOptions, except others: [ImportFile.Kind] = []) throws -> ImportFile.Kind? {
        guard let name = given["--format"] else { return nil }
        guard let kind = ImportFile.Kind(rawValue: name) else {
            let names = ImportFile.Kind.allCases.filter { !others.contains($0) }.map(\.rawValue).joined(separator: ", ")
            throw given.usageError("'\(name.printable)' is not a format. The formats are: \(names).")
        }
        return kind
    }

    /// Before any file is imported.
    private static func checkOptionsOfCSV(
        _ given: GivenOptions,
        _ types: [ObjectType]?,
        _ table: ImportFile
    ) throws(UsageError) {
        guard table.type != nil || types?.count == 1 else {
            throw given.usageError(
                "\(table.path.printable) is CSV, which needs the one type of its samples: --types TYPE."
                    + example(for: table)
            )
        }
        guard !given.has("--update"), given["--since"] == nil else {
            throw given.usageError("--update and --since are not for CSV files.")
        }
    }

    /// The type that the name of a CSV file or of one of its columns may mean, as an example. "": none.
    private static func example(for table: ImportFile) -> String {
        let name = URL(filePath: table.path).deletingPathExtension().lastPathComponent
        let start = try? FileHandle(forReadingFrom: URL(filePath: table.path)).read(upToCount: headerMax)
        let header = String(decoding: start ?? Data(), as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        let columns = header.split { ",;\t".contains($0) }.map { $0.filter { $0 != "\"" }.trimmed }
        let types = ([name] + columns).compactMap { try? TypeName.type($0) }.filter(\.isSavedByValue)
        guard let type = types.first?.shortName else { return " 'hearth types' lists the types." }
        return " For \(type): --types \(type)."
    }

    /// More bytes of a header are not read for an example.
    private static let headerMax = 4_096

    private static func saveCSV(
        _ file: ImportFile,
        _ type: ObjectType,
        _ names: CSVColumnNames,
        _ given: GivenOptions,
        _ dates: DateReader,
        in store: ImportStore
    ) async throws {
        let connection = store.connection
        let saving = FileSave(
            connection: connection,
            app: app(given).bundleIdentifier,
            comparesMetadata: false,
            comparesDevice: false,
            isDryRun: given.has("--dry-run"),
            dates: DateText(zone: dates.zone),
            isOneOfSeveral: true
        )
        let key = try await connection.identityKey()
        do {
            let bytes = try FileBytes(file.path)
            guard type.isSavedByValue, file.type == nil || type.kind != .correlation else {
                let count = try CSVReader.recordCount(of: bytes)
                await store.omit(type.identifier, "CSV does not hold all of a \(type.kind.name)", count: count)
                return
            }
            let values = try SampleValueReader(type, unit: nil, allowingImplausible: given.has("--force"))
            try await saving.save(
                CSVSamples(bytes, of: values, names: names, metadata: .none, dates: dates, key: key)
            )
        } catch let error as CommandError {
            await store.omitTable(file.path, error.description, isPartSaved: false)
        } catch let fault as FileSave.Fault {
            let text = "\(file.path.printable): \(fault)"
            guard fault.isOfFile else { throw CommandError(text) }
            await store.omitTable(file.path, fault.description, isPartSaved: fault.isPartSaved)
        }
    }
}
