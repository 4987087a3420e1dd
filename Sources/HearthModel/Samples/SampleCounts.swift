/// How many samples of each type. Those of a single type, as most are, need no memory of their own.
package struct SampleCounts: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let type: ObjectType
        package fileprivate(set) var count: UInt64
    }

    private var first: Entry?
    private var others: [Entry] = []

    package init() {}

    package init(_ count: Int, of type: ObjectType) {
        add(UInt64(count), of: type)
    }

    /// Of the samples in columns.
    package init(_ columns: [SampleColumns]) {
        // By index: a loop over the elements would copy them.
        for index in columns.indices {
            add(UInt64(columns[index].ids.count), of: columns[index].type)
        }
    }

    package var isEmpty: Bool { first == nil }

    package subscript(type: ObjectType) -> UInt64 {
        if let first, first.type == type { return first.count }
        return others.first { $0.type == type }?.count ?? 0
    }

    package mutating func add(_ count: UInt64, of type: ObjectType) {
        guard count != 0 else { return }
        if first == nil {
            first = Entry(type: type, count: count)
        } else if first?.type == type {
            first?.count &+= count
        } else if let index = others.firstIndex(where: { $0.type == type }) {
            others[index].count &+= count
        } else {
            others.append(Entry(type: type, count: count))
        }
    }

    package mutating func add(_ counts: SampleCounts) {
        counts.forEach { add($0.count, of: $0.type) }
    }

    /// The difference of two counts. It wraps around where the other one is greater, so that adding undoes it.
    package func subtracting(_ counts: SampleCounts) -> SampleCounts {
        var difference = self
        counts.forEach { difference.add(0 &- $0.count, of: $0.type) }
        return difference
    }

    package func forEach(_ body: (Entry) -> Void) {
        if let first {
            body(first)
        }
        for entry in others {
            body(entry)
        }
    }
}
