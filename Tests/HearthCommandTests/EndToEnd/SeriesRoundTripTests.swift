import Foundation
import HearthClient
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// What `hearth query --json --series` prints, `hearth save --json` saves as the same samples.
@Suite struct SeriesRoundTripTests {
    private let seed = SeededGenerator.firstSeed(default: 32)

    @Test func samplesOfEveryKindComeBack() async throws {
        let (shell, other) = (try Shell(), try Shell())
        let types = try await fill(shell)
        let names = types.map(\.shortName)
        let lines = try shell.run(["query"] + names + ["--json", "--series"])
        let input = lines.joined(separator: "\n") + "\n"
        let saving = ["save", "--json", "-", "--force"]
        let saved = try other.run(saving, input: input)
        #expect(saved.count == 1 && saved[0].hasSuffix(" saved."), "\(saved)")
        try await expectSame(other, shell)
        // Also through an app that has saved none of it: nothing differs from what is stored.
        for app in ["org.hearth.cli", "org.example.other"] {
            let again = try other.run(saving + ["--app", app], input: input)
            #expect(again.first?.hasPrefix("0 samples saved, ") == true, "\(again), HEARTH_TEST_SEED=\(seed)")
        }
        try await expectSame(other, shell)
    }

    /// An export has a line for each member of a correlation as well.
    @Test func theExportOfAWholeStoreIsSaved() async throws {
        let (shell, other) = (try Shell(), try Shell())
        _ = try await fill(shell)
        let path = shell.folder.file("all.json")
        try shell.run("export", "--json", path, "--series")
        let saved = try other.run("save", "--json", path, "--force")
        #expect(saved.count == 1 && saved[0].hasSuffix(" saved."), "\(saved)")
        try await expectSame(other, shell)
    }

    /// A line of 2 MB, with all columns.
    @Test func aLongRouteComesBack() async throws {
        let (shell, other) = (try Shell(), try Shell())
        let connection = shell.folder.connection()
        defer { connection.close() }
        let count = 10_000
        var route = RouteColumns(
            lengths: [UInt32(count)],
            timestamps: (0..<count).map {
                Timestamp(nanoseconds: 1_700_000_000_123_456_789 + Int64($0) * 1_000_000_000)
            },
            latitudes: (0..<count).map { 52.5 + Double($0) / 3e5 },
            longitudes: (0..<count).map { 13.25 + Double($0) / 3e5 }
        )
        route.altitudes = (0..<count).map { 34.5 + Double($0) / 3e3 }
        route.speeds = (0..<count).map { 2.5 + Double($0) / 3e5 }
        let start = route.timestamps[0]
        let columns = SampleColumns(type: .workoutRoute, ids: [exampleID(1)], starts: [start], payload: .route(route))
        _ = try await connection.save([columns])
        let line = try shell.run("query", "workoutRoute", "--json", "--series")[0]
        #expect(line.utf8.count > 1 << 20)
        #expect(try other.run("save", "--json", "-", input: line) == ["1 sample saved."])
        try await expectSame(other, shell)
    }

    /// Without the option a line has numbers and UUIDs. It is not saved, and the text names the option.
    @Test func linesWithoutSeriesAreLeftOut() async throws {
        let (shell, other) = (try Shell(), try Shell())
        _ = try await fill(shell)
        for type in ["workoutRoute", "heartbeatSeries", "food"] {
            let lines = try shell.run("query", type, "--json")
            let tool = try HearthTool(["save", "--json", "-"], in: other.folder, input: lines.joined(separator: "\n"))
            #expect(tool.exit == .code(1) && tool.output == "0 samples saved.\n", "\(tool.output)")
            #expect(tool.errors.contains("\(lines.count) samples were left out"), "\(tool.errors)")
            #expect(tool.errors.contains("'hearth query --json --series' prints all of each sample."))
            let error = try other.failure(["save", type, "--json", "-"], input: lines[0])
            #expect(error.contains("Line 1: ") && error.contains("'hearth query --json --series'"), "\(error)")
        }
        #expect(try shell.failure("query", "heartRate", "--series", code: 2).contains("--series needs --json."))
    }

