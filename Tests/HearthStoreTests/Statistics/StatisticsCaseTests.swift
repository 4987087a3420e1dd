import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

/// The cases of `Protocol/statistics`, which the tests of all clients run.
@Suite struct StatisticsCaseTests {
    private static let paths = Repository.paths(below: "Protocol/statistics").sorted()

    @Test func theCasesAreNumberedAndEachRuleHasOne() throws {
        let names = Self.paths.compactMap { $0.split(separator: "/").last }
        #expect(names.map { Int($0.prefix(2)) } == Array(1...names.count))
        let rules = try Set(Self.paths.map { try StatisticsCase(at: $0).rule })
        #expect(rules == Set(1...6))
    }

    @Test(arguments: paths) func theCaseHolds(path: String) throws {
        let statisticsCase = try StatisticsCase(at: path)
        let store = try ExampleStore()
        var number = 0
        for save in statisticsCase.saves {
            try store.save(save.columns(statisticsCase.type, &number), as: ExampleStore.origin(save.app))
        }
        if let ranks = statisticsCase.ranks {
            try store.commit(.rankSources(statisticsCase.type, SourceRankList(ranks.map { AppID($0) })))
        }
        #expect(!statisticsCase.queries.isEmpty)
        for query in statisticsCase.queries {
            let request = try query.request(statisticsCase.type)
            try request.validate()
            let cursor = try StatisticsCursor(
                request,
                of: 0..<request.bucketCount,
                in: store.writer.snapshot,
                store.reader
            )
            let rows = try cursor.rows(store.reader)
            // The server makes the error of there being no rows.
            #expect(query.error == nil || query.error == "NO_DATA" && request.edges.isEmpty && rows.isEmpty)
            query.compare(rows)
        }
    }
}

/// A case, as its file has it.
private struct StatisticsCase: Decodable {
    struct Save: Decodable {
        struct Sample: Decodable {
            var start: Int64?
            var end: Int64?
            var value: Double?
            var entered: Bool?
            var points: [Sample]?
        }

        var app: String
        var device: String?
        var samples: [Sample]
    }

    struct Query: Decodable {
        var statistics: [String]
        var edges: [Int64]?
        var bySource: Bool?
        var interval: [Int64]?
        var rows: [[String: Double]]?
        var sources: [String: [[String: Double]]]?
        var error: String?
    }

    var rule: Int
    var what: String
    private var typeName: String
    var saves: [Save]
    var ranks: [String]?
    var queries: [Query]

    private enum CodingKeys: String, CodingKey {
        case rule, what, saves, ranks, queries
        case typeName = "type"
    }

    init(at path: String) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(StatisticsCase.self, from: Data(try Repository.text(path).utf8))
    }

    var type: ObjectType { ObjectType(identifier: typeName) ?? .workout }

    /// Seconds after 2026-03-01T00:00:00Z.
    static func time(_ seconds: Int64) -> Timestamp { at((1_772_323_200 + seconds) * 1_000_000_000) }
}

extension StatisticsCase.Save {
    fileprivate func columns(_ type: ObjectType, _ number: inout Int) -> SampleColumns {
        let first = number
        number += samples.count
        let points = samples.flatMap { $0.points ?? [] }
        var quantities = QuantityColumns(values: samples.map { $0.value ?? 0 })
        if !points.isEmpty {
            quantities.counts = samples.map { Int64(max($0.points?.count ?? 1, 1)) }
            quantities.points = SeriesPoints(
                lengths: samples.map { UInt32($0.points?.count ?? 0) },
                starts: points.map { StatisticsCase.time($0.start ?? 0) },
                ends: points.map { StatisticsCase.time($0.end ?? 0) },
                values: points.map { $0.value ?? 0 }
            )
        }
        let isEntered = metadata([Metadata.Entry(key: "HKWasUserEntered", value: .boolean(true))])
        return SampleColumns(
            type: type,
            ids: (first..<number).map { exampleID($0) },
            starts: samples.map { StatisticsCase.time($0.start ?? $0.points?.first?.start ?? 0) },
            ends: samples.map { StatisticsCase.time($0.end ?? $0.points?.compactMap(\.end).max() ?? 0) },
            provenance: DictionaryColumn(entries: [Provenance(device: device.map { Device(model: $0) })]),
            metadata: DictionaryColumn(samples.map { $0.entered == true ? isEntered : .none }),
            payload: .quantity(quantities)
        )
    }
}

extension StatisticsCase.Query {
    fileprivate func request(_ type: ObjectType) throws -> QueryStatistics {
        let known: [String: StatisticsOptions] = [
            "sum": .sum, "average": .average, "minimum": .minimum, "maximum": .maximum, "most_recent": .mostRecent,
            "duration": .duration,
        ]
        let predicate = interval.map { interval in
            let times = interval.map { StatisticsCase.time($0) }
            return Predicate(terms: [.interval(Interval(start: times[0], end: times[1]))])
        }
        return QueryStatistics(
            clauses: [Clause(type: type, predicate: predicate)],
            options: StatisticsOptions(try statistics.map { try #require(known[$0]) }),
            edges: (edges ?? []).map { StatisticsCase.time($0) },
            bySource: bySource ?? false
        )
    }

    fileprivate func compare(_ found: [ReferenceRow]) {
        compare(found.filter { $0.app == nil }, rows ?? [])
        let apps = Set(found.compactMap(\.app))
        #expect(apps == Set((sources ?? [:]).keys))
        for (app, rows) in sources ?? [:] {
            compare(found.filter { $0.app == app }, rows)
        }
    }

    private func compare(_ found: [ReferenceRow], _ expected: [[String: Double]]) {
        #expect(found.count == expected.count)
        for (row, expected) in zip(found, expected) {
            for (name, value) in expected {
                #expect(row[name] == value, "\(name) of bucket \(row.bucket)")
            }
        }
    }
}

extension ReferenceRow {
    /// A member of a row of a case; times as the file has them.
    fileprivate subscript(name: String) -> Double? {
        let seconds = { (time: Int64?) in time.map { Double(($0 - 1_772_323_200_000_000_000) / 1_000_000_000) } }
        return switch name {
        case "bucket": Double(bucket)
        case "count": Double(count)
        case "start": seconds(start)
        case "end": seconds(end)
        case "sum": sum
        case "average": average
        case "minimum": minimum
        case "maximum": maximum
        case "most_recent": mostRecent
        case "most_recent_start": seconds(mostRecentStart)
        case "most_recent_end": seconds(mostRecentEnd)
        case "duration": duration
        default: nil
        }
    }
}
