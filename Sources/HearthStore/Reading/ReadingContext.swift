internal import HearthModel

/// What all steps of one query read: a snapshot, through one reader, and of its samples what the replies have.
struct ReadingContext {
    let snapshot: Snapshot
    /// The reader of the current step.
    var reader: SegmentReader
    let parts: SegmentParts

    init(_ snapshot: Snapshot, _ reader: SegmentReader, includeSeries: Bool) {
        self.snapshot = snapshot
        self.reader = reader
        parts = includeSeries ? [.sample, .series] : .sample
    }

    var locator: Locator { Locator(snapshot: snapshot, reader: reader) }
}
