import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// The engine against the rules in the plainest way, on random stores and queries.
@Suite struct StatisticsTests {
    private static let types = ["StepCount", "BodyMass", "HeartRate", "EnvironmentalAudioExposure"].compactMap {
        ObjectType(identifier: "HKQuantityTypeIdentifier" + $0)
    }
    /// How many stores: each is asked a dozen times.
    private static let stores =
        ProcessInfo.processInfo.environment["HEARTH_STATISTICS_STORES"].flatMap { Int($0) } ?? 60

    private struct Query {
        var request: QueryStatistics
        let matches: (Int64, Int64, String) -> Bool
    }

    private static func options(_ type: ObjectType, _ random: inout SeededGenerator) -> StatisticsOptions {
        let all: [StatisticsOptions] =
            type.aggregation == .cumulative
            ? [.sum, .mostRecent, .duration] : [.average, .minimum, .maximum, .mostRecent, .duration]
        return Int.random(in: 0..<3, using: &random) > 0
            ? StatisticsOptions(all) : StatisticsOptions(all.filter { _ in Bool.random(using: &random) })
    }

    private static func edges(_ random: inout SeededGenerator) -> [Timestamp] {
        let (first, minute) = (StatisticsStore.first, StatisticsStore.minute)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return []
        case 1: return (0...96).map { at(first + Int64($0) * 60 * minute) }
        // The second day has 23 hours, the third 25.
        case 2: return [-24, 0, 24, 47, 72, 96].map { at(first + $0 * 60 * minute) }
        case 3: return (0...40).map { at(first + Int64($0) * 37 * minute) }
        default:
            let times = (0..<Int.random(in: 2...6, using: &random)).map { _ in
                first + Int64.random(in: -600...7_000, using: &random) * minute
            }
            let edges = Set(times).sorted()
            return edges.count < 2 ? [] : edges.map { at($0) }
        }
    }

    private static func query(_ type: ObjectType, _ random: inout SeededGenerator) -> Query {
        let (first, minute) = (StatisticsStore.first, StatisticsStore.minute)
        var clauses = [Clause(type: type)]
        var matches: (Int64, Int64, String) -> Bool = { _, _, _ in true }
        let from = first + Int64.random(in: 0...3_000, using: &random) * minute
        let to = from + Int64.random(in: 0...3_000, using: &random) * minute
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            clauses[0].predicate = Predicate(terms: [.interval(Interval(start: at(from), end: at(to)))])
            matches = { start, end, _ in start < to && end >= from }
        case 1:
            clauses[0].predicate = Predicate(terms: [.sources(Array(StatisticsStore.apps.prefix(2)))])
            matches = { _, _, app in StatisticsStore.apps.prefix(2).contains(app) }
        case 2:
            let comparison = Comparison(field: .startDate, relation: .greater, operand: .integer(to))
            clauses = [
                Clause(type: type, predicate: Predicate(terms: [.comparison(comparison)])),
                Clause(type: type, predicate: Predicate(terms: [.interval(Interval(start: at(from), end: nil))])),
            ]
            matches = { start, end, _ in start > to || end >= from }
        default: break
        }
        return Query(
            request: QueryStatistics(
                clauses: clauses,
                options: options(type, &random),
                edges: edges(&random),
                bySource: Bool.random(using: &random)
            ),
            matches: matches
        )
    }

    @Test(arguments: types) func theEngineFollowsTheRules(type: ObjectType) throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + UInt64(Self.stores) {
            var random = SeededGenerator(seed: seed)
            var store = try StatisticsStore(type, SeededGenerator(seed: seed ^ 0xABCD))
            for _ in 0..<12 {
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    try store.change()
                }
                let query = Self.query(type, &random)
                let computed = try store.computed(
                    query.request,
                    rows: [1, 10, .max][Int.random(in: 0..<3, using: &random)]
                )
                let expected = store.expected(query.request, query.matches)
                guard computed == expected else {
                    let pair = zip(computed, expected).first { $0 != $1 }
                    Issue.record(
                        "HEARTH_TEST_SEED=\(seed): \(type): \(query.request.options), \(query.request.edges.count) edges: \(computed.count) rows, \(expected.count) expected; \(String(describing: pair))"
                    )
                    return
                }
            }
        }
    }

    /// The directory has the totals of segments that lie in one bucket whole.
    @Test(arguments: [StatisticsOptions([.average]), [.minimum, .maximum, .mostRecent, .duration]])
    func segmentsInOneBucketAreNotRead(options: StatisticsOptions) throws {
        let store = try ExampleStore()
        try store.save(exampleRates(1...40_000))
        try store.delete([exampleID(7), exampleID(20_000)])
        let starts = try store.rows(ExampleStore.heartRate).map(\.start)
        let (first, last) = (try #require(starts.first), try #require(starts.last))
        var request = QueryStatistics(clauses: [Clause(type: ExampleStore.heartRate)], options: options)
        for edges in [[], [first, starts[30_000], Timestamp(nanoseconds: last.nanoseconds + 1)]] {
            request.edges = edges
            let before = store.reader.work
            let cursor = try StatisticsCursor(
                request,
                of: 0..<request.bucketCount,
                in: store.writer.snapshot,
                store.reader
            )
            let rows = try cursor.rows(store.reader)
            #expect(rows.map(\.count).reduce(0, +) == 39_998)
            #expect(store.reader.work - before < (edges.isEmpty ? 100 : 10_000))
        }
    }

    /// A client that applies what it is sent has at each moment what a new query finds, to the bit.
    @Test(arguments: types) func liveStatisticsAreThoseOfANewQuery(type: ObjectType) throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + UInt64(Self.stores / 2) {
            var random = SeededGenerator(seed: seed &+ 500)
            var store = try StatisticsStore(type, SeededGenerator(seed: seed ^ 0xEF01))
            var query = Self.query(type, &random)
            query.request.follow = true
            var client = LiveClient(query.request)
            for _ in 0..<20 {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    try store.change()
                }
                let sent = try client.advance(in: store.store)
                let fresh = try store.computed(query.request)
                #expect(client.rows == fresh, "HEARTH_TEST_SEED=\(seed)")
                #expect(sent.count == Set(sent).count && sent.allSatisfy { $0.count > 0 || !fresh.contains($0) })
                // Nothing has changed, and nothing is sent.
                #expect(try client.advance(in: store.store).isEmpty, "HEARTH_TEST_SEED=\(seed)")
                guard client.rows == fresh else { return }
            }
        }
    }
}

