import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthFormats

/// Exports of Health Connect: what they hold, and what may be wrong with them.
@Suite struct HealthConnectTests {
    private let seed = SeededGenerator.firstSeed(default: 51)
    private let folder: ServerFolder

    init() throws {
        folder = try ServerFolder()
    }

    private struct Read {
        var columns: [(columns: SampleColumns, app: String)] = []
        var routes: [HealthRoute] = []
        var workouts: [HealthWorkout] = []
        var omissions: [HealthTally.Omission: Int] = [:]

        var counts: [String: Int] {
            var counts: [String: Int] = [:]
            for (samples, _) in columns {
                counts[samples.type.shortName, default: 0] += samples.count
            }
            if !routes.isEmpty {
                counts["workoutRoute"] = routes.count
            }
            return counts
        }

        func columns(_ name: String) -> [SampleColumns] {
            columns.map(\.columns).filter { $0.type.shortName == name }
        }

        func values(_ name: String) -> [Double] {
            columns(name).flatMap { samples -> [Double] in
                switch samples.payload {
                case .quantity(let quantities): quantities.values
                case .category(let categories): categories.values.map { Double($0) }
                default: []
                }
            }
        }

        func metadata(_ name: String) -> [Metadata] {
            columns(name).flatMap { samples in samples.ids.indices.map { samples.metadata[$0] ?? .none } }
        }

        func omitted(_ subject: String, _ reason: OmissionReason) -> Int {
            omissions[HealthTally.Omission(subject: subject, reason: reason)] ?? 0
        }
    }

    private func read(_ path: String, _ selection: HealthSelection = HealthSelection()) throws -> Read {
        let export = try HealthConnectExport(at: path, selection, key: nil)
        var read = Read()
        while let batch = try export.next() {
            for group in batch.groups {
                read.columns += group.columns.map { ($0, group.origin.identifier) }
            }
            read.routes += batch.routes
            read.workouts += batch.workouts
        }
        read.omissions = export.tally.omissions
        return read
    }

    private func read(_ database: HealthConnectDatabase) throws -> Read {
        let path = folder.file("export.zip")
        try database.writeArchive(to: path)
        return try read(path)
    }

    @Test func everyRecordBecomesItsSample() throws {
        let database = HealthConnectDatabase(seed: seed, days: 6)
        let found = try read(database)
        #expect(found.counts == database.counts)
        var ids: Set<ObjectID> = []
        for (samples, _) in found.columns {
            try samples.validate()
            try samples.validateForSaving()
            for id in samples.ids {
                #expect(ids.insert(id).inserted)
            }
        }
        for (name, count) in database.withoutType {
            #expect(found.omitted(name, .noType) == count, "\(name)")
        }
        #expect(found.omitted("later_kind", .unknownType) == 1)
        #expect(found.omitted("weather", .unknownType) == 0)
        let steps = "HKQuantityTypeIdentifierStepCount"
        #expect(found.omitted(steps, .endBeforeStart) == 1)
        #expect(found.omitted(steps, .invalidDate) == 1)
        #expect(found.omitted(steps, .invalidValue) == 1)
    }

    @Test func unitsAreThoseOfThePlatform() throws {
        let found = try read(HealthConnectDatabase(seed: seed, days: 1))
        #expect(found.values("bodyMass") == [70.5])
        #expect(found.values("oxygenSaturation") == [0.97])
        #expect(found.values("activeEnergyBurned") == [412.5])
        #expect(found.values("dietaryEnergyConsumed") == [350.5])
        #expect(found.values("dietaryProtein") == [12.5])
        #expect(found.values("dietaryWater") == [250])
        #expect(found.values("bloodPressureSystolic") == [121] && found.values("bloodPressureDiastolic") == [80.5])
        #expect(abs((found.values("bloodGlucose").first ?? 0) - 97.285) < 0.01)
        #expect(found.values("menstrualFlow") == [3, 4, 2])
        #expect(found.values("ovulationTestResult") == [2])
        #expect(found.values("sleepAnalysis").sorted() == [0, 1, 1, 2, 3, 3, 4, 5])
    }

