import HearthTestSupport
import Testing

@testable import HearthStore

@Suite struct RowMaskTests {
    /// Whatever is combined with whatever: ranges that overlap, touch and lie apart, rows here and there, none and all.
    @Test func aMaskSaysOfEachRowWhatIsSaidOfIt() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 1)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...12, using: &random)
            var (mask, rows) = Self.random(count, &random)
            for _ in 0..<4 {
                let (other, otherRows) = Self.random(count, &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    mask.formAnd(other)
                    rows = zip(rows, otherRows).map { $0 && $1 }
                case 1:
                    mask.formOr(other)
                    rows = zip(rows, otherRows).map { $0 || $1 }
                default:
                    mask.negate()
                    rows = rows.map { !$0 }
                }
                #expect(mask.chosen.numbers == rows.indices.filter { rows[$0] }, "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    private static func random(_ count: Int, _ random: inout SeededGenerator) -> (RowMask, [Bool]) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let truth = Bool.random(using: &random)
            return (RowMask(truth, count: count), Array(repeating: truth, count: count))
        case 1:
            let bounds = [Int.random(in: 0...count, using: &random), Int.random(in: 0...count, using: &random)].sorted()
            let rows = (0..<count).map { (bounds[0]..<bounds[1]).contains($0) }
            return (RowMask(rows), rows)
        default:
            let rows = (0..<count).map { _ in Bool.random(using: &random) }
            return (RowMask(rows), rows)
        }
    }

    /// Rows next to each other are one range, of which nothing is kept for each row.
    @Test func rowsNextToEachOtherAreARange() {
        #expect(RowMask([false, true, true, false]).chosen == .range(1..<3))
        #expect(RowMask([true, false, true]).chosen == .each([0, 2]))
        var mask = RowMask([true, true, false, false])
        mask.formOr(RowMask([false, false, true, false]))
        #expect(mask.chosen == .range(0..<3))
        mask.negate()
        #expect(mask.chosen == .range(3..<4))
    }
}
