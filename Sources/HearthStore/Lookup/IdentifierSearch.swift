internal import HearthModel

extension [Int] {
    /// Of indexes in the order of their identifiers, those whose identifiers lie in a range.
    func within(_ range: ClosedRange<ObjectID>, of ids: [ObjectID]) -> ArraySlice<Int> {
        let lower = indices.partition { ObjectID.isLess(ids[self[$0]], range.lowerBound) }
        let upper = indices.partition { !ObjectID.isLess(range.upperBound, ids[self[$0]]) }
        return self[lower..<Swift.max(lower, upper)]
    }
}

extension [ObjectID] {
    /// The indexes in the order of the identifiers.
    var sortedIndexes: [Int] { indices.sorted { ObjectID.isLess(self[$0], self[$1]) } }

    /// Calls `body` with the index of each sought identifier that is among these, and its row. `candidates`: indexes of
    /// those that may be.
    func forEachSought(of ids: [ObjectID], _ candidates: [Int], _ body: (_ index: Int, _ row: Int) -> Void) {
        let wanted = candidates.sorted { ObjectID.isLess(ids[$0], ids[$1]) }
        guard let first = wanted.first, let last = wanted.last else { return }
        let (least, greatest) = (ids[first], ids[last])
        for (row, id) in enumerated() where !ObjectID.isLess(id, least) && !ObjectID.isLess(greatest, id) {
            var position = wanted.indices.partition { ObjectID.isLess(ids[wanted[$0]], id) }
            while position < wanted.count, ids[wanted[position]] == id {
                body(wanted[position], row)
                position += 1
            }
        }
    }
}
