internal import Foundation
internal import HearthModel

/// The heartbeats of a series, added in any order and sorted by time when the series is finished.
struct HeartbeatCollection {
    private let start: Date
    private var stage = CollectionStage.collecting
    private var beats: [Heartbeat] = []
    private var metadata = Metadata.none

    /// The beats that a series can have.
    static let maximumCount = Int(Limits.standard.seriesPoints)

    init(start: Date) {
        self.start = start
    }

    mutating func add(_ beat: Heartbeat) throws(HearthError) {
        try stage.requireCollecting()
        guard beat.offset.isFinite, beat.offset >= 0 else {
            throw HearthError(
                .invalidArgument,
                "The heartbeat is before the start of the series, or its time is not a number."
            )
        }
        guard beats.count < HeartbeatCollection.maximumCount else {
            throw HearthError(.limitExceeded, "More than \(HeartbeatCollection.maximumCount) heartbeats in a series.")
        }
        beats.append(beat)
    }

    mutating func add(_ metadata: Metadata) throws(HearthError) {
        try stage.requireCollecting()
        self.metadata = try self.metadata.merging(metadata)
    }

    /// The series, from its start to its last beat. One without heartbeats is an error, after which more can be added.
    mutating func finish() throws(HearthError) -> CollectedSeries<HeartbeatColumns> {
        try stage.requireCollecting()
        let ordered = beats.sorted { $0.offset < $1.offset }
        guard let last = ordered.last else {
            throw HearthError(.invalidArgument, "The series has no heartbeats.")
        }
        close(.finished)
        return CollectedSeries(
            start: start,
            end: start.addingTimeInterval(last.offset),
            columns: HeartbeatColumns(beats: ordered),
            metadata: metadata
        )
    }

    mutating func discard() {
        close(.discarded)
    }

    private mutating func close(_ stage: CollectionStage) {
        self.stage = stage
        beats = []
    }
}
