import Foundation
import HearthFormats
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import hearth

/// Whatever the server may send is printed: no value is too large for a table, CSV or JSON.
@Suite struct ExtremeSamplesTests {
    private static let doubles: [Double] = [
        0, -0.0, 1, -1, 0.005, 0.97, 59.999_999, 3_599.6, 1e15, 0x1p53, 0x1p63, -0x1p63, 9.3e18, 1e19, -1e19, 1e300,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
    ]
    private static let integers: [Int64] = [0, 1, -1, 63, 64, .min, .max, .min + 1, 1 << 53]
    private static let times: [Int64] = [
        0, -1, 1, .min, .min + 1, .max, Timestamp.earliest.nanoseconds, Timestamp.latest.nanoseconds - 1,
        1_795_000_000_000_000_000, -62_135_596_800,
    ]
    private static let texts = [
        "", "a", "\u{1B}]0;x\u{7}", "\u{202E},\u{301}", "a\r\n\"b\"", "ü👟", "\u{9B}31m\u{2028}",
    ]

    private var random: SeededGenerator
    private let seed: UInt64

    init() {
        (random, seed) = SeededGenerator.fromEnvironment(default: 47)
    }

    @Test mutating func everySampleIsPrinted() throws {
        for round in 0..<400 {
            for kind in ["quantity", "category", "correlation", "workout", "route", "heartbeat", "record"] {
                let columns = columns(kind)
                try checkCSV(columns, "\(kind) \(round), HEARTH_TEST_SEED=\(seed)")
                try checkJSON(columns, "\(kind) \(round), HEARTH_TEST_SEED=\(seed)")
                try checkLines(columns, "\(kind) \(round), HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    @Test func durationsAndDistancesHaveATextWhateverTheyAre() {
        #expect([1e19, -1e19, 1e300].map(\.clockText) == ["1e+19 s", "-1e+19 s", "1e+300 s"])
        #expect([-90.0, 0x1p53 - 1].map(\.clockText) == ["-1:30", "2501999792983:36:31"])
        #expect([1e300, -0.5, -0.001, -12.345].map(\.hundredths) == ["1e+300", "-0.50", "0.00", "-12.35"])
        #expect([Double.nan, .infinity].map(\.clockText) == ["nan s", "inf s"])
    }

    @Test func everyMomentHasAText() {
        for nanoseconds in Self.times {
            let moment = Timestamp(nanoseconds: nanoseconds)
            #expect((0..<1_000_000_000).contains(moment.nanosecond))
            #expect(DateText.utc(moment).hasSuffix("Z"))
            #expect(!DateText(zone: .gmt).local(moment).isEmpty)
        }
        #expect(DateText.utc(Timestamp(nanoseconds: .min)) == "1677-09-21T00:12:43.145224192Z")
        #expect(DateText.utc(Timestamp(nanoseconds: .max)) == "2262-04-11T23:47:16.854775807Z")
    }

    // MARK: - What is printed

    private func checkCSV(_ columns: SampleColumns, _ comment: Comment) throws {
        for isForTerminal in [false, true] {
            let bytes = try printed(columns, .csv(isForTerminal: isForTerminal))
            var reader = CSVReader()
            reader.push(bytes)
            for row in columns.ids.indices {
                let isRecord = try reader.next()
                #expect(isRecord, comment)
                let header = SampleCSV.header(of: columns.type).split(separator: ",")
                #expect(reader.record.count == header.count, comment)
                let fields = reader.record.fields
                #expect(header.firstIndex(of: "uuid").map { fields[$0] } == columns.ids[row].description, comment)
            }
            let hasMore = try reader.next()
            #expect(!hasMore, comment)
            if isForTerminal {
                #expect(isSafe(bytes), comment)
            }
        }
    }

    private func checkJSON(_ columns: SampleColumns, _ comment: Comment) throws {
        let bytes = try printed(columns, .json)
        #expect(isSafe(bytes), comment)
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == columns.count, comment)
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            #expect(object?["type"] as? String == columns.type.shortName, comment)
        }
    }

    private func checkLines(_ columns: SampleColumns, _ comment: Comment) throws {
        let table = try printed(columns, .table(DateText(zone: .gmt)))
        #expect(isSafe(table), comment)
        #expect(table.count { $0 == UInt8(ascii: "\n") } == columns.count + 1, comment)
        let deleted = Deletions(
            ids: columns.ids,
            times: columns.starts,
            types: DictionaryColumn(entries: ["\u{1B}c"]),
            metadata: DictionaryColumn()
        )
        for asJSON in [false, true] {
            let printer = ChangePrinter(dates: DateText(zone: .gmt), asJSON: asJSON, inColours: false)
            var output = Output()
            try printer.print(ChangeBatch(added: [columns], deleted: deleted, anchor: [], caughtUp: true), to: &output)
            #expect(isSafe(output.gathered), comment)
            #expect(output.gathered.count { $0 == UInt8(ascii: "\n") } == columns.count * 2, comment)
        }
    }

    private func printed(_ columns: SampleColumns, _ format: SampleFormat) throws -> [UInt8] {
        var printer = SamplePrinter(format)
        var output = Output()
        try printer.print(columns, to: &output)
        return output.gathered
    }

    /// Whether there is nothing in the lines that a terminal obeys.
    private func isSafe(_ bytes: [UInt8]) -> Bool {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        return scalars.allSatisfy { $0 == "\n" || !$0.isControl }
    }

    // MARK: - What is sent

    private mutating func any<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func anyDouble() -> Double {
        Bool.random(using: &random) ? any(of: Self.doubles) : Double(bitPattern: random.next())
    }

    private mutating func anyTime() -> Timestamp {
        let isKnown = Bool.random(using: &random)
        return Timestamp(nanoseconds: isKnown ? any(of: Self.times) : Int64(bitPattern: random.next()))
    }

    private mutating func anyInteger() -> Int64 {
        Bool.random(using: &random) ? any(of: Self.integers) : Int64(bitPattern: random.next())
    }

    /// Rows that share nothing but their type. Samples end when they start or later.
    private mutating func columns(_ kind: String) -> SampleColumns {
        let rows = Int.random(in: 1...3, using: &random)
        let kinds = ObjectType.all.filter { $0.isStored && SampleColumns.Payload.empty(kind).fits($0) }
        let times = (0..<rows).map { _ in [Self.valid(anyTime()), Self.valid(anyTime())].sorted() }
        return SampleColumns(
            type: any(of: kinds),
            ids: (0..<rows).map { _ in ObjectID(high: random.next(), low: random.next()) },
            starts: times.map { $0[0] },
            ends: times.map { $0[1] },
            provenance: anyProvenance(rows),
            metadata: anyMetadata(rows),
            payload: payload(kind, rows)
        )
    }

    /// What the decoder lets through.
    private static func valid(_ moment: Timestamp) -> Timestamp {
        min(max(moment, .earliest), Timestamp(nanoseconds: Timestamp.latest.nanoseconds - 1))
    }

    private mutating func anyProvenance(_ rows: Int) -> DictionaryColumn<Provenance> {
        let entries = (0..<rows).map { _ in
            Provenance(
                source: Source(bundleIdentifier: any(of: Self.texts), name: any(of: Self.texts)),
                version: any(of: Self.texts),
                device: Device(name: any(of: Self.texts), model: any(of: Self.texts))
            )
        }
        return DictionaryColumn(entries: entries, indexes: (0..<rows).map { UInt32(rows - 1 - $0) })
    }

    private mutating func anyMetadata(_ rows: Int) -> DictionaryColumn<Metadata> {
        guard Bool.random(using: &random) else { return DictionaryColumn() }
        let number = any(of: Self.doubles.filter(\.isFinite))
        let unit = any(of: [Unit.percent, .count, .null, .kilogram])
        let metadata = try? Metadata([
            Metadata.Entry(key: "text \u{1B}", value: .string(any(of: Self.texts))),
            Metadata.Entry(key: "integer", value: .integer(anyInteger())),
            Metadata.Entry(key: "double", value: .double(number)),
            Metadata.Entry(key: "date", value: .date(anyTime())),
            Metadata.Entry(key: "quantity", value: .quantity(Quantity(value: number, unit: unit))),
        ])
        return DictionaryColumn(entries: metadata.map { [$0] } ?? [])
    }

    private mutating func payload(_ kind: String, _ rows: Int) -> SampleColumns.Payload {
        let lengths = (0..<rows).map { _ in UInt32.random(in: 0...2, using: &random) }
        let total = Int(lengths.reduce(0, +))
        switch kind {
        case "record": return .record(records(rows))
        case "quantity":
            return .quantity(
                QuantityColumns(
                    values: (0..<rows).map { _ in anyDouble() },
                    unit: any(of: [nil, .percent, .count, .null, .kilogram]),
                    counts: (0..<rows).map { _ in anyInteger() }
                )
            )
        case "category": return .category(CategoryColumns(values: (0..<rows).map { _ in anyInteger() }))
        case "correlation":
            let members = (0..<total).map { _ in ObjectID(high: random.next(), low: random.next()) }
            return .correlation(CorrelationColumns(lengths: lengths, members: members))
        case "workout": return .workout(workouts(rows))
        case "route":
            return .route(RouteColumns(lengths: lengths, counts: (0..<rows).map { _ in anyInteger() }))
        default:
            return .heartbeat(HeartbeatColumns(lengths: lengths, counts: (0..<rows).map { _ in anyInteger() }))
        }
    }

    private mutating func records(_ rows: Int) -> RecordColumns {
        let names: [AttributeName] = [.classification, .valence, .displayName, .symptoms]
        let records = (0..<rows).map { _ in
            var record = Record()
            record.set(any(of: names), anyInteger())
            record.set(any(of: names), anyDouble())
            record.set(any(of: names), [any(of: Self.texts), any(of: Self.texts)])
            record.set(any(of: names), [ObjectID(high: random.next(), low: random.next())])
            return record
        }
        return RecordColumns(records: records, counts: (0..<rows).map { _ in anyInteger() })
    }

    private mutating func workouts(_ rows: Int) -> WorkoutColumns {
        WorkoutColumns(
            activityTypes: (0..<rows).map { _ in
                WorkoutActivityType(rawValue: UInt32(truncatingIfNeeded: anyInteger()))
            },
            durations: Bool.random(using: &random) ? [] : (0..<rows).map { _ in anyDouble() },
            details: (0..<rows).map { _ in
                WorkoutDetail(totalEnergyBurned: anyDouble(), totalDistance: anyDouble())
            }
        )
    }
}

extension SampleColumns.Payload {
    fileprivate static func empty(_ kind: String) -> SampleColumns.Payload {
        switch kind {
        case "record": .record(RecordColumns(records: []))
        case "quantity": .quantity(QuantityColumns(values: []))
        case "category": .category(CategoryColumns(values: []))
        case "correlation": .correlation(CorrelationColumns(lengths: [], members: []))
        case "workout": .workout(WorkoutColumns(activityTypes: []))
        case "route": .route(RouteColumns())
        default: .heartbeat(HeartbeatColumns())
        }
    }
}
