import Foundation
import HearthClient
import HearthFormats
import HearthModel
import HearthSystem

/// `hearth export`.
enum Export: ClientCommand {
    static let name = "export"
    static let summary = "write the routes of workouts as GPX files"
    static let flags: [String] = []
    static let values = SampleSelection.options + ["--gpx", "--trim", "--app", "--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Writes the workouts that have a route as GPX files, which maps and other programs read.

        usage: hearth export --gpx FOLDER [--since DATE] [--until DATE] [--source ID]... [--trim METRES] [--app ID]
                             [--socket PATH]

        options:
          --gpx FOLDER   the folder of the files, which is made if it does not exist. Each workout becomes a file that
                         is named by its start in UTC and its sport, and replaces one of that name.
          --since DATE   only workouts that start at this time or later
          --until DATE   only workouts that start before this time
          --source ID    only workouts of this app; may be repeated. 'hearth sources' lists the apps.
          --trim METRES  leave out the first and the last metres of each route, which tell where people live
        \(clientOptionsHelp)

        \(DateReader.help)

        A file has the route with altitudes, speeds and courses, and the heart rate, cadence and power that belong to
        the workout and were measured at the moment of a location. GPX has no place for other samples: 'hearth query
        --json' prints them. It also names the UUID of the workout and the app that saved it: 'hearth import' reads files
        back, and knows those of workouts that are stored. Only you can read the files.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        guard let folder = given["--gpx"] else { throw given.usageError("--gpx FOLDER is missing.") }
        let metres = try metres(given)
        let selection = try SampleSelection(given, dates: .current)
        try await selection.reportUnknownSources(on: connection)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw CommandError("\(folder) cannot be made: \(String(cString: strerror(errno))).")
        }
        let reader = WorkoutReader(connection: connection)
        var written = 0
        var withoutRoute = 0
        var tooShort = 0
        var names: Set<String> = []
        for (id, found) in try await reader.workouts(selection) {
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
            try write(workout, to: "\(folder)/\(name(of: workout, &names))")
            written += 1
            Terminal.showProgress("\(written.pluralized("file")) written...")
        }
        Terminal.showProgress("")
        var texts = ["\(written.pluralized("file")) in \(folder)."]
        if withoutRoute > 0 {
            texts.append("\(withoutRoute.pluralized("workout has", "workouts have")) no route.")
        }
        if tooShort > 0 {
            texts.append(
                "Nothing is left of \(tooShort.pluralized("route", "routes")) after --trim \(metres.shortText)."
            )
        }
        try Output.print(texts.joined(separator: " "))
    }

    private static func metres(_ given: GivenOptions) throws -> Double {
        guard let text = given["--trim"] else { return 0 }
        guard let metres = Double(text), metres >= 0, metres.isFinite else {
            throw given.usageError("--trim is a number of metres, such as 500.")
        }
        return metres
    }

    /// A name such as `2026-05-01-060000-running.gpx`; a second workout of that name gets a number.
    private static func name(of workout: RecordedWorkout, _ names: inout Set<String>) -> String {
        var start: [UInt8] = []
        var text = UTCText()
        text.append(Timestamp(nearestValid: workout.start), to: &start)
        let time = String(decoding: start.prefix(19), as: UTF8.self)
            .replacing("T", with: "-")
            .replacing(":", with: "")
        let sport = WorkoutActivityType(rawValue: UInt32(workout.sport.activityType)).name
        var name = "\(time)-\(sport).gpx"
        var number = 2
        while !names.insert(name).inserted {
            name = "\(time)-\(sport)-\(number).gpx"
            number += 1
        }
        return name
    }

    /// Writes a file that only its owner can read, whole or not at all.
    private static func write(_ workout: RecordedWorkout, to path: String) throws {
        let draft = path + ".part"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var left = Array(GPXWriter().data(of: [workout]))[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { HearthSystem.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw failure(path) }
            left.removeFirst(max(0, count))
        }
        guard rename(draft, path) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
}
