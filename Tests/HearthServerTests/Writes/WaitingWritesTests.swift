import HearthModel
import HearthServer
import HearthStore
import Testing

/// Which of the writes that wait go to the disk together.
@Suite struct WaitingWritesTests {
    /// Writes by apps that are called by their numbers.
    private func writes(_ numbers: Range<Int>) -> [PendingWrite] {
        numbers.map { number in
            let origin = Write.Origin(source: Source(bundleIdentifier: "\(number)", name: "\(number)"))
            return PendingWrite(origin: origin, .operation(.save([])))
        }
    }

    private func numbers(_ group: [PendingWrite]) -> [Int] {
        group.compactMap { Int($0.origin.source.bundleIdentifier) }
    }

    @Test func fewGoTogether() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<10))
        waiting.append(writes(10..<16))
        #expect(numbers(waiting.takeGroup()) == Array(0..<16))
        #expect(waiting.isEmpty)
        #expect(waiting.takeGroup().isEmpty)
    }

    /// Half of all: those of one half come back one by one while the other half is written.
    @Test func manyTakeTurnsInHalves() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<64))
        var answered: [Int] = []
        for round in 0..<10 {
            let group = numbers(waiting.takeGroup())
            #expect(group == Array(round.isMultiple(of: 2) ? 0..<32 : 32..<64))
            for number in answered {
                waiting.append(writes(number..<number + 1))
            }
            answered = group
        }
    }

    /// Whoever was in a small group, by chance, does not stay in one.
    @Test func unequalHalvesBecomeEqual() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<20))
        var answered = numbers(waiting.takeGroup())
        waiting.append(writes(20..<100))
        var sizes: [Int] = []
        for _ in 0..<8 {
            let group = numbers(waiting.takeGroup())
            for number in answered {
                waiting.append(writes(number..<number + 1))
            }
            answered = group
            sizes.append(group.count)
        }
        #expect(sizes.suffix(4).allSatisfy { (48...52).contains($0) }, "\(sizes)")
    }

    /// What comes all at once, and after which nobody comes, is divided once and not again and again.
    @Test func burstGoesInTwo() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<1_000))
        var taken: [Int] = []
        var groups = 0
        while !waiting.isEmpty {
            taken += numbers(waiting.takeGroup())
            groups += 1
        }
        #expect(taken == Array(0..<1_000))
        #expect(groups == 2)
    }
}
