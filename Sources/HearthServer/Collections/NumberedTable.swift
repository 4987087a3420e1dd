/// Values by number. Each new number is greater than those before it.
///
/// They are sorted by number and found by binary search, which for the few calls of a connection, or a few thousand
/// connections, is faster than hashing.
struct NumberedTable<Value> {
    struct Entry {
        let number: UInt64
        var value: Value
    }

    private(set) var entries: [Entry] = []

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }

    subscript(number: UInt64) -> Value? {
        let index = index(of: number)
        return holds(number, at: index) ? entries[index].value : nil
    }

    /// Stores a value under a number, replacing the one that is there.
    mutating func set(_ value: Value, at number: UInt64) {
        let index = index(of: number)
        if index == entries.count {
            entries.append(Entry(number: number, value: value))
        } else if holds(number, at: index) {
            entries[index].value = value
        } else {
            entries.insert(Entry(number: number, value: value), at: index)
        }
    }

    @discardableResult
    mutating func remove(_ number: UInt64) -> Value? {
        let index = index(of: number)
        return holds(number, at: index) ? entries.remove(at: index).value : nil
    }

    mutating func removeAll() {
        entries = []
    }

    /// The index of the first entry whose number is not smaller.
    private func index(of number: UInt64) -> Int {
        guard let last = entries.indices.last, entries[last].number >= number else { return entries.count }
        guard entries[0].number < number else { return 0 }
        // Numbers that follow one another, from the first on or up to the last, are found at once.
        let low = last - Int(min(entries[last].number - number, UInt64(last)))
        let high = Int(min(number - entries[0].number, UInt64(last)))
        guard low < high, entries[low].number < number else { return low }
        return (low..<high).partition { entries[$0].number < number }
    }

    private func holds(_ number: UInt64, at index: Int) -> Bool {
        index < entries.count && entries[index].number == number
    }
}
