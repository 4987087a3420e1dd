import HearthModel
import Testing

@testable import hearth

/// Lists of what apps ask, in the order in which the server was asked for them.
@Suite struct CurrentRequestsTests {
    private static func list(_ number: UInt64) -> AccessList { AccessList([], requestsNumber: number) }

    @Test func aListFromBeforeAnAnswerIsDropped() {
        var current = CurrentRequests()
        let awaited = current.next
        current.take(afterAnswer: Self.list(7))
        let isOldTaken = current.take(Self.list(6), awaited)
        #expect(!isOldTaken && current.list.requestsNumber == 7 && current.next.seen == 7)
        let isNewTaken = current.take(Self.list(8), current.next)
        #expect(isNewTaken && current.next.seen == 8)
    }

    /// Those of a server that was started again may be lower, also those after an answer.
    @Test func aLowerNumberIsTaken() {
        var current = CurrentRequests()
        for number in [1_000, 5] as [UInt64] {
            let isTaken = current.take(Self.list(number), current.next)
            #expect(isTaken && current.next.seen == number)
        }
        current.take(afterAnswer: Self.list(3))
        #expect(current.next.seen == 3)
    }
}
