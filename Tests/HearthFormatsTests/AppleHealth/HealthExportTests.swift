import Foundation
import HearthFormats
import HearthModel
import HearthTestSupport
import Testing

/// Exports come out as they were made.
@Suite struct HealthExportTests {
    /// The UUIDs of records by type, day and source; all of them start at the same time of their days.
    private func ids(_ key: IdentityKey?) throws -> [String: ObjectID] {
        var ids: [String: ObjectID] = [:]
        var document = #"<?xml version="1.0"?><HealthData locale="en_GB">"#
        let names = ["HeartRate": "count/min", "StepCount": "count"]
        for type in names.keys.sorted() {
            for (day, source) in [("19", "A"), ("20", "A"), ("19", "B")] {
                let time = "2026-11-\(day) 08:00:00 +0000"
                document +=
                    #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="\#(source)" unit="\#(names[type] ?? "")" "#
                document += #"value="60" startDate="\#(time)" endDate="\#(time)"/>"#
            }
        }
        let export = HealthExport(document: Array((document + "</HealthData>").utf8), key: key)
        while let batch = try export.next() {
            for group in batch.groups {
                for columns in group.columns {
                    for row in columns.ids.indices {
                        let day = columns.starts[row].nanoseconds / 86_400_000_000_000
                        ids["\(columns.type.shortName) \(day) \(group.origin.name)"] = columns.ids[row]
                    }
                }
            }
        }
        return ids
    }

