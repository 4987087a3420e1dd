import HearthServer
import HearthStore

/// What the server has for its writer, and what the writer has not begun, in its order.
struct SimulatedMailbox {
    enum Order {
        case commit([Write])
        case maintain
    }

    /// Few, so that many groups are joined.
    private static let largeSamples = 4

    private var orders: [Order] = []
    private var waiting = CommitBatcher(largeSamples: SimulatedMailbox.largeSamples)

    var isEmpty: Bool { orders.isEmpty && waiting.isEmpty }

    mutating func post(_ order: Order) {
        orders.append(order)
    }

    /// What is next: of as many writes as follow one another a group, as for the writer thread. What follows a large save
    /// arrives while that is executed.
    mutating func takeNext() -> Order? {
        while case .commit(let writes)? = orders.first {
            waiting.append(writes)
            orders.removeFirst()
            if writes.contains(where: { $0.sampleCount >= SimulatedMailbox.largeSamples }) { break }
        }
        guard waiting.isEmpty else { return .commit(waiting.takeGroup()) }
        return orders.isEmpty ? nil : orders.removeFirst()
    }

    /// The writes that join the group that was taken.
    mutating func takeLateJoiners() -> [Write] {
        while case .commit(let writes)? = orders.first {
            waiting.append(writes)
            orders.removeFirst()
        }
        return waiting.takeLateJoiners()
    }
}
