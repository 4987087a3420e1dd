/// Entries in the order of their arrival. Identical entries share a position; entries that are only equal do not: see
/// `ExactlyComparable`.
package struct DistinctEntries<Entry: ExactlyComparable & Sendable>: Sendable {
    package private(set) var entries: [Entry] = []
    private var positions: [ExactKey<Entry>: UInt32] = [:]

    package init() {}

    package func position(of entry: Entry) -> UInt32? {
        positions[ExactKey(entry)]
    }

    /// Adds an entry that is known to be new. Returns its position.
    @discardableResult
    package mutating func append(_ entry: Entry) -> UInt32 {
        let position = UInt32(entries.count)
        entries.append(entry)
        positions[ExactKey(entry)] = position
        return position
    }

    /// The position of an entry, which is added if it is new.
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
        var (least, greatest) = (UInt32.max, UInt32.min)
        for number in numbers {
            least = min(least, number)
            greatest = max(greatest, number)
        }
        guard least < greatest else {
            self.init(entries: Array(numbers.prefix(1)))
            return
        }
        // Numbers that are close together have a table of their positions.
        let width = Int(greatest - least) + 1
        guard width <= 16 * numbers.count else {
            self.init(numbers)
            return
        }
        self.init()
        var positions = [UInt32](repeating: .max, count: width)
        indexes.reserveCapacity(numbers.count)
        for number in numbers {
            let place = Int(number - least)
            if positions[place] == .max {
                positions[place] = UInt32(entries.count)
                entries.append(number)
            }
            indexes.append(positions[place])
        }
    }
}
