import HearthSystem

/// Elements of several owners, which take turns: one element of each per round.
struct RoundRobin<Owner: Hashable, Element> {
    /// The owners with elements, in the order of their turns.
    private var owners = Queue<Owner>()
    private var elements: [Owner: Queue<Element>] = [:]

    var isEmpty: Bool { owners.isEmpty }

    mutating func append(_ element: Element, of owner: Owner) {
        if elements[owner] == nil {
            owners.append(owner)
        }
        elements[owner, default: Queue()].append(element)
    }

    mutating func popFirst() -> Element? {
        guard let owner = owners.popFirst() else { return nil }
        let element = elements[owner]?.popFirst()
        if elements[owner]?.isEmpty ?? true {
            elements[owner] = nil
        } else {
            owners.append(owner)
        }
        return element
    }
}
