/// Those who have something to do, in the order in which they came. Nobody stands in it twice.
struct ReadyQueue<Element: Hashable> {
    private var elements: [Element] = []
    private var next = 0
    private var members: Set<Element> = []

    var isEmpty: Bool { members.isEmpty }

    var first: Element? { next < elements.count ? elements[next] : nil }

    mutating func insert(_ element: Element) {
        if members.insert(element).inserted {
            elements.append(element)
        }
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
        members.remove(element)
        return element
    }
}
