public import Foundation

/// A lap of a workout.
public struct RecordedLap: Hashable, Sendable {
    /// From its start to its end, pauses included.
    public var interval: DateInterval
    /// Distance, energy and durations of the lap.
    public var totals: RecordedTotals

    /// A lap.
    public init(interval: DateInterval, totals: RecordedTotals = RecordedTotals()) {
        self.interval = interval
        self.totals = totals
    }
}
