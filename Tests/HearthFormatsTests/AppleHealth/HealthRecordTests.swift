import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthFormats

/// Audiograms, prescriptions and clinical records of an export, and the way back into one.
@Suite struct HealthRecordTests {
    private let seed = SeededGenerator.firstSeed(default: 40)

    /// The records of a type.
    private func records(_ name: String, _ read: ReadExport) -> [Record] {
        read.columns(name).flatMap { columns -> [Record] in
            if case .record(let records) = columns.payload { records.records } else { [] }
        }
    }

    private func read(_ content: String) throws -> ReadExport {
        let folder = try ExportFolder(seed: seed, records: 1)
        defer { withExtendedLifetime(folder) {} }
        try "<HealthData>\(content)</HealthData>".write(toFile: folder.file("a.xml"), atomically: true, encoding: .utf8)
        return try ReadExport(
            folder.file("a.xml"),
            HealthSelection(types: ObjectType.all.filter { $0.kind != .electrocardiogram })
        )
    }

    @Test(arguments: [AppleExport.Style.metric, .imperial])
    func theGeneratedOnesComeOut(_ style: AppleExport.Style) throws {
        let read = try ReadExport(ExportFolder(seed: seed, records: 10, style: style))
        let audiogram = try #require(records("audiogram", read).first)
        #expect(audiogram.numbers(.frequencies) == [250, 250, 1_000, 1_000, 8_000])
        #expect(audiogram.integers(.ears) == [0, 1, 0, 0, 1])
        #expect(audiogram.numbers(.sensitivities) == [12.5, -5, 20, 22, 85])
        #expect(audiogram.integers(.masked) == [0, 0, 1, 0, 0] && audiogram.integers(.clampings) == [0, 0, 0, 0, 3])
        #expect(
            audiogram.numbers(.clampingLowerBounds).last == -10 && audiogram.numbers(.clampingUpperBounds).last == 85
        )

        let prescriptions = records("visionPrescription", read)
        let glasses = try #require(prescriptions.first { $0.integer(.prescriptionType) == 1 })
        #expect(glasses.number(.rightSphere) == -2.25 && glasses.number(.rightVertexDistance) == 12)
        #expect(glasses.integers(.rightPrismBases) == [LensPrism.Base.up.rawValue, LensPrism.Base.in.rawValue])
        #expect(glasses.number(.leftSphere) == -2 && glasses.time(.expiration) != nil)
        let contacts = try #require(prescriptions.first { $0.integer(.prescriptionType) == 2 })
        #expect(contacts.text(.brand) == "Clear & Soft" && contacts.number(.rightDiameter) == 14.2)
        #expect(read.sourceNames("visionPrescription") == ["Health"])

