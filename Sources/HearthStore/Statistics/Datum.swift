internal import HearthModel

/// A quantity as statistics see it: a sample, or a quantity of a series; or a series that was condensed to one.
///
/// Times are nanoseconds.
struct Datum {
    let start: Int64
    let end: Int64
    let value: Double
    /// How many quantities it stands for.
    let count: Int64
    let minimum: Double
    let maximum: Double
    let mostRecent: MostRecent
    /// See `SourceOrder`.
    let source: Int
    let rank: Int

    /// The latest quantity of several.
    struct MostRecent: Hashable {
        var value: Double
        var start: Int64
        var end: Int64

        /// Whether this comes before another, which was seen later.
        @inline(__always)
        func isEarlier(than other: MostRecent) -> Bool {
            end < other.end || end == other.end && start <= other.start
        }
    }

    var isInstant: Bool { start == end }
    var duration: Int64 { end - start }
}

extension Datum {
    /// A single quantity.
    init(start: Int64, end: Int64, value: Double, source: Int, rank: Int) {
        self.init(
            start: start,
            end: end,
            value: value,
            count: 1,
            minimum: value,
            maximum: value,
            mostRecent: MostRecent(value: value, start: start, end: end),
            source: source,
            rank: rank
        )
    }

    /// What falls to a part of its time, of a value that adds up.
    func share(of part: Int64) -> Double { timed.share(of: part) }

    var timed: TimedValue { TimedValue(value: value, duration: duration) }
}

/// A value that adds up over a time.
struct TimedValue {
    let value: Double
    let duration: Int64

    /// What falls to a part of the time.
    func share(of part: Int64) -> Double {
        part == duration ? value : value * (Double(part) / Double(duration))
    }
}
