/// Entries in the order in which they came, each of those that are identical once, with the position that it has.
///
/// Equal ones need not be identical and have a position each: see `ExactlyComparable`.
package struct DistinctEntries<Entry: Hashable & ExactlyComparable & Sendable>: Sendable {
    package private(set) var entries: [Entry] = []
    /// Under each entry the positions of those that are equal to it.
    private var positions: [Entry: [UInt32]] = [:]

    package init() {}

    package func position(of entry: Entry) -> UInt32? {
        positions[entry]?.first { entries[Int($0)].isIdentical(to: entry) }
    }

    /// Adds an entry of which it is known that it is not there; returns its position.
    @discardableResult
    package mutating func append(_ entry: Entry) -> UInt32 {
        let position = UInt32(entries.count)
        entries.append(entry)
        positions[entry, default: []].append(position)
        return position
    }

    /// The position of an entry, which is added when it is not there.
    package mutating func insert(_ entry: Entry) -> UInt32 {
        position(of: entry) ?? append(entry)
    }
}

extension DictionaryColumn where Entry: ExactlyComparable {
    /// These values, a row for each; without indexes when all are identical.
    package init(_ values: [Entry]) {
        guard let first = values.first, !values.allSatisfy({ $0.isIdentical(to: first) }) else {
            self.init(entries: Array(values.prefix(1)))
            return
        }
        var distinct = DistinctEntries<Entry>()
        let indexes = values.map { distinct.insert($0) }
        self.init(entries: distinct.entries, indexes: indexes)
    }
}

extension DictionaryColumn<UInt32> {
    /// These numbers, a row for each. Every row of a query passes here: of its own, as the compiler makes code for numbers
    /// of what is generic only where it sees both.
    package init(numbers: [UInt32]) {
        self.init(numbers)
    }
}
