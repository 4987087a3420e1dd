internal import HearthModel

/// The next rows in an order: those of one run, or interleaved ones of several runs whose segments cover the same time.
struct MergedRows {
    /// Rows of a run that follow each other.
    struct Part {
        let selection: Int
        let rows: SizedRows
        var range: Range<Int>
    }

    private(set) var parts: [Part]
    /// For each row the number of the part whose next row it is. Empty: there is one part.
    private(set) var turns: ArraySlice<UInt32>

    init(_ part: Part) {
        parts = [part]
        turns = []
    }

    init(_ parts: [Part], turns: [UInt32]) {
        self.parts = parts
        self.turns = turns[...]
    }

    /// The only part; nil: there are several.
    var single: Part? { turns.isEmpty ? parts.first : nil }

    var count: Int { turns.isEmpty ? parts.first?.range.count ?? 0 : turns.count }

    /// The memory of the tables, without the rows.
    var tableBytes: Int { parts.count * MemoryLayout<Part>.stride + turns.count * MemoryLayout<UInt32>.stride }

    /// The first rows, and the others.
    func split(at count: Int) -> (first: MergedRows, rest: MergedRows) {
        var (first, rest) = (self, self)
        var taken = [Int](repeating: 0, count: parts.count)
        if turns.isEmpty {
            taken[0] = count
        } else {
            first.turns = turns.prefix(count)
            rest.turns = turns.dropFirst(count)
            for part in first.turns {
                taken[Int(part)] += 1
            }
        }
        for (part, count) in taken.enumerated() {
            let range = parts[part].range
            first.parts[part].range = range.lowerBound..<range.lowerBound + count
            rest.parts[part].range = range.lowerBound + count..<range.upperBound
        }
        return (first, rest)
    }
}
