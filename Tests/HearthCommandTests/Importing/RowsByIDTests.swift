import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

@Suite struct RowsByIDTests {
    /// Compared with a look at every row, whatever the order of the rows and of the questions.
    @Test func eachRowOfAUUIDIsFound() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 61)
        for round in 0..<300 {
            let count = Int.random(in: 0..<20, using: &random)
            var ids = (0..<count).map { _ in anyID(&random) }
            if round.isMultiple(of: 2) {
                ids.sort()
            }
            var rows = RowsByID(ids)
            var asked = (0..<40).map { _ in anyID(&random) }
            if round.isMultiple(of: 3) {
                asked.sort()
            }
            for id in asked {
                var found: [Int] = []
                rows.each(of: id) { found.append($0) }
                #expect(found.sorted() == ids.indices.filter { ids[$0] == id }, "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    /// One of a few, so that some are equal.
    private func anyID(_ random: inout SeededGenerator) -> ObjectID {
        ObjectID(high: UInt64.random(in: 0..<4, using: &random), low: UInt64.random(in: 0..<4, using: &random))
    }
}
