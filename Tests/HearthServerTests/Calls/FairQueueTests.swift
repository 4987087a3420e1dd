import HearthModel
import Testing

@testable import HearthServer
@testable import HearthStore

@Suite struct FairQueueTests {
    @Test func ownersTakeTurns() {
        var queue = FairQueue<String, Int>()
        for element in 0..<1_000 {
            queue.insert(element, of: "many")
        }
        queue.insert(2_000, of: "one")
        queue.insert(3, of: "many")
        #expect((0..<4).map { _ in queue.popFirst() } == [0, 2_000, 1, 2])
        queue.insert(2_001, of: "one")
        #expect((0..<2).map { _ in queue.popFirst() } == [3, 2_001])
        var left = 0
        while queue.popFirst() != nil {
            left += 1
        }
        #expect(left == 996 && queue.isEmpty)
    }

    /// What a call holds is counted by what has changed, however many sets it shares.
    @Test func aHoldingCountsWhatIsNew() {
        let sets = (0..<1_000).map { MemberSet([ObjectID(high: UInt64($0), low: 1)]) }
        var holding = CallHolding(request: ReadingMemory(bytes: 10))
        let first = holding.read(with: ReadingMemory(bytes: 5, shared: Array(sets[..<600])))
        #expect(first?.added.shared.count == 600 && first?.removed.shared.isEmpty == true)
        let second = holding.read(with: ReadingMemory(bytes: 7, shared: sets))
        #expect(second?.added.shared.count == 400 && second?.removed.shared.isEmpty == true)
        #expect(second?.added.bytes == 7 && second?.removed.bytes == 5)
        #expect(holding.bytes == 17 + sets.reduce(0) { $0 + $1.heldBytes })
        #expect(holding.read(with: ReadingMemory(bytes: 7, shared: sets)) == nil)
        let last = holding.read(with: ReadingMemory())
        #expect(last?.removed.shared.count == 1_000 && holding.bytes == 10)
    }
}
