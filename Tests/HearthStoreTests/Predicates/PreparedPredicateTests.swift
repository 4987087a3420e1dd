import HearthModel
import Testing

@testable import HearthStore

/// What open calls hold is counted before their predicates are prepared.
@Suite struct PreparedPredicateTests {
    /// All tests have the room of the largest. One of provenances, which few predicates have, is elsewhere.
    @Test func aTermTakesNoMoreThanIsCounted() {
        let stride = MemoryLayout<PreparedPredicate.Term>.stride
        #expect(stride <= Predicate.preparedTermBytes, "\(stride)")
    }

    @Test(arguments: [2, 1_025]) func aPredicateHasNoRoomForTermsThatItDoesNotHave(_ count: Int) {
        var stack = (0..<count).map { PredicateOperand(.number(.quantity, .greater, Double($0))) }
        PredicateOperand.join(&stack, count, .or)
        let terms = stack[0].terms
        #expect(stack.count == 1 && terms.count == 2 * count - 1)
        #expect(terms.capacity <= terms.count + 8, "\(terms.capacity)")
    }
}