    /// The samples of a workout need lines of their own, or must be stored.
    @Test func missingSamplesOfAWorkoutAreCounted() async throws {
        let (shell, other) = (try Shell(), try Shell())
        let connection = shell.folder.connection()
        defer { connection.close() }
        try shell.run(["save", "workout", "running", "--from", "2026-11-21T08:00:00Z", "--to", "2026-11-21T09:00:00Z"])
        let line = try shell.run("query", "workout", "--json")[0]
        let uuid = try #require(Shell.objects([line])[0]["uuid"] as? String)
        let id = try #require(ObjectID(uuid))
        _ = try await connection.add([exampleSamples(0..<3), exampleSamples(5..<6, of: .stepCount)], to: id)
        let printed = try shell.run("query", "workout", "heartRate", "--json", "--series").joined(separator: "\n")
        let tool = try HearthTool(["save", "--json", "-", "--force"], in: other.folder, input: printed)
        #expect(tool.exit == .code(1) && tool.output == "4 samples saved.\n", "\(tool.output)")
        #expect(tool.errors.contains("1 sample of workouts could not be added"), "\(tool.errors)")
        #expect(tool.errors.contains(": 1 of stepCount."))
        let steps = try shell.run("query", "stepCount", "workout", "--json", "--series").joined(separator: "\n")
        #expect(
            try other.run("save", "--json", "-", "--force", input: steps)
                == ["1 sample saved, 1 was stored already."]
        )
        try await expectSame(other, shell)
    }

    /// A correlation by its UUID.
    @Test func samplesByUUIDHaveTheirSeries() async throws {
        let (shell, other) = (try Shell(), try Shell())
        let id = try shell.run("save", "bloodPressure", "120/80", "--at", "2026-11-21T10:00:00Z")[0]
        let lines = try shell.run("query", id, "--json", "--series")
        let members = try #require(Shell.objects(lines)[0]["members"] as? [[String: Any]])
        #expect(members.map { $0["value"] as? Double } == [120, 80])
        #expect(try other.run("save", "--json", "-", input: lines[0]) == ["3 samples saved."])
        try await expectSame(other, shell)
    }

    // MARK: - Stores

    /// Saves samples of every kind, and adds some to a workout. Returns their types.
    private func fill(_ shell: Shell) async throws -> [ObjectType] {
        let connection = shell.folder.connection()
        defer { connection.close() }
        var samples = RandomSamples(random: SeededGenerator(seed: seed))
        let saves = try samples.everyKind()
        for save in saves {
            _ = try await connection.save(save)
        }
        let columns = saves.flatMap(\.self)
        for (index, workout) in columns.filter({ $0.type == .workout }).flatMap(\.ids).enumerated() {
            let others = columns.filter { $0.type != .workout }.flatMap(\.ids).enumerated()
            let ids = others.filter { ($0.offset + index).isMultiple(of: 5) }.map(\.element)
            _ = try await connection.add([], stored: ids, to: workout)
        }
        return Set(columns.map(\.type)).sorted { $0.identifier < $1.identifier }
    }

    /// Compares two stores sample for sample: times, devices, metadata and contents, and the samples of workouts.
    private func expectSame(_ shell: Shell, _ other: Shell) async throws {
        let (own, others) = (try await Stored(in: shell.folder), try await Stored(in: other.folder))
        #expect(own.samples.keys == others.samples.keys, "HEARTH_TEST_SEED=\(seed)")
        #expect(own.members == others.members, "HEARTH_TEST_SEED=\(seed)")
        for (id, sample) in own.samples {
            guard let other = others.samples[id] else { continue }
            let isSame = ContentComparison(sample.columns, other.columns).isSame(sample.row, other.row)
            #expect(isSame, "\(sample.type.shortName) \(id), HEARTH_TEST_SEED=\(seed)")
            #expect(Device.areIdentical(sample.device, other.device), "\(id), HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// All samples of a store, and which belong to workouts.
    private struct Stored {
        struct Sample {
            let type: ObjectType
            let columns: ComparableColumns
            let row: Int
            let device: Device?
        }

        var samples: [ObjectID: Sample] = [:]
        var members: [ObjectID: Set<ObjectID>] = [:]

        init(in folder: ServerFolder) async throws {
            let connection = folder.connection()
            defer { connection.close() }
            for type in ObjectType.all.filter(\.isStored) {
                let query = QuerySamples(clauses: [Clause(type: type)], includeSeries: true)
                for try await batch in connection.query(query) {
                    batch.columns.forEach { add($0) }
                }
            }
            for (id, sample) in samples where sample.type == .workout {
                let predicate = HearthModel.Predicate(terms: [.inWorkout(id)])
                for type in Set(samples.values.map(\.type)) {
                    let query = QuerySamples(clauses: [Clause(type: type, predicate: predicate)])
                    for try await batch in connection.query(query) {
                        members[id, default: []].formUnion(batch.columns.flatMap(\.ids))
                    }
                }
            }
        }

        private mutating func add(_ columns: SampleColumns) {
            let comparable = ComparableColumns(columns)
            for (row, id) in columns.ids.enumerated() {
                let device = columns.provenance[row]?.device
                samples[id] = Sample(type: columns.type, columns: comparable, row: row, device: device)
            }
        }
    }
}

extension ServerFolder {
    /// A connection of an app to the server in this folder.
    fileprivate func connection() -> Connection {
        Connection(
            ConnectionOptions(
                app: App(bundleIdentifier: "org.example.test"),
                connect: ConnectionOptions.toServer(at: socket)
            )
        )
    }
}