    /// Without the key no UUID can be guessed from others: not by day, type or source.
    @Test func theKeyDecidesWhichUUIDsSamplesHave() throws {
        let (one, other) = (IdentityKey.random(), IdentityKey.random())
        let ids = try ids(one)
        #expect(try ids.count == 6 && ids == self.ids(one))
        #expect(Set(ids.values.map(\.low)).count == 6)
        #expect(try Set(ids.values).isDisjoint(with: self.ids(other).values))
        let plain = try self.ids(nil)
        #expect(Set(ids.values).isDisjoint(with: plain.values))
        #expect(Set(plain.values.map(\.low)).count == 4, "older stores share them by type and source")
        #expect(
            zip(ids.keys.sorted().map { ids[$0] }, ids.keys.sorted().map { plain[$0] }).allSatisfy { keyed, plain in
                keyed.map { $0.high >> 16 } == plain.map { $0.high >> 16 }
            }
        )
    }

    private let seed = SeededGenerator.firstSeed(default: 33)

    /// Values that were converted and printed with six digits come back nearly.
    private func expect(_ found: [AppleExport.Sample], equal expected: [AppleExport.Sample]) {
        #expect(found.count == expected.count, "HEARTH_TEST_SEED=\(seed)")
        for (left, right) in zip(found.sorted(), expected.sorted()) {
            let isEqual =
                (left.type, left.start, left.end, left.source) == (right.type, right.start, right.end, right.source)
                && abs(left.value - right.value) <= 1e-5 * right.value.magnitude
            guard isEqual else {
                Issue.record("\(left) is not \(right): HEARTH_TEST_SEED=\(seed)")
                return
            }
        }
    }

    @Test(arguments: [AppleExport.Style.metric, .imperial])
    func everythingComesOut(_ style: AppleExport.Style) throws {
        let folder = try ExportFolder(seed: seed, records: 3_000, style: style)
        let read = try ReadExport(folder)
        #expect(read.failure == nil)
        expect(read.samples, equal: folder.export.samples)
        #expect(read.counts == folder.export.counts, "HEARTH_TEST_SEED=\(seed)")
        #expect(read.omitted == folder.export.omitted, "HEARTH_TEST_SEED=\(seed)")
        #expect(read.ids.count == read.counts.values.reduce(0, +))
        for columns in read.columns {
            try columns.validate()
            try columns.validateForSaving()
        }
        #expect(read.characteristics.dateOfBirth == CalendarDate(year: 1985, month: 4, day: 12))
        #expect(read.characteristics.biologicalSex == 1)
        #expect(read.characteristics.bloodType == nil)
        #expect(read.characteristics.fitzpatrickSkinType == 3)
    }

    /// Other units, another language, other pointers of devices: the same samples.
    @Test func theUUIDsDoNotDependOnSettings() throws {
        let metric = try ReadExport(ExportFolder(seed: seed, records: 1_000))
        let imperial = try ReadExport(ExportFolder(seed: seed, records: 1_000, style: .imperial))
        #expect(metric.ids == imperial.ids && metric.ids.count > 1_000, "HEARTH_TEST_SEED=\(seed)")
        #expect(metric.ids.allSatisfy { $0.version == 7 })
    }

    @Test(arguments: ["Export.xml", "exportar.xml", "eksport.xml", "vienti.xml", "导出.xml"])
    func anArchiveAFolderAndAFileAreTheSame(_ name: String) throws {
        let folder = try ExportFolder(seed: seed, records: 500, document: name)
        defer { withExtendedLifetime(folder) {} }
        let decoys = [
            ("__MACOSX/apple_health_export/._\(name)", Data(repeating: 7, count: 300_000)),
            ("apple_health_export/export_cda.xml", Data("<?xml version=\"1.0\"?><ClinicalDocument/>".utf8)),
            ("apple_health_export/electrocardiograms/ecg_2024-03-01.csv", Data("Name,Anna\n".utf8)),
        ]
        let archive = try ReadExport(folder.archive(name, decoys: decoys))
        let unpacked = try ReadExport(folder)
        let document = try ReadExport(folder.document)
        #expect(archive.ids == unpacked.ids && unpacked.ids == document.ids && archive.ids.count > 500)
        #expect(archive.counts == folder.export.counts)
        #expect(archive.omitted["HKDataTypeIdentifierElectrocardiogram"] == 1)
    }

    /// Phones write hundredths of a percent, apps also a share. No air has more than 100 %.
    @Test(arguments: [
        ("3600 %", 0.36), ("10000 %", 1), ("36 %", 0.36), ("100 %", 1), ("0.36 %", 0.36), ("0 %", 0), ("10001 %", nil),
        ("-1 %", nil), ("36 degC", nil), ("damp", nil),
    ]) func humidityIsAShare(_ text: String, _ share: Double?) throws {
        let expected = share.map { MetadataValue.quantity(Quantity(value: $0, unit: .percent)) } ?? .string(text)
        #expect(try value("HKWeatherHumidity", text) == expected)
    }

    /// A text that is not of the kind of its key is kept as it is.
    @Test func aQuantityAndADateAreWhatTheirKeysSay() throws {
        let ascended = Quantity(value: 418, unit: try Unit("cm"))
        #expect(try value("HKElevationAscended", "418 cm") == .quantity(ascended))
        #expect(try value("HKElevationAscended", "418cm") == .string("418cm"))
        let earliest = Timestamp(nanoseconds: 1_709_281_800_000_000_000)
        let key = "HKDateOfEarliestDataUsedForEstimate"
        #expect(try value(key, "2024-03-01 09:30:00 +0100") == .date(earliest))
        #expect(try value(key, "yesterday") == .string("yesterday"))
    }

    /// The value of an entry of a workout, as it is read.
    private func value(_ key: String, _ text: String) throws -> MetadataValue? {
        let folder = try ExportFolder(seed: seed, records: 1)
        defer { withExtendedLifetime(folder) {} }
        let times = #"startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:30:00 +0000""#
        let workout =
            #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \#(times)>"#
            + #"<MetadataEntry key="\#(key)" value="\#(text)"/></Workout>"#
        let path = folder.file("workout.xml")
        try Data("<HealthData>\(workout)</HealthData>".utf8).write(to: URL(filePath: path))
        return try #require(ReadExport(path, HealthSelection(types: [.workout])).metadata("workout").first)[key]
    }

    /// The folder of electrocardiograms has a name in the language of the phone. Other tables are none.
    @Test func electrocardiogramsOfALocalizedFolderAreRead() throws {
        let folder = try ExportFolder(seed: seed, records: 10)
        let count = try #require(folder.export.counts["electrocardiogram"])
        let manager = FileManager.default
        try manager.moveItem(atPath: folder.file("electrocardiograms"), toPath: folder.file("elektrokardiogramme"))
        try manager.createDirectory(atPath: folder.file("budget"), withIntermediateDirectories: true)
        try Data("month,sum\n2024-03,12\n".utf8).write(to: URL(filePath: folder.file("budget/a.csv")))
        try Data("what,1\n".utf8).write(to: URL(filePath: folder.file("elektrokardiogramme/zz.csv")))
        for path in [folder.path, folder.document] {
            let read = try ReadExport(path)
            #expect(read.counts["electrocardiogram"] == count)
            #expect(read.omitted["HKDataTypeIdentifierElectrocardiogram"] == 1)
        }
    }

    @Test func metadataHasTheKindsOfItsKeys() throws {
        let read = try ReadExport(ExportFolder(seed: seed, records: 600))
        let workout = try #require(read.metadata("workout").first)
        #expect(workout["HKIndoorWorkout"] == .boolean(false))
        #expect(workout["HKWeatherHumidity"] == .quantity(Quantity(value: 0.83, unit: .percent)))
        #expect(try workout["HKAverageMETs"] == .quantity(Quantity(value: 9.5, unit: Unit("kcal/(hr*kg)"))))
        #expect(read.metadata("bodyMass").first?["HKTimeZone"] == .string("Europe/Berlin"))
        #expect(read.metadata("food").first?["HKFoodType"] == .string("Müsli &  Milk"))
        let own = read.metadata("heartRate").filter { $0["own"] != nil }
        #expect(own.map { $0["own"] } == [.string("first")])
        #expect(own.first?["org.hearth.imported.HKMetadataKeySyncIdentifier"] == .string("id"))
        #expect(own.first?[MetadataKey.syncIdentifier.rawValue] == nil)
    }

    @Test func devicesHaveTheirPropertiesWithoutPointers() throws {
        let read = try ReadExport(ExportFolder(seed: seed, records: 600))
        let devices = read.columns("heartRate").flatMap(\.provenance.entries).compactMap(\.device)
        #expect(devices.allSatisfy { $0.hardwareVersion == "Watch6,10" && $0.manufacturer == "Apple Inc." })
        #expect(Set(devices).count <= 5 && !devices.isEmpty)
    }

    @Test(arguments: [AppleExport.Style.metric, .imperial])
    func aWorkoutHasItsParts(_ style: AppleExport.Style) throws {
        let read = try ReadExport(ExportFolder(seed: seed, records: 100, style: style))
        guard case .workout(let workouts)? = read.columns("workout").first?.payload else {
            Issue.record("there are no workouts")
            return
        }
        #expect(workouts.activityTypes.first?.name == "running")
        #expect(workouts.durations.first == 29.5 * 60)
        let detail = try #require(workouts.details.first)
        #expect(abs((detail.totalDistance ?? 0) - 5_250) < 0.1)
        #expect(detail.totalEnergyBurned == 312.5)
        #expect(
            detail.statistics.map(\.type.shortName) == ["distanceWalkingRunning", "activeEnergyBurned", "heartRate"]
        )
        #expect(detail.statistics.allSatisfy { $0.end.nanoseconds - $0.start.nanoseconds == 1_800_000_000_000 })
        #expect(detail.events.map(\.type.rawValue) == [7, 7, 1, 2, 3])
        #expect(detail.events[1].end.nanoseconds - detail.events[1].start.nanoseconds == 594_000_000_000)
        #expect(detail.activities.count == 1)
        let route = try #require(read.routes.first)
        #expect(route.workout == read.workouts.first?.id)
        guard case .route(let locations) = route.columns.payload else { return }
        #expect(locations.lengths == [360] && locations.speeds.allSatisfy { $0 == 2.9 })
    }

    @Test(arguments: [AppleExport.Style.metric, .imperial])
    func beatsAreSecondsSinceTheStart(_ style: AppleExport.Style) throws {
        let read = try ReadExport(ExportFolder(seed: seed, records: 600, style: style))
        var series = 0
        for columns in read.columns("heartbeatSeries") {
            guard case .heartbeat(let beats) = columns.payload else { continue }
            series += beats.lengths.count
            #expect(beats.offsets.allSatisfy { $0 >= 0 && $0 < 80 })
            #expect(beats.gaps.allSatisfy { $0 == 0 })
        }
        #expect(series > 20)
    }

    @Test func aSelectionLeavesTheOthersOut() throws {
        let folder = try ExportFolder(seed: seed, records: 1_000)
        let all = try ReadExport(folder)
        let types = try [ObjectType.lookup("HKCorrelationTypeIdentifierBloodPressure"), .heartRate]
        let some = try ReadExport(folder, HealthSelection(types: types))
        #expect(
            Set(some.counts.keys) == ["bloodPressure", "BloodPressureSystolic", "BloodPressureDiastolic", "HeartRate"]
        )
        #expect(some.ids.isSubset(of: all.ids) && some.counts["HeartRate"] == all.counts["HeartRate"])
        let start = try #require(all.samples.map(\.start).max()) - 86_400
        let late = try ReadExport(
            folder.path,
            HealthSelection(since: Timestamp(nanoseconds: start * 1_000_000_000))
        )
        #expect(late.ids.isSubset(of: all.ids))
        #expect(late.samples.sorted() == all.samples.filter { $0.start >= start }.sorted())
    }
}
