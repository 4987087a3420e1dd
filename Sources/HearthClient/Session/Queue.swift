/// Elements in the order in which they came. Taking the first one does not move the others.
struct Queue<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var first = 0

    var isEmpty: Bool { first == elements.count }
    var count: Int { elements.count - first }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first].take()
        first += 1
        if first == elements.count {
            elements.removeAll(keepingCapacity: first <= 64)
            first = 0
        } else if first > 32, first * 2 > elements.count {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }

    mutating func removeLast(_ count: Int) {
        precondition(count <= self.count, "fewer elements than that are waiting")
        elements.removeLast(count)
    }

    mutating func removeAll() {
        elements = []
        first = 0
    }
}
