import HearthTestSupport

extension SeededGenerator {
    /// A number from 0 to below `count`.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements, of which there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Some of the elements, in random order.
    mutating func some<Element>(_ elements: [Element], atMost count: Int) -> [Element] {
        Array(elements.shuffled(using: &self).prefix(count))
    }

    /// So many of whatever `make` makes.
    mutating func list<Element>(_ count: Int, _ make: (inout SeededGenerator) -> Element) -> [Element] {
        (0..<count).map { _ in make(&self) }
    }
}
