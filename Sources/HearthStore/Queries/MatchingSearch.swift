package import HearthModel

/// Finds the samples that a deletion by predicate deletes, step by step, before the writer gets the deletion. The writer
/// then searches only what was stored since.
package final class MatchingSearch {
    private let clause: Clause
    private let origin: Write.Origin
    private var reader: SegmentReader
    private var matching: DeletionMatching
    /// Segments that are still to be searched, and the first one as far as its rows were judged.
    private var open: ArraySlice<Segment>
    private var underWay: RowSearch?
    private var rounds = 0
    package private(set) var found: FoundRows

    /// Maximum number of passes over segments that were stored meanwhile. The writer searches later ones.
    private static let roundsMax = 16

    init(
        _ clause: Clause,
        by origin: Write.Origin,
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) {
        self.clause = clause
        self.origin = origin
        self.reader = reader
        matching = try DeletionMatching(clause, by: origin, snapshot, reader)
        found = FoundRows(head: matching.dependsOnOthers ? snapshot.head : nil)
        open = (snapshot.samples[clause.type]?.elements ?? [])[...]
    }

    /// Searches with the work of `rows` rows; true: everything in the newest snapshot was searched, or no more is to be
    /// searched here.
    package func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        self.reader = reader.beginStep(rows: rows)
        while try searchOpenSegments() {
            rounds += 1
            guard found.holds(at: newest.head), rounds < MatchingSearch.roundsMax else { return true }
            let unsearched = (newest.samples[clause.type]?.elements ?? []).filter { !found.has($0) }
            guard !unsearched.isEmpty else { return true }
            matching = try DeletionMatching(clause, by: origin, newest, self.reader)
            open = unsearched[...]
        }
        return false
    }

    /// False: the step has done its work, and there is more to search.
    private func searchOpenSegments() throws(HearthError) -> Bool {
        while let segment = open.first {
            guard !reader.isExhausted else { return false }
            var search = underWay
            underWay = nil
            if search == nil {
                search = try matching.search(in: segment, reader)
            }
            var rows = RowMask(false, count: segment.count)
            if var search {
                guard let judged = try search.proceed(reader) else {
                    underWay = search
                    return false
                }
                rows = matching.own(judged, of: search.rows)
            }
            found.note(rows, in: segment)
            open.removeFirst()
        }
        return true
    }
}
