/// What a heap puts in order.
protocol HeapElement {
    /// Whether this one comes out before another.
    func precedes(_ other: Self) -> Bool
}

/// A heap: what comes first of some elements is found at once, and each change costs a comparison or two for each doubling
/// of their number.
struct LeastHeap<Element: HeapElement> {
    private(set) var elements: [Element] = []

    init() {}

    init(_ elements: [Element]) {
        self.elements = elements
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) {
            siftDown(index)
        }
    }

    var isEmpty: Bool { elements.isEmpty }
    var count: Int { elements.count }

    /// What comes first.
    @inline(__always)
    var first: Element? { elements.first }

    /// What comes after the first.
    var second: Element? {
        guard elements.count > 2 else { return elements.count == 2 ? elements[1] : nil }
        return elements[2].precedes(elements[1]) ? elements[2] : elements[1]
    }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard elements[index].precedes(elements[parent]) else { return }
            elements.swapAt(index, parent)
            index = parent
        }
    }

    /// Takes out what comes first; there is something.
    @discardableResult
    mutating func removeFirst() -> Element {
        elements.swapAt(0, elements.count - 1)
        let first = elements.removeLast()
        siftDown(0)
        return first
    }

    /// Replaces the first element.
    mutating func replaceFirst(with element: Element) {
        elements[0] = element
        siftDown(0)
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var least = index
            let first = 2 * index + 1
            for child in first..<max(first, min(first + 2, elements.count))
            where elements[child].precedes(elements[least]) {
                least = child
            }
            guard least != index else { return }
            elements.swapAt(index, least)
            index = least
        }
    }
}
