internal import HearthClient
internal import HearthModel
internal import HearthWire

/// The statistics of a collection, and then each change of them.
///
/// One call at the server follows everything. Its first and last buckets hold what lies outside of the intervals: when
/// samples arrive there, the call is opened again with more intervals. If there are more intervals than a call can have,
/// the older ones are followed in large groups, and a group that changes is read again.
final class StatisticsFollowing {
    /// The statistics, and which of them have changed; nil in the first element.
    typealias Element = (table: StatisticsTable, changed: [HKStatistics]?)

    private let reading: StatisticsReading
    private let intervals: StatisticsIntervals
    private var source: StatisticsBatches.Iterator?
    /// The first buckets of the call, which are no intervals. After them comes one for each interval from `single` on.
    private var leading: [Bucket] = []
    private var single = 0
    private var table: StatisticsTable
    private var shown: StatisticsTable?
    /// The intervals that may have changed since the last element.
    private var affected: Set<Int> = []
    private var changedGroups: Set<Range<Int>> = []
    private var isOutgrown = false

    /// What a bucket of the call is.
    private enum Bucket {
        case outside
        case group(Range<Int>)
        case interval(Int)
    }

    /// Of more intervals than a call can have, this many of the latest are followed one by one.
    private static let mostSingly = StatisticsReading.most / 2

    /// How many more intervals than there are now a call has, so that it is seldom opened again.
    private static let ahead = 1.0 / 16

    init(_ reading: StatisticsReading, _ intervals: StatisticsIntervals) {
        self.reading = reading
        self.intervals = intervals
        table = StatisticsTable(of: reading.type, intervals, edges: [], bySource: reading.isBySource)
    }

    /// The next element; nil at the end.
    nonisolated(nonsending) func next() async throws -> Element? {
        while true {
            if source == nil {
                try await open()
            }
            guard let batch = try await source?.next() else { return nil }
            take(batch)
            guard batch.caughtUp else { continue }
            guard !isOutgrown else {
                source = nil
                continue
            }
            try await readGroups()
            if let element = takeElement() {
                return element
            }
        }
    }

    /// Opens the call at the server, with the intervals that the samples need now.
    private nonisolated(nonsending) func open() async throws {
        let edges = try await reading.edges(intervals, ahead: StatisticsFollowing.ahead)
        table = StatisticsTable(of: reading.type, intervals, edges: edges, bySource: reading.isBySource)
        affected = Set(table.numbers)
        changedGroups = []
        isOutgrown = false
        // With two buckets for what lies outside.
        let count = table.numbers.count
        single = count + 2 <= StatisticsReading.most ? 0 : count - StatisticsFollowing.mostSingly
        let groups = stride(from: 0, to: single, by: StatisticsReading.most).map {
            $0..<min($0 + StatisticsReading.most, single)
        }
        leading = groups.map(Bucket.group)
        var bounds = groups.map { edges[$0.lowerBound] } + edges[min(single, edges.count)...]
        if bounds.first != .earliest {
            leading.insert(.outside, at: 0)
            bounds.insert(.earliest, at: 0)
        }
        if bounds.last != .latest {
            bounds.append(.latest)
        }
        source = reading.following(bounds)
    }

    private func take(_ batch: StatisticsBatch) {
        if batch.reset {
            table.remove(table.numbers)
            affected = Set(table.numbers)
            isOutgrown = false
        }
        let numbers = table.numbers
        table.take(batch) { if case .interval(let number) = bucket($0, among: numbers) { number } else { nil } }
        for row in 0..<batch.merged.count {
            switch bucket(Int(batch.merged.buckets[row]), among: numbers) {
            case .outside: isOutgrown = isOutgrown || batch.merged.counts[row] > 0
            case .group(let group): changedGroups.insert(group)
            case .interval(let number): affected.insert(number)
            }
        }
    }

    /// What a bucket of the call is. `numbers` are those of the intervals.
    private func bucket(_ number: Int, among numbers: Range<Int>) -> Bucket {
        guard number >= leading.count else { return leading[number] }
        let interval = single + number - leading.count
        return numbers.contains(interval) ? .interval(interval) : .outside
    }

    /// Reads the groups that have changed.
    private nonisolated(nonsending) func readGroups() async throws {
        for group in changedGroups {
            table.remove(group)
            try await reading.read(group, of: table.edges) { batch, range in
                table.take(batch) { range.lowerBound + $0 }
            }
            affected.formUnion(group)
        }
        changedGroups = []
    }

    /// The next element; nil: nothing has changed.
    private func takeElement() -> Element? {
        let changed = shown.map { table.differences(from: $0, among: affected) }
        affected = []
        guard changed.map({ !$0.isEmpty }) ?? true else { return nil }
        shown = table
        return (table, changed)
    }
}
