/// First come, first served.
struct Queue<Element> {
    private var elements: [Element] = []
    private var next = 0

    var count: Int { elements.count - next }
    var isEmpty: Bool { count == 0 }
    var first: Element? { next < elements.count ? elements[next] : nil }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard let element = first else { return nil }
        next += 1
        if next == elements.count {
            elements.removeAll(keepingCapacity: true)
            next = 0
        } else if next > 1_024, next > elements.count / 2 {
            elements.removeFirst(next)
            next = 0
        }
        return element
    }
}

/// Those who have something to do, in the order in which they came. Nobody stands in it twice.
struct ReadyQueue<Element: Hashable> {
    private var queue = Queue<Element>()
    private var members: Set<Element> = []

    var isEmpty: Bool { queue.isEmpty }
    var first: Element? { queue.first }

    mutating func insert(_ element: Element) {
        if members.insert(element).inserted {
            queue.append(element)
        }
    }

    mutating func popFirst() -> Element? {
        guard let element = queue.popFirst() else { return nil }
        members.remove(element)
        return element
    }
}
