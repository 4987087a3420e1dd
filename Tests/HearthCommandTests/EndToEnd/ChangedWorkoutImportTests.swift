import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// `hearth import` of workouts that are stored otherwise.
@Suite struct ChangedWorkoutImportTests: ImportSuite {
    /// The samples of the only workout.
    private func memberCount(_ type: ObjectType, _ shell: Shell) throws -> Int {
        let workouts = try Shell.objects(shell.run("query", "workout", "--json"))
        #expect(workouts.count == 1)
        let id = try #require((workouts.first?["uuid"] as? String).flatMap { ObjectID($0) })
        let client = try FrameChannel(path: shell.folder.socket)
        _ = try client.open(App(bundleIdentifier: "org.example.test"))
        let clause = Clause(type: type, predicate: Predicate(terms: [.inWorkout(id)]))
        let query = QuerySamples(clauses: [clause], order: [], limit: 0)
        guard case .samples(let batch) = try client.reply(to: .querySamples(query)) else {
            throw Unexpected("no samples")
        }
        return batch.columns.reduce(0) { $0 + $1.count }
    }

    // MARK: - Cut files

    private let points = 60

    /// A recording, and the same cut off.
    private func recordings(_ shell: Shell) throws -> (whole: String, cut: String) {
        let bytes = FITRun.encoder(seconds: Int64(points)).file()
        return (try write(bytes, "whole.fit", shell), try write(bytes.dropLast(bytes.count / 2), "cut.fit", shell))
    }

    @Test func theWholeFileOfACutOneIsTheSameWorkout() throws {
        let shell = try Shell()
        let (whole, cut) = try recordings(shell)
        let first = try run(shell, "import", cut)
        #expect(first.exit == .code(1) && row("workout", first).first == 1, "\(first.output) \(first.errors)")
        let some = try count("heartRate", shell)
        #expect(0 < some && some < points)
        for arguments in [["import", whole, "--dry-run"], ["import", whole]] {
            let second = try HearthTool(arguments, in: shell.folder)
            #expect(row("workout", second) == [0, 0, 1, 0] && row("workoutRoute", second) == [0, 0, 1, 0])
            #expect(row("heartRate", second) == [points - some, some, 0, 0], "\(second.output)")
        }
        let updated = try run(shell, "import", whole, "--update")
        #expect(updated.exit == .code(0), "\(updated.output) \(updated.errors)")
        #expect(row("workout", updated) == [0, 0, 1, 0] && row("workoutRoute", updated) == [0, 0, 1, 0])
        #expect(row("workout", try run(shell, "import", whole)) == [0, 1, 0, 0])
        #expect(try memberCount(.heartRate, shell) == points && memberCount(.workoutRoute, shell) == 1)
        #expect(try shell.run("query", "workoutRoute", "--csv").last?.contains("\(points) locations") == true)
        // A cut file never replaces the whole recording.
        let again = try run(shell, "import", cut, "--update")
        #expect(row("workout", again).prefix(3) == [0, 1, 0] && row("workoutRoute", again).prefix(3) == [0, 1, 0])
        #expect(try memberCount(.heartRate, shell) == points)
    }

    @Test func whatACutAndAWholeFileBroughtIsDeletedTogether() throws {
        let shell = try Shell()
        let (whole, cut) = try recordings(shell)
        _ = try run(shell, "import", cut)
        _ = try run(shell, "import", whole)
        #expect(try run(shell, "delete", "--imported-from", whole, "--yes").exit == .code(0))
        for type in ["workout", "workoutRoute", "heartRate"] {
            #expect(try count(type, shell) == 0, "\(type)")
        }
    }

    // MARK: - Exports

    private func export(distance: Double, minutes: Int, _ name: String, _ shell: Shell) throws -> String {
        let times = #"startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:30:00 +0000""#
        let workout =
            #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="W" duration="\#(minutes)" "#
            + #"durationUnit="min" totalDistance="\#(distance)" totalDistanceUnit="km" \#(times)>"#
            + #"<WorkoutRoute sourceName="W" \#(times)><FileReference path="/workout-routes/r.gpx"/></WorkoutRoute>"#
        let rates = (0..<10).map { minute in
            let date = "2024-03-01 08:0\(minute):00 +0000"
            return #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="W" unit="count/min" value="90" "#
                + #"startDate="\#(date)" endDate="\#(date)"/>"#
        }
        let route =
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2024-03-01T08:00:00Z</time></trkpt>"
            + "<trkpt lat=\"1.01\" lon=\"2\"><time>2024-03-01T08:30:00Z</time></trkpt></trkseg></trk></gpx>"
        let xml = "<HealthData>\(rates.joined())\(workout)</Workout></HealthData>"
        let path = shell.folder.file(name)
        let files = [("e/export.xml", xml), ("e/workout-routes/r.gpx", route)]
        try ZipWriter.write(files.map { (name: $0.0, content: Data($0.1.utf8)) }, to: path)
        return path
    }

    @Test func aChangedWorkoutIsReportedAndReplacedOnDemand() throws {
        let shell = try Shell()
        let first = try run(shell, "import", export(distance: 5, minutes: 30, "a.zip", shell))
        #expect(first.exit == .code(0) && row("workout", first) == [1, 0, 0, 0], "\(first.output) \(first.errors)")
        // Six digits of a distance in other units differ by less.
        let same = try run(shell, "import", export(distance: 5.00002, minutes: 30, "b.zip", shell))
        #expect(row("workout", same) == [0, 1, 0, 0])
        for (distance, minutes) in [(5.2, 30), (5, 29)] {
            let path = try export(distance: distance, minutes: minutes, "c.zip", shell)
            #expect(row("workout", try run(shell, "import", path)) == [0, 0, 1, 0])
        }
        let changed = try export(distance: 5.2, minutes: 30, "d.zip", shell)
        let updated = try run(shell, "import", changed, "--update")
        #expect(updated.exit == .code(0) && row("workout", updated) == [0, 0, 1, 0], "\(updated.errors)")
        #expect(row("workout", try run(shell, "import", changed)) == [0, 1, 0, 0])
        #expect(try memberCount(.heartRate, shell) == 10 && memberCount(.workoutRoute, shell) == 1)
    }

    /// The route is stored already, for example because an import was stopped while it replaced the workout.
    @Test func aStoredRouteBecomesPartOfTheNewWorkout() throws {
        let shell = try Shell()
        let path = try export(distance: 5, minutes: 30, "a.zip", shell)
        _ = try run(shell, "import", path)
        try shell.run("delete", "workout", "--since", "2024-01-01", "--yes", "--app", "org.hearth.import")
        let again = try run(shell, "import", path)
        #expect(row("workout", again) == [1, 0, 0, 0] && row("workoutRoute", again) == [0, 1, 0, 0])
        #expect(try memberCount(.heartRate, shell) == 10 && memberCount(.workoutRoute, shell) == 1)
    }
}
