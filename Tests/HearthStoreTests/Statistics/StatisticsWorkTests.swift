import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// A step of statistics does no more than it may, however many series and buckets there are: counted, as time is not the
/// same twice.
@Suite struct StatisticsWorkTests {
    private static let series = 8
    private static let points = 500
    private static let first: Int64 = 1_600_000_000_000_000_000

    private let store: ExampleStore

    /// Series of which each has a point in each second.
    init() throws {
        store = try ExampleStore()
        let starts = (0..<Self.series).flatMap { _ in (0..<Self.points).map { Self.time($0) } }
        var quantities = QuantityColumns(values: Array(repeating: 60, count: Self.series))
        quantities.counts = Array(repeating: Int64(Self.points), count: Self.series)
        quantities.points = SeriesPoints(
            lengths: Array(repeating: UInt32(Self.points), count: Self.series),
            starts: starts,
            ends: starts,
            values: starts.indices.map { Double($0 % 100) }
        )
        try store.save(
            SampleColumns(
                type: ExampleStore.heartRate,
                ids: (0..<Self.series).map { exampleID($0) },
                starts: Array(repeating: Self.time(0), count: Self.series),
                ends: Array(repeating: Self.time(Self.points), count: Self.series),
                payload: .quantity(quantities)
            )
        )
    }

    private static func time(_ second: Int) -> Timestamp { at(first + Int64(second) * 1_000_000_000) }

    /// What the steps with the work of some rows come to: for each the quantities and the rows in its batch.
    private func steps(rows: Int, edges: [Timestamp]) throws -> [(quantities: Int64, rows: Int)] {
        let request = QueryStatistics(
            clauses: [Clause(type: ExampleStore.heartRate)],
            options: [.average, .minimum, .maximum, .mostRecent, .duration],
            edges: edges,
            bySource: true
        )
        let cursor = try StatisticsCursor(
            request,
            of: 0..<request.bucketCount,
            in: store.writer.snapshot,
            store.reader
        )
        var steps: [(quantities: Int64, rows: Int)] = []
        var isDone = false
        while !isDone {
            var batch = cursor.newBatch()
            if case .done = try cursor.step(store.reader, rows: rows, into: &batch) {
                isDone = true
            }
            steps.append((batch.merged.counts.reduce(0, +), batch.merged.count))
        }
        return steps
    }

    @Test(arguments: [64, 1_024]) func aStepPlacesNoMoreQuantitiesThanItMay(rows: Int) throws {
        let all = Int64(Self.series * Self.points)
        let steps = try steps(rows: rows, edges: (0...Self.points).map { Self.time($0) })
        #expect(steps.reduce(0) { $0 + $1.quantities } == all)
        // The last bucket of a step was begun in the one before.
        #expect(steps.allSatisfy { $0.quantities <= Int64(rows / 8 + Self.series) })
    }

    @Test func aStepFinishesNoMoreBucketsThanItMay() throws {
        let steps = try steps(rows: 1_024, edges: (0...Self.points).map { Self.time($0) })
        #expect(steps.reduce(0) { $0 + $1.rows } == Self.points)
        // Of each the row of all sources, and that of the one source.
        #expect(steps.allSatisfy { $0.rows <= 1_024 / 64 + 1 })
    }

    /// In one bucket there is nothing to send until all was read.
    @Test func aLargeBucketTakesManySteps() throws {
        let steps = try steps(rows: 256, edges: [])
        #expect(steps.count >= Self.series * Self.points / 256)
        #expect(steps.last?.quantities == Int64(Self.series * Self.points))
    }
}
