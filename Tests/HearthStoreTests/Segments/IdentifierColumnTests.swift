import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// Every column of UUIDs comes back as it was.
@Suite struct IdentifierColumnTests {
    @Test func keepsTimeOrderedOnes() throws {
        let generator = ObjectIDGenerator(clock: { 1_795_248_000_000 }, draw: { .init(counter: 5, node: 9) })
        for count in [1, 2, 100, 4_096] {
            let ids = generator.next(count: count)
            try check(ids)
            try check(ids.reversed())
        }
    }

    /// What was made one after the other costs a fraction of its sixteen bytes.
    @Test func runsTakeLittleRoom() {
        let generator = ObjectIDGenerator(clock: { 1_795_248_000_000 }, draw: { .init(counter: 5, node: 9) })
        let ids = generator.next(count: 1_000)
        #expect(written(ids).count < 16 * ids.count / 4)
    }

    /// A save of many samples, in segments as the store cuts them: each takes a few bytes.
    @Test func whatIsMadeAtOnceTakesAlmostNoRoom() {
        var random = SeededGenerator(seed: 122)
        let start = ObjectIDGenerator.Start(&random)
        let ids = ObjectIDGenerator(clock: { 1_795_248_000_000 }, draw: { start }).next(count: 100_000)
        let sizes = stride(from: 0, to: ids.count, by: 4_096).map { first in
            written(Array(ids[first..<min(first + 4_096, ids.count)])).count
        }
        #expect(sizes.count == 25 && sizes.allSatisfy { $0 <= 31 }, "\(sizes)")
    }

    @Test func keepsRandomOnes() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 120)
        var random = generator
        for count in [1, 2, 100, 1_000] {
            let ids = random.list(count) { ObjectID(high: $0.next(), low: $0.next()) }
            try check(ids, seed)
            // One of sixteen looks as if it carried its time. One or two are stored like those then, with what columns take.
            let columnBytes = ids.allSatisfy { $0.version == 7 } ? 14 : 0
            #expect(written(ids).count <= 16 * count + 1 + columnBytes)
        }
    }

    /// Version 7 by their bits, with nothing in common; and among them one that is none.
    @Test func keepsMixtures() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 121)
        var random = generator
        for _ in 0..<100 {
            let count = 1 + random.below(200)
            var ids = random.list(count) { ObjectID(high: $0.next() & ~0xF000 | 0x7000, low: $0.next()) }
            try check(ids, seed)
            ids[random.below(count)] = ObjectID(high: random.next(), low: random.next())
            try check(ids, seed)
        }
    }

    @Test(arguments: [
        [ObjectID(high: 0, low: 0)], [ObjectID(high: .max, low: .max)],
        [ObjectID(high: 0x7000, low: .max), ObjectID(high: .max & ~0x8000, low: 0)],
    ])
    func keepsExtremes(_ ids: [ObjectID]) throws {
        try check(ids)
    }

    private func written(_ ids: [ObjectID]) -> [UInt8] {
        var writer = ByteWriter()
        IdentifierColumn.write(ids, to: &writer)
        return writer.bytes
    }

    private func check(_ ids: [ObjectID], _ seed: UInt64? = nil) throws {
        let read = try written(ids).reading { (reader: inout ByteReader) throws(HearthError) in
            let read = try IdentifierColumn.read(ids.count, from: &reader)
            guard reader.isAtEnd else { throw .damagedBlock }
            return read
        }
        #expect(read == ids, "HEARTH_TEST_SEED=\(seed.map { "\($0)" } ?? "")")
    }
}
