import Foundation
import HearthClient
import HearthFormats
import HearthModel
import HearthSystem

/// `hearth export`.
enum Export: ClientCommand {
    static let name = "export"
    static let summary = "write samples as Apple's export, GPX, CSV or JSON"
    static let flags = ["--series"]
    static let values = formats + SampleSelection.options + ["--types", "--trim", "--app", "--socket"]
    static let operands = ClosedRange.none
    private static let formats = ["--apple", "--csv", "--json", "--gpx"]

    static let help = """
        Writes what is stored in a format that other programs read.

        usage: hearth export --apple FILE|--csv FOLDER|--json FILE [--series] [--types TYPE]... [--since DATE]
                             [--until DATE] [--source ID]... [--app ID] [--socket PATH]
               hearth export --gpx FOLDER [--since DATE] [--until DATE] [--source ID]... [--trim METRES] [--app ID]
                             [--socket PATH]

        options:
          --apple FILE   an archive as the Health app of a phone exports it, with the files of routes,
                         electrocardiograms and clinical records
          --csv FOLDER   a folder with a file for each type, as 'hearth query --csv' prints it: workouts with activity,
                         duration, distance and energy
          --json FILE    a line for each sample, as 'hearth query --json' prints it
          --series       with --json all of each sample, as 'hearth query --json --series' prints it
          --gpx FOLDER   a folder with a file for each workout that has a route, named by its start in UTC and its sport
          --types TYPE   only samples of this type; may be repeated, or names several with commas: heartRate,workout
          --since DATE   only samples that start at this time or later
          --until DATE   only samples that start before this time
          --source ID    only samples of this app; may be repeated. 'hearth sources' lists the apps.
          --trim METRES  leave out the first and the last metres of each route, which tell where people live
        \(clientOptionsHelp)

        \(DateReader.help)

        A folder is made if it does not exist, and a file replaces one of its name. Only you can read the files. 'hearth
        import' reads an archive or GPX files back, 'hearth save --csv' a file of CSV, except for workouts, routes and
        series of values, and 'hearth save --json' all of a file that was written with --series. Each sample is then one
        of the app that saves. 'hearth backup' copies everything.

        What Apple's format cannot hold is listed at the end. The format has no UUIDs, no identifiers of apps and whole
        seconds only, so an import into the same store adds every sample once more.

        From the folder of GPX files, those are removed that an earlier export wrote for the same workouts.

        A GPX file has the route with altitudes, speeds and courses, and the heart rate, cadence and power that belong to
        the workout and were measured at the moment of a location. Steps of at most ten seconds become a cadence. GPX has
        no laps, totals and other quantities. A file also names the UUID of the workout and the app that saved it, so that
        an import knows the workouts that are stored.
        """

    static func connector(_ connect: @escaping Connector, _ given: GivenOptions) -> Connector {
        OutageNotices.connector(connect, given)
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        let named = formats.filter { given[$0] != nil }
        guard named.count == 1, let format = named.first, let path = given[format] else {
            throw given.usageError("Name one format: \(formats.joined(separator: ", ")).")
        }
        guard path != "-" else {
            throw given.usageError("An export is a file or a folder: name it. 'hearth query' prints samples.")
        }
        guard !given.has("--series") || format == "--json" else {
            throw given.usageError("--series is for JSON only.")
        }
        var selection = try SampleSelection(given, dates: .current)
        try await selection.findSources(on: connection)
        let names = given.all("--types").flatMap { $0.split(separator: ",") }
        if format == "--gpx" {
            guard names.isEmpty else { throw given.usageError("--types is not for GPX: it has workouts only.") }
            return try await writeRoutes(to: path, selection, try metres(given), on: connection)
        }
        guard given["--trim"] == nil else { throw given.usageError("--trim is for GPX only.") }
        let types =
            names.isEmpty
            ? ObjectType.all.filter(\.isStored)
            : try names.map { name throws(InputError) in try TypeName.type(String(name).trimmed) }
        let lines = LineFiles(
            connection: connection,
            selection: selection,
            types: types,
            includesSeries: given.has("--series")
        )
        switch format {
        case "--csv":
            let written = try await lines.writeCSV(to: path)
            try Output.print(
                "\(written.samples.counted("sample")) in \(written.files.counted("file")) in \(path)."
            )
        case "--json":
            try Output.print("\(try await lines.writeJSON(to: path).counted("sample")) in \(path).")
        default:
            try await writeApple(to: path, selection, types, on: connection)
        }
    }

    private static func writeApple(
        to path: String,
        _ selection: SampleSelection,
        _ types: [ObjectType],
        on connection: Connection
    ) async throws {
        var file = HealthExporter(connection, selection, types)
        try await file.write(to: path)
        try Output.print("\(file.count.counted("sample")) in \(path).")
        let losses = HealthLoss.allCases.compactMap { loss in file.losses[loss].map { (loss, $0) } }
        guard !losses.isEmpty else { return }
        Terminal.printError("The format cannot hold:")
        for (loss, count) in losses {
            Terminal.printError("  \(loss.rawValue): \(count)")
        }
        for (type, count) in file.leftOut.sorted(by: { $0.key < $1.key }) {
            Terminal.printError("    \(type): \(count)")
        }
    }

    private static func writeRoutes(
        to folder: String,
        _ selection: SampleSelection,
        _ metres: Double,
        on connection: Connection
    ) async throws {
        var files = try RouteFolder(folder)
        let reader = WorkoutReader(connection: connection)
        var withoutRoute = 0
        var tooShort = 0
        let workouts = try await reader.workouts(selection)
        for (id, found) in workouts {
            var workout = found
            try await reader.complete(&workout, id)
            guard !workout.locations.isEmpty else {
                withoutRoute += 1
                continue
            }
            workout.locations = RouteEnds.trimmed(workout.locations, by: metres)
            guard !workout.locations.isEmpty else {
                tooShort += 1
                continue
            }
            try files.write(workout)
            Terminal.showProgress("\(files.count.counted("file")) written...")
        }
        let earlier = try files.removeEarlier(of: Set(workouts.compactMap(\.workout.origin?.id)))
        Terminal.showProgress("")
        var texts = ["\(files.count.counted("file")) in \(folder)."]
        if withoutRoute > 0 {
            texts.append("\(withoutRoute.counted("workout has", "workouts have")) no route.")
        }
        if tooShort > 0 {
            texts.append(
                "Nothing is left of \(tooShort.counted("route", "routes")) after --trim \(metres.shortText)."
            )
        }
        if earlier.removed > 0 {
            let removed = earlier.removed.counted("file of an earlier export was", "files of earlier exports were")
            texts.append("\(removed) removed.")
        }
        try Output.print(texts.joined(separator: " "))
        guard earlier.others > 0 else { return }
        Terminal.printError(
            "\(folder) still has \(earlier.others.counted("file", "files")) that earlier exports wrote for other workouts"
                + "\(metres > 0 ? ", perhaps with the ends of their routes" : "")."
        )
    }

    private static func metres(_ given: GivenOptions) throws -> Double {
        guard let text = given["--trim"] else { return 0 }
        guard let metres = Double(text), metres >= 0, metres.isFinite else {
            throw given.usageError("--trim is a number of metres, such as 500.")
        }
        return metres
    }
}
