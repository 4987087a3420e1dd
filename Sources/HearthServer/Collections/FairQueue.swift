/// Elements that have something to do, each once. Their owners take turns: those of one do not wait for all of another.
struct FairQueue<Owner: Hashable, Element: Hashable> {
    private var queue = RoundRobin<Owner, Element>()
    private var members: Set<Element> = []

    var isEmpty: Bool { queue.isEmpty }

    mutating func insert(_ element: Element, of owner: Owner) {
        if members.insert(element).inserted {
            queue.append(element, of: owner)
        }
    }

    mutating func popFirst() -> Element? {
        guard let element = queue.popFirst() else { return nil }
        members.remove(element)
        return element
    }
}
