import HearthSystem

/// Elements that have something to do, in the order of their arrival. An element is in the queue at most once.
struct ReadyQueue<Element: Hashable> {
    private var queue = Queue<Element>()
    private var members: Set<Element> = []

    var isEmpty: Bool { queue.isEmpty }
    var first: Element? { queue.first }

    /// Returns false if the element is in the queue already.
    @discardableResult
    mutating func insert(_ element: Element) -> Bool {
        guard members.insert(element).inserted else { return false }
        queue.append(element)
        return true
    }

    mutating func popFirst() -> Element? {
        guard let element = queue.popFirst() else { return nil }
        members.remove(element)
        return element
    }
}
