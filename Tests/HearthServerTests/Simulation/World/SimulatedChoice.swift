import HearthTestSupport

extension SeededGenerator {
    /// A number from 0 to below `count`.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func between(_ least: Int, _ most: Int) -> Int { least + below(most - least + 1) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements, if there is one.
    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
