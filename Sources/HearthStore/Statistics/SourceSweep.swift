/// Shares the time of a bucket out among overlapping sources: at each moment the source of the highest rank has it, with
/// all of its data. Of the data that lie in the bucket, in the order of their starts, it finds out how much each has.
struct SourceSweep {
    private struct Active: HeapElement {
        /// Where it ends in the bucket.
        let end: Int64
        let value: TimedValue
        let source: Int32
        let rank: Int32
        /// The time that its source had when it began.
        let before: Int64

        func precedes(_ other: Active) -> Bool { end < other.end }
    }

    private let sourceOfRank: [Int]
    /// How many active data have each rank.
    private var counts: [Int]
    /// The highest rank of active data; -1: there are none.
    private var top = -1
    /// For each source the time that it had.
    private var time: [Int64]
    /// Up to where time was shared out.
    private var now = Int64.min
    /// The one that ends first comes first.
    private var active = LeastHeap<Active>()
    /// Data without duration at `now`: others with the same start may still come.
    private var instants: [(value: Double, source: Int, rank: Int)] = []

    init(_ order: SourceOrder) {
        sourceOfRank = order.sourceOfRank
        counts = Array(repeating: 0, count: order.sourceOfRank.count)
        time = Array(repeating: 0, count: order.apps.count)
    }

    /// The memory that it holds.
    var heldBytes: Int {
        (active.count + instants.count) * MemoryLayout<Active>.stride + (counts.count + time.count + sourceOfRank.count)
            * 8
    }

    /// A datum begins. `part`: the part of its time that lies in the bucket. Adds the data that have ended to the sum.
    @inline(__always)
    mutating func begin(
        _ value: TimedValue,
        from source: Int,
        _ rank: Int,
        in part: Range<Int64>,
        _ sum: inout BucketStatistics
    ) {
        if part.lowerBound > now {
            proceed(to: part.lowerBound, &sum)
        }
        guard value.duration > 0 else {
            instants.append((value.value, source, rank))
            return
        }
        counts[rank] += 1
        top = max(top, rank)
        active.insert(
            Active(
                end: part.upperBound,
                value: value,
                source: Int32(truncatingIfNeeded: source),
                rank: Int32(truncatingIfNeeded: rank),
                before: time[source]
            )
        )
    }

    /// The bucket ends. Adds to the sum what all others have.
    mutating func finish(_ sum: inout BucketStatistics) {
        settleInstants(&sum)
        while let first = active.first {
            end(first, &sum)
        }
        now = .min
    }

    private mutating func proceed(to moment: Int64, _ sum: inout BucketStatistics) {
        settleInstants(&sum)
        while let first = active.first, first.end <= moment {
            end(first, &sum)
        }
        shareOut(to: moment)
    }

    private mutating func shareOut(to moment: Int64) {
        if top >= 0 {
            time[sourceOfRank[top]] += moment - now
        }
        now = moment
    }

    /// An instant counts unless a source of a higher rank has something then.
    private mutating func settleInstants(_ sum: inout BucketStatistics) {
        guard !instants.isEmpty else { return }
        let highest = instants.reduce(top) { max($0, $1.rank) }
        for instant in instants where instant.source == sourceOfRank[highest] {
            sum.add(instant.value)
        }
        instants.removeAll(keepingCapacity: true)
    }

    private mutating func end(_ first: Active, _ sum: inout BucketStatistics) {
        shareOut(to: first.end)
        active.removeFirst()
        counts[Int(first.rank)] -= 1
        while top >= 0, counts[top] == 0 {
            top -= 1
        }
        let part = time[Int(first.source)] - first.before
        if part > 0 {
            sum.add(first.value.share(of: part))
        }
    }
}
