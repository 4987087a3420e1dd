package import HearthModel

/// Reads snapshots. One thread uses it at a time, with a connection of its own. Cursors are bound to no reader: each step
/// takes the reader of the thread that runs it.
package final class StoreReader {
    let segments: SegmentReader
    let options: StoreOptions

    init(_ segments: SegmentReader, _ options: StoreOptions) {
        self.segments = segments
        self.options = options
    }

    /// The preparation of clauses for what reads by them.
    package func preparation(of clauses: [Clause], in snapshot: Snapshot) -> ClausePreparation {
        ClausePreparation(clauses, in: snapshot, segments)
    }

    /// Clauses that are prepared, however long it takes.
    func whole(
        _ prepared: ClausePreparation?,
        _ clauses: [Clause],
        _ snapshot: Snapshot
    ) throws(HearthError) -> ClausePreparation {
        if let prepared { return prepared }
        let preparation = preparation(of: clauses, in: snapshot)
        while !(try preparation.step(self, rows: .max)) {}
        return preparation
    }

    /// Samples of a snapshot, batch by batch. Prepares the clauses, however long it takes, unless they are `prepared`.
    package func query(
        _ request: QuerySamples,
        in snapshot: Snapshot,
        _ prepared: ClausePreparation? = nil
    ) throws(HearthError) -> QueryCursor {
        let prepared = try whole(prepared, request.clauses, snapshot)
        return try QueryCursor(request, prepared, snapshot, segments, options)
    }

    /// What changed up to a snapshot since an anchor, batch by batch. Does not wait for more: `follow` is for callers that
    /// know when there is a newer snapshot.
    package func changes(
        _ request: QueryChanges,
        in snapshot: Snapshot,
        _ prepared: ClausePreparation? = nil
    ) throws(HearthError) -> ChangeCursor {
        let prepared = try whole(prepared, request.clauses(in: snapshot), snapshot)
        return try ChangeCursor(request, prepared, snapshot, segments, options)
    }

    /// The apps that have samples in a snapshot.
    package func sources(
        _ request: ListSources,
        in snapshot: Snapshot,
        _ prepared: ClausePreparation? = nil
    ) throws(HearthError) -> SourceSearch {
        SourceSearch(request, try whole(prepared, request.clauses(in: snapshot), snapshot), snapshot, segments)
    }

    /// Nothing is read any more. To be called before the writer is closed, which then leaves the store in one file.
    package func close() {
        segments.close()
    }

    /// The segments, for a step that does at most about the work of reading `rows` rows: rows are read, compared with each
    /// term, and their texts searched.
    func beginStep(rows: Int) -> SegmentReader {
        segments.beginStep(rows: rows)
        return segments
    }

    /// The reader is used by a thread that others wait for. A step that would do more than the work of these rows beyond
    /// what it may, because a segment is large, is refused.
    package func refuse(excess rows: Int) {
        segments.excessMax = rows
    }

    /// Whether the last step was refused and has to begin again, through another reader.
    package var hasRefused: Bool { segments.hasRefused }

    /// The work of all steps so far, in rows.
    package var work: Int { segments.work }
}
