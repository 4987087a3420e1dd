import HearthStore

/// What the server has for its writer, and what the writer has not begun, in its order.
struct SimulatedMailbox {
    enum Order {
        case commit([PendingWrite])
        case tidy
    }

    private var orders: [Order] = []

    var isEmpty: Bool { orders.isEmpty }

    mutating func post(_ order: Order) {
        orders.append(order)
    }

    /// What is next: as many writes as follow one another are a group, as for the thread that writes.
    mutating func takeNext() -> Order? {
        guard !orders.isEmpty else { return nil }
        var group: [PendingWrite] = []
        while case .commit(let writes)? = orders.first {
            group += writes
            orders.removeFirst()
        }
        return group.isEmpty ? orders.removeFirst() : .commit(group)
    }
}
