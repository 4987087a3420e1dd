internal import HearthModel

/// What all steps of one query read: a snapshot, through one reader, and of its samples what the replies have.
struct ReadingContext {
    let snapshot: Snapshot
    /// The reader of the current step.
    var reader: SegmentReader
    let parts: SegmentParts

    init(_ snapshot: Snapshot, _ reader: SegmentReader, includeSeries: Bool) {
        self.init(snapshot, reader, includeSeries ? [.sample, .series] : .sample)
    }

    init(_ snapshot: Snapshot, _ reader: SegmentReader, _ parts: SegmentParts) {
        self.snapshot = snapshot
        self.reader = reader
        self.parts = parts
    }

    var locator: Locator { Locator(snapshot: snapshot, reader: reader) }
}
