import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

@Suite struct DuplicateFinderTests {
    @Test func findsTheFirstThatOccurredBefore() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 310)
        var random = generator
        for _ in 0..<500 {
            let variety = 1 + random.below(2_000)
            let count = random.below(80)
            var ids = random.list(count) { ObjectID(high: UInt64($0.below(variety)), low: 7) }
            if random.chance(30) {
                ids.sort()
            }
            #expect(DuplicateFinder.firstDuplicate(in: ids) == naive(ids), "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// Identifiers that differ in one half or one bit only.
    @Test func tellsNeighboursApart() {
        var ids = (0..<64).flatMap { bit in
            [ObjectID(high: 1 << UInt64(bit), low: 0), ObjectID(high: 0, low: 1 << UInt64(bit))]
        }
        ids += (0..<300).map { ObjectID(high: 5, low: UInt64(1_000 + $0 * 3)) }.reversed()
        #expect(DuplicateFinder.firstDuplicate(in: ids) == nil)
        for row in ids.indices {
            #expect(DuplicateFinder.firstDuplicate(in: ids + [ids[row]]) == ids.count)
        }
    }

    @Test func fewHaveNoDuplicates() {
        let id = ObjectID(high: 1, low: 2)
        #expect(DuplicateFinder.firstDuplicate(in: []) == nil)
        #expect(DuplicateFinder.firstDuplicate(in: [id]) == nil)
        #expect(DuplicateFinder.firstDuplicate(in: [id, id]) == 1)
        #expect(DuplicateFinder.firstDuplicate(in: [id, id, id]) == 1)
    }

    private func naive(_ ids: [ObjectID]) -> Int? {
        var seen: Set<ObjectID> = []
        return ids.firstIndex { !seen.insert($0).inserted }
    }
}
