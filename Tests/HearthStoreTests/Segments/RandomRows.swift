import HearthModel
import HearthTestSupport

@testable import HearthStore

/// Rows as a segment may hold them, in which everything that may be left out sometimes is.
///
/// Values are arbitrary where a segment keeps any: what makes sense is decided elsewhere.
struct RandomRows {
    var random: SeededGenerator

    static let kinds: [ObjectType] =
        [
            type("heartRate"), type("sleepAnalysis"), type("bloodPressure"), .workout, .workoutRoute, .heartbeatSeries,
        ] + RandomRecords.types

    mutating func rows(_ count: Int, of type: ObjectType) -> SegmentRows {
        let starts = times(count)
        let samples = SampleColumns(
            type: type,
            ids: ids(count),
            starts: starts,
            ends: random.chance(50) ? [] : starts.map { at($0.nanoseconds + Int64(random.below(1 << 40))) },
            metadata: metadata(count),
            payload: payload(count, of: type)
        )
        let first = random.next() >> 20
        let provenances = 1 + random.below(3)
        return SegmentRows(
            samples: samples,
            provenances: random.list(count) { UInt32($0.below(provenances)) },
            sequences: (0..<count).map { first + UInt64($0) },
            commits: (0..<count).map { first + UInt64($0) + UInt64(random.below(9)) },
            syncKeys: random.chance(50) ? [] : random.list(count) { $0.chance(50) ? 0 : $0.next() }
        )
    }

    mutating func deletions(_ count: Int) -> DeletionRows {
        DeletionRows(
            ids: ids(count),
            times: times(count),
            sequences: random.list(count) { $0.next() >> 20 },
            commits: random.list(count) { $0.next() >> 20 },
            metadata: metadata(count),
            owners: optional(count) { $0.random.list($1) { UInt32($0.below(3)) } },
            ends: optional(count) { $0.times($1) }
        )
    }

    mutating func ids(_ count: Int) -> [ObjectID] {
        guard random.chance(50) else { return random.list(count) { ObjectID(high: $0.next(), low: $0.next()) } }
        var high = random.next() & ~0xF000 | 0x7000
        return random.list(count) { random in
            high &+= UInt64(random.below(5)) << 16
            return ObjectID(high: high, low: 1 << 63 | random.next() >> 2)
        }
    }

    mutating func times(_ count: Int) -> [Timestamp] {
        let scale: Int64 = random.pick([1, 1_000, 1_000_000, 1_000_000_000])
        return random.list(count) { at(1_795_248_000_000_000_000 + Int64($0.below(1 << 30)) * scale) }
    }

    mutating func numbers(_ count: Int) -> [Double] {
        switch random.below(3) {
        case 0: random.list(count) { Double($0.below(2_000)) / 10 }
        case 1: random.list(count) { $0.pick([0, -0.0, 1e300, .leastNonzeroMagnitude, .pi]) }
        default: random.list(count) { Double(Int64(bitPattern: $0.next())) / 3 }
        }
    }

    /// A column, or none.
    mutating func optional<Element>(_ count: Int, _ make: (inout RandomRows, Int) -> [Element]) -> [Element] {
        random.chance(50) ? [] : make(&self, count)
    }

    private mutating func metadata(_ count: Int) -> DictionaryColumn<Metadata> {
        switch random.below(4) {
        case 0:
            return DictionaryColumn()
        case 1:
            return DictionaryColumn(entries: [someMetadata()])
        case 2:
            return DictionaryColumn(
                entries: [.none, someMetadata()],
                indexes: random.list(count) { UInt32($0.below(2)) }
            )
        default:
            let entries = (0..<count).map { _ in someMetadata() }
            return DictionaryColumn(entries: entries, indexes: (0..<UInt32(count)).map { $0 })
        }
    }

    mutating func someMetadata() -> Metadata {
        let values: [MetadataValue] = [
            .string(random.pick(["", "a", String(repeating: "long ", count: 60)])), .integer(.min), .double(-0.0),
            .boolean(true), .date(at(-1)), .quantity(Quantity(value: 36.6, unit: unit("degC"))),
        ]
        let chosen = random.some(values, atMost: 3)
        return HearthStoreTests.metadata(
            chosen.enumerated().map { Metadata.Entry(key: "key\($0)", value: $1) }
        )
    }
}
