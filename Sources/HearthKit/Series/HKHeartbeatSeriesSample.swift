internal import HearthModel

/// The times of heartbeats.
///
/// `@unchecked Sendable`: as its superclass.
open class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
    /// A series that the store holds.
    convenience init(_ head: SampleHead, columns: HeartbeatColumns, row: Int) {
        self.init(head, count: columns.count(row))
    }
}
