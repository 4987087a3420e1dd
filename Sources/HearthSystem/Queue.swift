/// A first-in, first-out queue. Removing the first element does not move the others, and releases it at once.
///
/// Public, because the compiler specialises generic code of another module only when it is public and inlinable.
public struct Queue<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var start = 0

    @inlinable public init() {}

    @inlinable public var isEmpty: Bool { start == elements.count }
    @inlinable public var count: Int { elements.count - start }
    @inlinable public var first: Element? { start < elements.count ? elements[start] : nil }

    @inlinable public mutating func append(_ element: Element) {
        elements.append(element)
    }

    @inlinable public mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        let element = elements[start].take()
        start += 1
        if start == elements.count {
            // A burst does not keep its memory.
            elements.removeAll(keepingCapacity: start <= 64)
            start = 0
        } else if start > 32, start * 2 > elements.count {
            elements.removeFirst(start)
            start = 0
        }
        return element
    }

    @inlinable public mutating func removeLast(_ count: Int) {
        precondition(count <= self.count, "the queue has fewer elements")
        elements.removeLast(count)
    }

    @inlinable public mutating func removeAll() {
        elements = []
        start = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
