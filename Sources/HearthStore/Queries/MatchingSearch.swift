package import HearthModel

/// Finds the samples that a deletion by predicate deletes, step by step, before the writer gets the deletion. The writer
/// then searches only what changed since, and returns the deletion to the search if that is much.
package final class MatchingSearch {
    /// Segments that are still to be searched.
    private var open: ArraySlice<Segment>
    /// The search in the first one of them, as far as it has come.
    private var underWay: RowSearch?
    private var rounds = 0
    package private(set) var found: FoundRows

    /// Maximum number of passes over what was stored meanwhile before the writer gets the deletion.
    private static let roundsMax = 16

    init(
        _ clause: Clause,
        by origin: WriteOrigin,
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) {
        found = FoundRows(try DeletionMatching(clause, by: origin, snapshot, reader))
        open = found.unsearched(in: snapshot)[...]
    }

    /// Searches with the work of `rows` rows. True: the writer can have the deletion.
    package func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        let reader = reader.beginStep(rows: rows)
        while try searchOpenSegments(reader) {
            try found.update(to: newest, reader)
            open = found.unsearched(in: newest)[...]
            rounds += 1
            if open.isEmpty || rounds == MatchingSearch.roundsMax {
                rounds = 0
                open = []
                return true
            }
        }
        return false
    }

    /// False: the step has done its work, and there is more to search.
    private func searchOpenSegments(_ reader: SegmentReader) throws(HearthError) -> Bool {
        while let segment = open.first {
            guard !reader.isExhausted else { return false }
            var search = underWay
            underWay = nil
            if search == nil {
                search = try found.matching.search(in: segment, reader)
            }
            var rows = RowMask(false, count: segment.count)
            if var search {
                guard let judged = try search.proceed(reader) else {
                    underWay = search
                    return false
                }
                rows = found.matching.own(judged, of: search.rows)
            }
            found.note(rows, in: segment)
            open.removeFirst()
        }
        return true
    }
}
