import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// An import that is killed at random moments and run again leaves the store of one run. HEARTH_IMPORT_KILLS is the number of
/// kills of each format, 3 unless it is set.
@Suite struct KilledImportTests {
    private static let kills = ProcessInfo.processInfo.environment["HEARTH_IMPORT_KILLS"].flatMap { Int($0) } ?? 3
    private static let mostAnswers = 25

    private func export(in shell: Shell, _ seed: UInt64) throws -> String {
        var xml = Data()
        var export = AppleExport(seed: seed) { xml += $0 }
        try export.generate(records: 3_000)
        let files = export.files.map { (name: "e/\($0.path)", content: Data($0.text.utf8)) }
        let path = shell.folder.file("export.zip")
        try ZipWriter.write([(name: "e/export.xml", content: xml)] + files, to: path)
        return path
    }

    /// The files of other formats.
    enum Format: String, CaseIterable {
        case gpx
        case tcx
        case fit
        case healthConnect
        case csv
    }

    private static let workouts = 4
    private static let points = 600

    /// What to import.
    private func arguments(_ format: Format, in shell: Shell, _ seed: UInt64) throws -> [String] {
        let path = shell.folder.file("files")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        switch format {
        case .gpx, .tcx, .fit:
            for index in 0..<Self.workouts {
                let made = GeneratedWorkout(
                    seed: seed + UInt64(index),
                    points: Self.points,
                    start: 1_700_000_000 + index * 86_400
                )
                let bytes =
                    switch format {
                    case .gpx: Array(made.gpx.utf8)
                    case .tcx: Array(made.tcx.utf8)
                    default: made.fit()
                    }
                try Data(bytes).write(to: URL(filePath: "\(path)/\(index).\(format)"))
            }
            return ["import", path]
        case .healthConnect:
            try HealthConnectDatabase(seed: seed, days: 5).writeArchive(to: path + "/export.zip")
            return ["import", path + "/export.zip"]
        case .csv:
            var random = SeededGenerator(seed: seed)
            let lines = (0..<20_000).map { "\(1_700_000_000 + $0 / 2),\(Int.random(in: 50...53, using: &random))\n" }
            try Data("start,value\n\(lines.joined())".utf8).write(to: URL(filePath: path + "/rates.csv"))
            return ["import", path + "/rates.csv", "--types", "heartRate"]
        }
    }

    @Test(arguments: Format.allCases)
    func aKilledImportOfAnotherFormatIsContinued(_ format: Format) throws {
        var (generator, seed) = SeededGenerator.fromEnvironment(default: 40)
        let whole = try Shell()
        let killed = try Shell(copying: whole)
        let arguments = try arguments(format, in: whole, seed)
        let exit = try HearthTool(arguments, in: whole.folder).exit
        for _ in 0..<Self.kills {
            try runAndKill(arguments, killed, &generator)
        }
        #expect(try HearthTool(arguments, in: killed.folder).exit == exit)
        let isEqual = try stored(killed) == stored(whole) && members(killed) == members(whole)
        #expect(isEqual, "\(format) HEARTH_TEST_SEED=\(seed)")
        #expect(try !stored(whole).joined().isEmpty)
    }

    /// The UUIDs of the heart rates and the route of each workout.
    private func members(_ shell: Shell) throws -> [Set<ObjectID>] {
        let client = try FrameChannel(path: shell.folder.socket)
        _ = try client.open(App(bundleIdentifier: "org.example.test"))
        let workouts = try Shell.objects(shell.run("query", "workout", "--json")).compactMap { $0["uuid"] as? String }
        return try workouts.sorted().map { workout in
            let predicate = Predicate(terms: [.inWorkout(try #require(ObjectID(workout)))])
            let clauses = [ObjectType.heartRate, .workoutRoute].map { Clause(type: $0, predicate: predicate) }
            let query = QuerySamples(clauses: clauses, order: [], limit: 0)
            var ids: Set<ObjectID> = []
            var reply = try client.reply(to: .querySamples(query))
            while case .samples(let batch) = reply {
                ids.formUnion(batch.columns.flatMap(\.ids))
                reply = try client.receive().content.get()
            }
            return ids
        }
    }

    /// Kills a run at a random moment: after some answers of the server to others.
    private func runAndKill(_ arguments: [String], _ shell: Shell, _ generator: inout SeededGenerator) throws {
        let tool = try RunningTool(arguments, in: shell.folder)
        for _ in 0..<Int.random(in: 0...Self.mostAnswers, using: &generator) {
            try shell.run("status", "--json")
        }
        tool.process.kill()
        _ = tool.process.wait()
    }

    private func stored(_ shell: Shell) throws -> [[String]] {
        try [
            "heartRate", "stepCount", "sleepAnalysis", "bodyMass", "workout", "workoutRoute", "heartbeatSeries", "food",
            "electrocardiogram", "audiogram", "visionPrescription", "vitalSignRecord", "bloodPressure",
            "bloodPressureSystolic", "distanceWalkingRunning", "distanceCycling", "runningPower", "cyclingPower",
        ]
        .map { try shell.run("query", $0, "--json").sorted() }
    }

    @Test func aKilledImportIsContinued() throws {
        var (generator, seed) = SeededGenerator.fromEnvironment(default: 39)
        let whole = try Shell()
        let killed = try Shell(copying: whole)
        let path = try export(in: whole, seed)
        #expect(try HearthTool(["import", path], in: whole.folder).exit == .code(1))

        for _ in 0..<Self.kills {
            try runAndKill(["import", path], killed, &generator)
        }
        #expect(try HearthTool(["import", path], in: killed.folder).exit == .code(1))
        let isEqual = try stored(killed) == stored(whole)
        #expect(isEqual, "HEARTH_TEST_SEED=\(seed)")
    }
}