/// A client that follows, and what a server does for it.
private struct LiveClient {
    private let request: QueryStatistics
    private let live: LiveStatistics
    private var mark: StatisticsMark?
    private var state: [String: ReferenceRow] = [:]

    init(_ request: QueryStatistics) {
        self.request = request
        live = LiveStatistics(buckets: request.bucketCount)
    }

    var rows: [ReferenceRow] { Array(state.values).inOrder }

    /// Applies what has changed, and returns it.
    mutating func advance(in store: ExampleStore) throws -> [ReferenceRow] {
        let snapshot = store.writer.snapshot
        let new = StatisticsMark(of: request, in: snapshot)
        var buckets = [0..<request.bucketCount]
        if let mark, mark.ranks == new.ranks {
            let changes = StatisticsChanges(request, after: mark.head, in: snapshot)
            while true {
                if let found = try changes.step(store.reader, rows: 1) {
                    buckets = found
                    break
                }
            }
        }
        mark = new
        var sent: [ReferenceRow] = []
        for range in buckets {
            let cursor = try StatisticsCursor(request, of: range, in: snapshot, store.reader, live: live)
            sent += try cursor.rows(store.reader)
        }
        for row in sent {
            state["\(row.bucket) \(row.app ?? "")"] = row.count == 0 ? nil : row
        }
        return sent
    }
}