    @Test func metadataSaysWhatTheRecordsSay() throws {
        let found = try read(HealthConnectDatabase(seed: seed, days: 1))
        #expect(found.metadata("bodyMass").map { $0["HKWasUserEntered"] } == [.boolean(true)])
        #expect(
            found.metadata("heartRate").allSatisfy { $0["HKTimeZone"] == .string("GMT+0100") && $0.entries.count == 1 }
        )
        #expect(found.metadata("bodyMass").map { $0["HKTimeZone"] } == [.string("GMT+0100")])
        #expect(found.metadata("workout").map { $0["HKTimeZone"] } == [.string("GMT+0100")])
        #expect(found.metadata("bloodGlucose").map { $0["HKBloodGlucoseMealTime"] } == [.integer(1)])
        #expect(found.metadata("bodyTemperature").map { $0["HKBodyTemperatureSensorLocation"] } == [.integer(6)])
        #expect(found.metadata("food").map { $0["HKFoodType"] } == [.string("Müsli")])
        #expect(found.metadata("sexualActivity").map { $0["HKSexualActivityProtectionUsed"] } == [.boolean(true)])
        #expect(
            found.metadata("menstrualFlow").map { $0["HKMenstrualCycleStart"] } == [
                .boolean(true), .boolean(false), .boolean(false),
            ]
        )
    }

    @Test func sourcesAndDevicesAreKept() throws {
        let found = try read(HealthConnectDatabase(seed: seed, days: 1))
        #expect(Set(found.columns.map(\.app)) == Set(HealthConnectDatabase.apps + ["health-connect:"]))
        let watch = found.columns.first {
            $0.app == HealthConnectDatabase.apps[0] && $0.columns.type.shortName == "stepCount"
        }
        #expect(watch?.columns.provenance[0]?.device?.model == "Pixel Watch")
        #expect(watch?.columns.provenance[0]?.device?.manufacturer == "Google")
        let phone = found.columns.first { $0.app == HealthConnectDatabase.apps[1] }
        #expect(phone?.columns.provenance[0]?.device == nil)
    }

    @Test func workoutsHaveTotalsPausesLapsAndRoutes() throws {
        let database = HealthConnectDatabase(seed: seed, days: 2)
        let found = try read(database)
        #expect(Set(found.workouts.map(\.id)) == Set(database.sessions.compactMap { ObjectID($0.id.uuidString) }))
        for samples in found.columns("workout") {
            guard case .workout(let workouts) = samples.payload else { throw Unexpected("no workouts") }
            for row in samples.ids.indices {
                let session = try #require(database.sessions.first { ObjectID($0.id.uuidString) == samples.ids[row] })
                #expect(workouts.activityTypes[row].rawValue == (session.exercise == 4 ? 13 : 37))
                #expect(workouts.durations[row] == 3_300)
                let detail = workouts.details[row]
                #expect(detail.totalDistance == 9_500 && detail.totalEnergyBurned == 412.5)
                #expect(detail.events.map(\.type) == [.lap, .pause, .resume])
                #expect(detail.statistics.contains { $0.type.shortName == "heartRate" && $0.minimum != nil })
                let metadata = samples.metadata[row] ?? .none
                #expect(metadata["HKElevationAscended"] == .quantity(Quantity(value: 120.5, unit: .meter)))
                #expect(metadata["org.hearth.imported.name"] == .string("It's \(session.exercise)"))
            }
        }
        for route in found.routes {
            guard case .route(let columns) = route.columns.payload else { throw Unexpected("no route") }
            #expect(columns.timestamps.count == 20 && columns.timestamps == columns.timestamps.sorted())
            #expect(columns.verticalAccuracies.first == -1 && columns.altitudes[1] == 81)
        }
    }

    /// Each period has one first flow, whichever periods overlap.
    @Test func theFirstFlowOfEachPeriodStartsIt() throws {
        let path = folder.file("export.db")
        func row(_ table: String, _ times: String, _ id: Int, _ more: String = "") -> String {
            let columns = table == "menstruation_period" ? "start_time, end_time" : "time, flow"
            let uuid = "x'\(String(format: "%032x", id))'"
            return "INSERT INTO \(table)_record_table (uuid, \(columns)) VALUES (\(uuid), \(times)\(more))"
        }
        // Periods of five days, of which the second is within the first, and the fourth begins when the third ends.
        let periods = [(100, 105), (101, 102), (200, 205), (205, 210)]
        let flows = [(99, false), (103, true), (104, false), (200, true), (204, false), (206, true), (211, false)]
        func milliseconds(_ day: Int) -> Int { 1_600_000_000_000 + day * 86_400_000 }
        try HealthConnectDatabase(seed: seed, days: 0).write(
            to: path,
            ["DELETE FROM menstruation_period_record_table", "DELETE FROM menstruation_flow_record_table"]
                + periods.enumerated().map { index, days in
                    row("menstruation_period", "\(milliseconds(days.0)), \(milliseconds(days.1))", 1_000 + index)
                }
                + flows.enumerated().map { row("menstruation_flow", "\(milliseconds($1.0))", 2_000 + $0, ", 1") }
        )
        let starts = try read(path).metadata("menstrualFlow").map { $0["HKMenstrualCycleStart"] }
        #expect(starts == flows.map { .boolean($0.1) })
    }

    /// A file can make up any number of pairs of an app and a device; each row has its own device nevertheless.
    @Test func devicesOfMoreAppsThanTheLimitAreKept() throws {
        let path = folder.file("export.db")
        try HealthConnectDatabase(seed: seed, days: 0).write(
            to: path,
            ["INSERT INTO device_info_table VALUES (2, 'Fitbit', 'Charge', 1)"]
        )
        var sources = try HealthConnectSources(SQLiteFile(path))
        for app in 0..<100_000 as Range<Int64> {
            _ = sources.source(app: app, device: 3)
        }
        let type = try #require(ObjectType(identifier: "HKQuantityTypeIdentifierBodyMass"))
        let columns = HealthColumns(type, origin: 0)
        let time = Timestamp(nanoseconds: 0)
        for device in [1, 2, 1] as [Int64] {
            let source = sources.source(app: 200_000, device: device)
            columns.append(.quantity(70), ObjectID(high: 1, low: UInt64(device)), time, time, source, .none)
        }
        let samples = columns.take()
        #expect((0..<3).map { samples.provenance[$0]?.device?.model } == ["Pixel Watch", "Charge", "Pixel Watch"])
    }

    @Test func zipDatabaseAndFolderAreTheSame() throws {
        let database = HealthConnectDatabase(seed: seed, days: 1)
        let zip = try read(database)
        try FileManager.default.createDirectory(atPath: folder.file("folder"), withIntermediateDirectories: true)
        try database.write(to: folder.file("folder/health_connect_export.db"))
        for path in ["folder", "folder/health_connect_export.db"] {
            #expect(try HealthConnectExport.exists(at: folder.file(path)))
            let found = try read(folder.file(path))
            #expect(found.columns.map(\.columns) == zip.columns.map(\.columns))
        }
    }

    @Test func onlyWhatIsWantedIsRead() throws {
        let database = HealthConnectDatabase(seed: seed, days: 2)
        try database.writeArchive(to: folder.file("export.zip"))
        let types = ["HKQuantityTypeIdentifierHeartRate", "HKCorrelationTypeIdentifierFood"]
            .compactMap { ObjectType(identifier: $0) }
        let since = Timestamp(nanoseconds: (1_700_000_000_000 + 86_400_000) * 1_000_000)
        let found = try read(folder.file("export.zip"), HealthSelection(types: types, since: since))
        #expect(
            Set(found.counts.keys) == ["heartRate", "food", "dietaryEnergyConsumed", "dietaryProtein", "dietaryWater"]
        )
        #expect(found.counts["heartRate"] == 24 * 6 && found.omissions.isEmpty)
    }

    /// Later records, text identifiers and earlier versions without some columns.
    @Test func tablesMayDiffer() throws {
        let path = folder.file("old.db")
        try HealthConnectDatabase(seed: seed, days: 0).write(
            to: path,
            [
                "DROP TABLE steps_record_table",
                "CREATE TABLE steps_record_table (uuid TEXT, app_info_id INTEGER, start_time INTEGER, end_time INTEGER, count INTEGER)",
                "INSERT INTO steps_record_table VALUES ('7C1F1C7C-0A07-4B8B-8D5B-6B4B1A0F0C11', 1, 1700000000000, 1700000000001, 5)",
                "DROP TABLE sleep_stages_table", "DROP TABLE exercise_route_table", "DROP TABLE device_info_table",
            ]
        )
        let found = try read(path)
        #expect(found.values("stepCount") == [5])
        #expect(found.columns("stepCount").first?.ids.first?.description == "7C1F1C7C-0A07-4B8B-8D5B-6B4B1A0F0C11")
    }

    @Test func zonesHaveNamesOfFoundation() {
        for (seconds, name) in [(0, "GMT+0000"), (19_800, "GMT+0530"), (-12_600, "GMT-0330")] as [(Int64, String)] {
            #expect(HealthConnectMetadata.zoneName(seconds) == name)
            #expect(TimeZone(identifier: name)?.secondsFromGMT() == Int(seconds))
        }
        #expect(HealthConnectMetadata.zoneName(.min) == nil && HealthConnectMetadata.zoneName(-90_000) == nil)
    }

    /// Records whose values are in a table that a later version calls otherwise are counted.
    @Test func recordsWithoutTheirValuesAreCounted() throws {
        let path = folder.file("later.db")
        let database = HealthConnectDatabase(seed: seed, days: 2)
        try database.write(
            to: path,
            [
                "ALTER TABLE heart_rate_record_series_table RENAME TO heart_rate_series_record_table",
                "ALTER TABLE speed_record_table RENAME COLUMN parent_key TO parent",
                "ALTER TABLE sleep_stages_table RENAME TO stages",
            ]
        )
        let found = try read(path)
        #expect(found.omitted("HKQuantityTypeIdentifierHeartRate", .noValues) == 2 * 24)
        #expect(found.omitted("heart_rate_series", .unknownType) == database.counts["heartRate"])
        #expect(found.omitted("Speed", .noValues) == 2)
        #expect(found.omitted("HKCategoryTypeIdentifierSleepAnalysis", .noValues) > 0)
    }

    /// A database from an archive has a name for the moment only in which it is opened.
    @Test func anUnpackedDatabaseLeavesNothing() throws {
        let path = folder.file("export.db")
        try HealthConnectDatabase(seed: seed, days: 1).write(to: path)
        let place = folder.file("place")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place) }
        let source = WatchedSource([UInt8](try Data(contentsOf: URL(filePath: path)))) { (try? names())?.count ?? 0 }
        let file = try HealthConnectFile.unpacked(source, in: place)
        #expect(try file.count("steps_record_table") > 0)
        #expect(try names() == [] && source.counts.count > 2)
        #if os(Linux)
            #expect(source.counts.allSatisfy { $0 == 0 })
        #endif
    }

    /// Notes a number before each piece.
    private final class WatchedSource: ByteSource {
        let byteCount: Int
        private let bytes: MemorySource
        private let look: () -> Int
        private(set) var counts: [Int] = []

        init(_ bytes: [UInt8], _ look: @escaping () -> Int) {
            byteCount = bytes.count
            self.bytes = MemorySource(bytes, pieceBytes: 4_096)
            self.look = look
        }

        func next() throws(FormatError) -> [UInt8] {
            counts.append(look())
            return try bytes.next()
        }
    }

    @Test func hostileFilesHaveAnError() throws {
        let database = HealthConnectDatabase(seed: seed, days: 1)
        let path = folder.file("export.db")
        try database.write(to: path)
        let whole = try Data(contentsOf: URL(filePath: path))
        var results: [FormatError.Code] = []
        for (index, content) in [
            whole.prefix(whole.count / 3), whole.prefix(100), Data("SQLite format 3\0".utf8) + Data(count: 5_000),
        ].enumerated() {
            let file = folder.file("\(index).db")
            try Data(content).write(to: URL(filePath: file))
            do {
                _ = try read(file)
            } catch let error as FormatError {
                results.append(error.code)
            }
        }
        #expect(results.count == 3 && results.allSatisfy { [.malformed, .unknownFormat].contains($0) }, "\(results)")
        // A table that is a view is not read, however much it would compute.
        let view = folder.file("view.db")
        try database.write(
            to: view,
            [
                "DROP TABLE weight_record_table",
                """
                CREATE VIEW weight_record_table AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)
                SELECT x'00' AS uuid, i AS time, i AS weight FROM n
                """,
            ]
        )
        #expect(try read(view).counts["bodyMass"] == nil)
        // Bytes at random places.
        var random = SeededGenerator(seed: seed)
        for round in 0..<40 {
            var damaged = whole
            for _ in 0..<20 {
                damaged[Int.random(in: 100..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let file = folder.file("damaged.db")
            try damaged.write(to: URL(filePath: file))
            guard let found = try? read(file) else { continue }
            for (samples, _) in found.columns {
                #expect(throws: Never.self, "HEARTH_TEST_SEED=\(seed), round \(round)") { try samples.validate() }
            }
        }
    }

    @Test func otherDatabasesAreNotTaken() throws {
        let path = folder.file("other.db")
        try HealthConnectDatabase(seed: seed, days: 0).write(to: path, ["DROP TABLE application_info_table"])
        #expect(try !HealthConnectExport.exists(at: path))
        #expect(throws: FormatError(.unknownFormat, at: 0)) { try HealthConnectExport(at: path, key: nil) }
    }
}
