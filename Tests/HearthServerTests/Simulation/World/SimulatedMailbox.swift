import HearthServer
import HearthStore

/// What the server has for its writer, and what the writer has not begun, in its order.
struct SimulatedMailbox {
    enum Order {
        case commit([PendingWrite])
        case tidy
    }

    private var orders: [Order] = []
    private var waiting = WaitingWrites(largeSamples: 1)

    var isEmpty: Bool { orders.isEmpty && waiting.isEmpty }

    mutating func post(_ order: Order) {
        orders.append(order)
    }

    /// What is next: of as many writes as follow one another a group, as for the thread that writes. What is behind a write
    /// that is read already, which the writer takes for a large one here, comes while that is carried out.
    mutating func takeNext() -> Order? {
        while case .commit(let writes)? = orders.first {
            waiting.append(writes)
            orders.removeFirst()
            if writes.contains(where: { $0.knownSampleCount > 0 }) { break }
        }
        guard waiting.isEmpty else { return .commit(waiting.takeGroup()) }
        return orders.isEmpty ? nil : orders.removeFirst()
    }

    /// The writes that join the group that was taken.
    mutating func takeJoining() -> [PendingWrite] {
        while case .commit(let writes)? = orders.first {
            waiting.append(writes)
            orders.removeFirst()
        }
        return waiting.takeJoining()
    }
}