        #expect(records("immunizationRecord", read).first?.text(.displayName) == "Tetanus")
        #expect(records("vitalSignRecord", read).first?.text(.displayName) == "Body temperature")
        let report = try #require(records("labResultRecord", read).first)
        #expect(report.text(.fhirResourceType) == "DiagnosticReport" && report.text(.fhirVersion) == "4.0.1")
        #expect(report.text(.fhirIdentifier) == "id-2" && report.text(.sourceURL) == "https://clinic.example/2")
        guard case .record(let columns)? = read.columns("labResultRecord").first?.payload else { return }
        #expect(String(decoding: columns.contents, as: UTF8.self).hasPrefix("{\"resourceType\":\"DiagnosticReport\""))
    }

    @Test func whatCannotBeReadIsCounted() throws {
        let times = #"sourceName="A" startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:00:00 +0000""#
        let sourceless = times.replacing(#"sourceName="A" "#, with: "")
        let issued = #"dateIssued="2024-03-01""#
        let received = #"sourceName="A" receivedDate="2024-03-01 08:00:00 +0000""#
        for (content, subject, count) in [
            ("<Audiogram \(times)/>", "HKDataTypeIdentifierAudiogram", 1),
            ("<Audiogram sourceName=\"A\"/>", "HKDataTypeIdentifierAudiogram", 1),
            ("<Audiogram \(times)><SensitivityPoint frequencyValue=\"-1\"/></Audiogram>", "SensitivityPoint", 1),
            (
                "<Audiogram \(times)><SensitivityPoint frequencyValue=\"9\" leftEarValue=\"1\" leftEarUnit=\"kg\"/></Audiogram>",
                "SensitivityPoint", 1
            ),
            ("<VisionPrescription type=\"Monocle\" \(issued)/>", "HKVisionPrescriptionTypeIdentifier", 1),
            ("<VisionPrescription type=\"Glasses\" dateIssued=\"soon\"/>", "HKVisionPrescriptionTypeIdentifier", 1),
            (
                "<VisionPrescription type=\"Glasses\" \(issued)><LeftEye sphere=\"1\" sphereUnit=\"kg\"/></VisionPrescription>",
                "LeftEye", 1
            ),
            ("<ClinicalRecord type=\"Patient\" \(received)/>", "ClinicalRecord", 1),
            ("<ClinicalRecord type=\"Condition\" sourceName=\"A\"/>", "ClinicalRecord", 1),
            (
                "<ClinicalRecord type=\"Condition\" \(received) resourceFilePath=\"/clinical-records/../a.xml\"/>",
                "ClinicalRecord", 1
            ),
            ("<Workout \(sourceless)/>", "HKWorkoutTypeIdentifier", 1),
            ("<Workout/>", "HKWorkoutTypeIdentifier", 1),
            (
                "<Correlation type=\"HKCorrelationTypeIdentifierFood\" \(sourceless)/>",
                "HKCorrelationTypeIdentifierFood", 1
            ),
            ("<StateOfMind/>", "StateOfMind", 0),
            (
                "<Record type=\"HKQuantityTypeIdentifierHeartRateVariabilitySDNN\" unit=\"ms\" value=\"40\" \(times)>"
                    + "<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"60\" time=\"soon\"/>"
                    + "<InstantaneousBeatsPerMinute bpm=\"60\"/></HeartRateVariabilityMetadataList></Record>",
                "InstantaneousBeatsPerMinute", 2
            ),
        ] {
            let read = try read(content)
            #expect(read.failure == nil && read.omitted[subject, default: 0] == count, "\(content) \(read.omitted)")
        }
        let value = String(repeating: "x", count: 200_000)
        let entries = (0..<7).map { "<MetadataEntry key=\"\($0)\" value=\"\(value)\"/>" }.joined()
        let mass = "<Record type=\"HKQuantityTypeIdentifierBodyMass\" unit=\"kg\" value=\"70\" \(times)>"
        #expect(try read("\(mass)\(entries)</Record>").omitted["MetadataEntry"] == 7)
        let plain = try read("<VisionPrescription type=\"HKVisionPrescriptionTypeContacts\" \(issued)/>")
        #expect(records("visionPrescription", plain).first?.integer(.prescriptionType) == 2)
        let points = String(repeating: "<SensitivityPoint frequencyValue=\"9\" leftEarValue=\"1\"/>", count: 1_200)
        #expect(try read("<Audiogram \(times)>\(points)</Audiogram>").omitted["HKDataTypeIdentifierAudiogram"] == 1)
    }

    /// Elements that a later phone writes into those of today.
    @Test func unknownPartsOfElementsAreCounted() throws {
        let times = #"sourceName="A" startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:00:00 +0000""#
        let workout =
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(times)><Zone><Part/><Part/></Zone><Zone/>"
            + "<WorkoutRoute \(times)><Location/></WorkoutRoute></Workout>"
        let export = HealthExport(document: Array("<HealthData>\(workout)</HealthData>".utf8))
        while try export.next() != nil {}
        let counts = Dictionary(export.tally.omissions.map { ($0.key.subject, $0.value) }) { $0 + $1 }
        #expect(counts["Zone"] == 2 && counts["Part"] == nil && counts["Location"] == 1)
    }

    /// A route whose file another one has is not one without a file.
    @Test func aFileIsOfOneRoute() throws {
        let times = #"sourceName="A" startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:30:00 +0000""#
        let folder = try ExportFolder(seed: seed, records: 1)
        defer { withExtendedLifetime(folder) {} }
        let name = folder.export.routes[0].name
        let routes = [name, name, "none.gpx"].map {
            "<WorkoutRoute \(times)><FileReference path=\"/workout-routes/\($0)\"/></WorkoutRoute>"
        }
        let workout =
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(times)>\(routes.joined())</Workout>"
        try "<HealthData>\(workout)</HealthData>".write(toFile: folder.document, atomically: true, encoding: .utf8)
        let export = try HealthExport(at: folder.document, key: nil)
        while try export.next() != nil {}
        let reasons = export.tally.omissions.filter { $0.key.subject == "HKWorkoutRouteTypeIdentifier" }
        #expect(Set(reasons.map { "\($0.key.reason) \($0.value)" }) == ["noFile 1", "repeatedFile 1"])
    }

    /// Routes and electrocardiograms that cannot be read are named.
    @Test func damagedFilesAreNamed() throws {
        let folder = try ExportFolder(seed: seed, records: 10)
        let route = folder.file("workout-routes/\(folder.export.routes[0].name)")
        try "<gpx><trk>".write(toFile: route, atomically: true, encoding: .utf8)
        try "what,1\n".write(toFile: folder.file("electrocardiograms/zz.csv"), atomically: true, encoding: .utf8)
        let export = try HealthExport(at: folder.path, key: nil)
        while try export.next() != nil {}
        let damaged = export.tally.damagedFiles.sorted { $0.name < $1.name }
        #expect(
            damaged.map(\.name)
                == [
                    folder.file("electrocardiograms/zz.csv"), "/workout-routes/\(folder.export.routes[0].name)",
                ].sorted()
        )
        #expect(damaged.map(\.reason).contains { $0.hasPrefix("the file is cut off, at byte") })
    }

    /// A record of its own stands for one member, the first for the first, however many are alike.
    @Test func alikeRecordsAreTakenInTheirOrder() throws {
        let times = #"sourceName="A" startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:00:00 +0000""#
        let record = "<Record type=\"HKQuantityTypeIdentifierDietarySugar\" unit=\"g\" value=\"7\" \(times)/>"
        let food = "<Correlation type=\"HKCorrelationTypeIdentifierFood\" \(times)>\(record)</Correlation>"
        let alone = try read(String(repeating: record, count: 3))
        let read = try read(String(repeating: record, count: 3) + String(repeating: food, count: 4))
        #expect(read.counts["DietarySugar"] == 4)
        let sugars = alone.columns("dietarySugar").flatMap(\.ids)
        guard case .correlation(let correlations)? = read.columns("food").first?.payload else {
            throw Unexpected("no food")
        }
        #expect(sugars.count == 3 && Array(correlations.members.prefix(3)) == sugars)
    }

    /// A moment keeps its second, however little is missing to the next one.
    @Test(
        arguments: [
            (1_700_000_000_999_999_999, "2023-11-14 22:13:20 +0000"),
            (1_700_000_000_000_000_000, "2023-11-14 22:13:20 +0000"),
            (-1, "1969-12-31 23:59:59 +0000"), (-1_000_000_000, "1969-12-31 23:59:59 +0000"),
            (-1_000_000_001, "1969-12-31 23:59:58 +0000"),
        ] as [(Int64, String)]
    )
    func aMomentIsWrittenInItsSecond(_ nanoseconds: Int64, _ text: String) {
        #expect(HealthWriter.text(Timestamp(nanoseconds: nanoseconds)) == text)
    }

    @Test func anArchiveThatCannotBeWrittenSaysWhy() throws {
        let folder = try ExportFolder(seed: seed, records: 1)
        defer { withExtendedLifetime(folder) {} }
        for (file, path) in [
            (folder.document, folder.file("missing/a.zip")), (folder.file("missing"), folder.file("a.zip")),
        ] {
            let failure = #expect(throws: ZipFile.Failure.self) {
                try ZipFile.write([(name: "a", path: file)], to: path)
            }
            #expect(failure?.reason.contains("No such file") == true, "\(failure?.reason ?? "")")
        }
    }

    /// JSON that nests deeply, or is none, is kept as it is.
    @Test func aResourceOfAnyFormIsKept() throws {
        for json in [
            String(repeating: "[", count: 100_000), "{\"code\":{\"coding\":[1,{\"display\":7}]}}", "no JSON", "",
        ] {
            let folder = try ExportFolder(seed: seed, records: 1)
            defer { withExtendedLifetime(folder) {} }
            try json.write(
                toFile: folder.file("clinical-records/a.json"),
                atomically: true,
                encoding: .utf8
            )
            let element =
                #"<ClinicalRecord type="Condition" sourceName="A" receivedDate="2024-03-01 08:00:00 +0000" "#
                + #"resourceFilePath="/clinical-records/a.json"/>"#
            try "<HealthData>\(element)</HealthData>".write(toFile: folder.document, atomically: true, encoding: .utf8)
            let read = try ReadExport(folder.document)
            #expect(records("conditionRecord", read).first?.text(.displayName) == "Condition")
            guard case .record(let columns)? = read.columns("conditionRecord").first?.payload else { continue }
            #expect(String(decoding: columns.contents, as: UTF8.self) == json)
        }
    }

    /// What is read back differs only where the writer says so.
    @Test func whatIsWrittenIsReadBackOrListed() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 41)
        var kept: [ObjectType.Kind: Int] = [:]
        for type in RandomRecords.types {
            let columns = Self.columns(of: type, 40, using: &random)
            var writer = HealthWriter(at: Date(timeIntervalSince1970: 1_700_000_000), of: CharacteristicValues())
            let files = writer.append(records: columns)
            writer.finish()
            guard [.electrocardiogram, .audiogram, .prescription, .clinical].contains(type.kind) else {
                #expect(writer.losses == [.kind: 40])
                continue
            }
            let folder = try ExportFolder(seed: 1, records: 1)
            defer { withExtendedLifetime(folder) {} }
            let place = URL(filePath: folder.file("written"))
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try ExportFolder.write(files.map { ($0.path, String(decoding: $0.content, as: UTF8.self)) }, in: place)
            for file in files {
                try file.content.write(to: place.appending(path: file.path))
            }
            try Data(writer.takeBytes()).write(to: place.appending(path: "export.xml"))
            let read = try ReadExport(place.path(percentEncoded: false))
            #expect(read.failure == nil && read.omitted.isEmpty, "\(type) HEARTH_TEST_SEED=\(seed)")
            let found = Dictionary(
                read.columns(type.shortName).flatMap { columns in
                    columns.ids.indices.map { (columns.starts[$0], columns.slice($0..<$0 + 1)) }
                },
                uniquingKeysWith: { first, _ in first }
            )
            var differing = 0
            for row in columns.ids.indices {
                let isKept = found[columns.starts[row]].map { Self.isEqual($0, columns.slice(row..<row + 1)) } ?? false
                differing += isKept ? 0 : 1
                kept[type.kind, default: 0] += isKept ? 1 : 0
            }
            let losses = writer.losses.values.reduce(0, +)
            #expect(differing <= losses && (losses == 0 || differing > 0), "\(type) HEARTH_TEST_SEED=\(seed)")
        }
        #expect(kept.count == 4 && kept.values.allSatisfy { $0 > 2 }, "\(kept) HEARTH_TEST_SEED=\(seed)")
    }

    /// A sample a minute. Bounds that an audiogram marks as absent are 0.
    private static func columns(
        of type: ObjectType,
        _ rows: Int,
        using random: inout SeededGenerator
    ) -> SampleColumns {
        var records = RandomRecords.columns(of: type, rows, using: &random)
        let starts = (0..<rows).map { Timestamp(nanoseconds: (1_700_000_000 + Int64($0) * 60) * 1_000_000_000) }
        var ends = starts
        for row in 0..<rows {
            var record = records.records[row]
            switch type.kind {
            case .audiogram:
                for (name, bit) in [(AttributeName.clampingLowerBounds, 1 as Int64), (.clampingUpperBounds, 2)] {
                    let clampings = record.integers(.clampings)
                    record.set(name, zip(clampings, record.numbers(name)).map { $0 & bit == 0 ? 0 : $1 })
                }
            case .electrocardiogram where row.isMultiple(of: 2):
                record.set(.averageHeartRate, nil as Double?)
                record.set(.symptoms, [] as [ObjectID])
                record.set(.samplingFrequency, 0.5)
                ends[row] = Timestamp(
                    nanoseconds: starts[row].nanoseconds + Int64(records.lengths[row]) * 2_000_000_000
                )
            case .prescription where row.isMultiple(of: 2):
                record.set(.rightPrism, .rightPrismBases, LensPrism(amount: 1.5, angle: 40, isLeft: false))
                record.set(.leftPrism, .leftPrismBases, nil)
                record.set(.expiration, Timestamp(nanoseconds: 1_800_000_000_000_000_000))
            case .clinical where row.isMultiple(of: 2): record.set(.fhirResourceType, nil as String?)
            default: break
            }
            records.records[row] = record
        }
        let source = Source(bundleIdentifier: "org.example", name: "ECG")
        return SampleColumns(
            type: type,
            ids: (0..<rows).map { _ in ObjectID(high: random.next(), low: random.next()) },
            starts: starts,
            ends: ends,
            provenance: DictionaryColumn(entries: [Provenance(source: source, version: "1")]),
            payload: .record(records)
        )
    }

    private static func isEqual(_ read: SampleColumns, _ written: SampleColumns) -> Bool {
        guard case .record(var left) = read.payload, case .record(var right) = written.payload else { return false }
        left.counts = []
        right.counts = []
        return left == right && read.end(0) == written.end(0)
    }
}
