internal import HearthModel

/// Bounds on the times of matching samples: they begin at `lastStart` at the latest, and end at `firstEnd` at the
/// earliest.
package struct TimeBounds: Truth, Sendable {
    private(set) var firstEnd = Int64.min
    private(set) var lastStart = Int64.max

    /// Every sample can match.
    static let none = TimeBounds()

    private init() {}

    init(_ interval: Interval) {
        guard let moments = interval.moments else {
            (firstEnd, lastStart) = (.max, .min)
            return
        }
        (firstEnd, lastStart) = moments
    }

    mutating func formAnd(_ other: TimeBounds) {
        firstEnd = max(firstEnd, other.firstEnd)
        lastStart = min(lastStart, other.lastStart)
    }

    mutating func formOr(_ other: TimeBounds) {
        firstEnd = min(firstEnd, other.firstEnd)
        lastStart = max(lastStart, other.lastStart)
    }

    mutating func negate() {
        self = .none
    }

    /// Whether samples can match that start and end within these times.
    func canHave(starts: ClosedRange<Timestamp>, ends: ClosedRange<Timestamp>) -> Bool {
        starts.lowerBound.nanoseconds <= lastStart && ends.upperBound.nanoseconds >= firstEnd
    }

    /// The rows among which all are that can match. `starts` ascend; without ends, each is that of its row.
    func rows(_ starts: [Timestamp], _ ends: [Timestamp]) -> Range<Int> {
        let end = starts.indices.partition { starts[$0].nanoseconds <= lastStart }
        guard !ends.isEmpty else {
            return (0..<end).partition { starts[$0].nanoseconds < firstEnd }..<end
        }
        return (ends[..<end].firstIndex { $0.nanoseconds >= firstEnd } ?? end)..<end
    }
}
