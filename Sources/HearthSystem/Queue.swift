/// A first-in, first-out queue. Removing the first element does not move the others, and releases it at once.
///
/// Public, because the compiler specialises generic code of another module only when it is public and inlinable.
public struct Queue<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var start = 0

    /// An empty queue.
    @inlinable public init() {}

    /// Whether it has no elements.
    @inlinable public var isEmpty: Bool { start == elements.count }
    /// The number of its elements.
    @inlinable public var count: Int { elements.count - start }
    /// The element that was appended first; nil: it is empty.
    @inlinable public var first: Element? { start < elements.count ? elements[start] : nil }

    /// Adds an element at the end.
    @inlinable public mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Removes the element that was appended first, and returns it; nil: the queue is empty.
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

    /// Removes the elements that were appended last.
    @inlinable public mutating func removeLast(_ count: Int) {
        precondition(count <= self.count, "the queue has fewer elements")
        elements.removeLast(count)
    }

    /// Removes all elements, and gives their memory back.
    @inlinable public mutating func removeAll() {
        elements = []
        start = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
