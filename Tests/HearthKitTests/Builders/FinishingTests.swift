import HearthModel
import HearthSystem
import Testing

@testable import HearthKit

@Suite struct FinishingTests {
    /// Attempts to finish fail while others add.
    @Test func nothingIsLostWhenFinishingFails() async throws {
        let collection = Guarded(0)
        let isOver = Guarded(false)
        let adding = Task.detached {
            var additions = 0
            while !isOver.withLock({ $0 }) {
                try collection.change { count throws(HearthError) in count += 1 }
                additions += 1
            }
            return additions
        }
        var failures = 0
        for _ in 0..<20_000 {
            do {
                try await collection.finishing { _ throws(HearthError) in
                    throw HearthError(.invalidArgument, "nothing can be finished yet")
                } saving: { (_: Int) in
                }
            } catch is HKError {
                failures += 1
            }
        }
        isOver.withLock { $0 = true }
        let additions = try await adding.value
        #expect(collection.withLock { $0 } == additions && failures == 20_000)
    }
}
