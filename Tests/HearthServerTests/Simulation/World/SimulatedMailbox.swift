import HearthServer
import HearthStore

/// What the server has for its writer, and what the writer has not begun, in its order.
struct SimulatedMailbox {
    enum Order {
        case commit([PendingWrite])
        case tidy
    }

    private var orders: [Order] = []
    private var waiting = WaitingWrites()

    var isEmpty: Bool { orders.isEmpty && waiting.isEmpty }

    mutating func post(_ order: Order) {
        orders.append(order)
    }

    /// What is next: of as many writes as follow one another a group, as for the thread that writes.
    mutating func takeNext() -> Order? {
        while case .commit(let writes)? = orders.first {
            waiting.append(writes)
            orders.removeFirst()
        }
        guard waiting.isEmpty else { return .commit(waiting.takeGroup()) }
        return orders.isEmpty ? nil : orders.removeFirst()
    }
}
