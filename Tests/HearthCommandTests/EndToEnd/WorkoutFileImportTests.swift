import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// `hearth import` of workout files that have more samples than are asked for by UUID.
@Suite struct WorkoutFileImportTests: ImportSuite {
    private static let points = 700

    /// A run with a heart rate and a cadence each second.
    private func file(
        in shell: Shell,
        _ name: String = "run.gpx",
        rate: (Int) -> Int = { 90 + $0 % 80 }
    ) throws -> String {
        let points = (0..<Self.points).map { second in
            let clock = [second / 60, second % 60].map { String($0 + 100).dropFirst() }.joined(separator: ":")
            return "<trkpt lat=\"52.5\" lon=\"13.\(1_000 + second)\"><time>2026-05-01T06:\(clock)Z</time><extensions>"
                + "<g:TrackPointExtension><g:hr>\(rate(second))</g:hr><g:cad>80</g:cad></g:TrackPointExtension>"
                + "</extensions></trkpt>"
        }
        let text =
            "<gpx version=\"1.1\" creator=\"Watch\" xmlns=\"http://www.topografix.com/GPX/1/1\" "
            + "xmlns:g=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\"><trk><type>running</type>"
            + "<trkseg>\(points.joined())</trkseg></trk></gpx>"
        let path = shell.folder.file(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func run(_ shell: Shell, _ arguments: String...) throws -> HearthTool {
        try HearthTool(["import"] + arguments, in: shell.folder)
    }

    private func writes(_ shell: Shell) throws -> Int {
        let text = try shell.run("status", "--json").joined()
        return try #require(try Shell.objects([text]).first?["writes"] as? Int)
    }

    /// The samples of the only workout.
    private func memberCount(_ type: ObjectType, _ shell: Shell) throws -> Int {
        let workouts = try Shell.objects(shell.run("query", "workout", "--json"))
        let id = try #require(workouts.first?["uuid"] as? String)
        #expect(workouts.count == 1)
        let client = try FrameChannel(path: shell.folder.socket)
        _ = try client.open(App(bundleIdentifier: "org.example.test"))
        let predicate = Predicate(terms: [.inWorkout(try #require(ObjectID(id)))])
        let query = QuerySamples(clauses: [Clause(type: type, predicate: predicate)], order: [], limit: 0)
        guard case .samples(let batch) = try client.reply(to: .querySamples(query)) else {
            throw Unexpected("no samples")
        }
        return batch.columns.reduce(0) { $0 + $1.count }
    }

    @Test func theSecondImportWritesNothing() throws {
        let shell = try Shell()
        let path = try file(in: shell)
        let first = try run(shell, path)
        #expect(first.exit == .code(0) && row("heartRate", first) == [Self.points, 0, 0, 0], "\(first.errors)")
        #expect(try memberCount(.heartRate, shell) == Self.points && memberCount(.workoutRoute, shell) == 1)
        let before = try writes(shell)
        let again = try run(shell, path)
        #expect(again.exit == .code(0) && row("heartRate", again) == [0, Self.points, 0, 0], "\(again.errors)")
        #expect(row("workout", again) == [0, 1, 0, 0] && row("workoutRoute", again) == [0, 1, 0, 0])
        #expect(try writes(shell) == before)
    }

    /// Stored ones become the workout's, also when the store has much more of the same time.
    @Test(arguments: [false, true]) func samplesFromBeforeBecomeTheWorkouts(_ hasMore: Bool) throws {
        let shell = try Shell()
        let path = try file(in: shell)
        #expect(row("heartRate", try run(shell, path, "--types", "heartRate")) == [Self.points, 0, 0, 0])
        if hasMore {
            let lines = (0..<4 * Self.points).map { "2026-05-01T06:00:\(10 + $0 % 50).\(1_000 + $0 / 50)Z,70\n" }
            try shell.run("save", "heartRate", "--csv", "-", input: "start,value\n" + lines.joined())
        }
        let whole = try run(shell, path)
        #expect(row("heartRate", whole) == [0, Self.points, 0, 0] && row("workout", whole) == [1, 0, 0, 0])
        #expect(try memberCount(.heartRate, shell) == Self.points)
        let before = try writes(shell)
        #expect(row("heartRate", try run(shell, path)) == [0, Self.points, 0, 0])
        #expect(try writes(shell) == before)
    }

    /// What an import that was stopped has saved is completed.
    @Test func missingSamplesAreAdded() throws {
        let shell = try Shell()
        let path = try file(in: shell)
        _ = try run(shell, path)
        let times = ["--since", "2026-05-01T06:02:00Z", "--until", "2026-05-01T06:04:00Z"]
        try shell.run(["delete", "heartRate", "--yes", "--app", "org.hearth.import"] + times)
        let left = try #require(Int(shell.run("query", "heartRate", "--count")[0]))
        #expect(left < Self.points && left > 0)
        #expect(row("heartRate", try run(shell, path)) == [Self.points - left, left, 0, 0])
        #expect(try memberCount(.heartRate, shell) == Self.points)
    }

    @Test func otherValuesAreReportedAndReplacedOnDemand() throws {
        let shell = try Shell()
        _ = try run(shell, file(in: shell))
        let other = try file(in: shell, "other.gpx") { $0 < 20 ? 60 : 90 + $0 % 80 }
        #expect(row("heartRate", try run(shell, other)) == [0, Self.points - 20, 20, 0])
        let updated = try run(shell, other, "--update")
        #expect(updated.exit == .code(0) && row("heartRate", updated) == [0, Self.points - 20, 20, 0])
        #expect(row("heartRate", try run(shell, other, "--update")) == [0, Self.points, 0, 0])
        #expect(try memberCount(.heartRate, shell) == Self.points)
    }
}
