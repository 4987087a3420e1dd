internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Asks the server for the statistics of the samples of a type that match.
struct StatisticsReading: Sendable {
    let type: ObjectType
    let options: HKStatisticsOptions
    private let clause: Clause
    private let connection: Connection

    /// Throws if the server cannot test the predicate, or the options do not fit the type.
    init(
        _ type: HKObjectType,
        _ predicate: NSPredicate?,
        _ options: HKStatisticsOptions,
        on connection: Connection
    ) throws(HearthError) {
        let selection = try QuerySelection(type, predicate)
        guard !selection.needsFilter else { throw .blockPredicate }
        if let conflict = options.conflict(with: type.type) {
            throw HearthError(.invalidArgument, conflict, field: "options")
        }
        self.type = type.type
        self.options = options
        clause = selection.clause
        self.connection = connection
    }

    var isBySource: Bool { options.contains(.separateBySource) }

    /// The most intervals of one request.
    static let most = Limits.statisticsEdges - 1

    /// The statistics of everything that matches; nil without quantities.
    nonisolated(nonsending) func whole() async throws -> HKStatistics? {
        let batches = connection.statistics(request())
        guard let row = try await StatisticsReading.onlyRow(of: batches) else { return nil }
        return HKStatistics(of: type, from: row.from, to: row.to, row.values, parts: isBySource ? row.parts : nil)
    }

    /// The statistics of all intervals.
    nonisolated(nonsending) func table(_ intervals: StatisticsIntervals) async throws -> StatisticsTable {
        let edges = try await edges(intervals)
        var table = StatisticsTable(of: type, intervals, edges: edges, bySource: isBySource)
        try await read(table.numbers, of: edges) { batch, range in table.take(batch) { range.lowerBound + $0 } }
        return table
    }

    /// The statistics of all intervals as columns.
    nonisolated(nonsending) func columns(_ intervals: StatisticsIntervals) async throws -> HKStatisticsColumns {
        let edges = try await edges(intervals)
        var columns = HKStatisticsColumns(of: type)
        try await read(0..<max(0, edges.count - 1), of: edges) { batch, range in
            columns.take(batch, edges: edges[range.lowerBound...range.upperBound])
        }
        return columns
    }

    /// The edges of the intervals that hold all quantities, and of a share of `ahead` more; none without quantities.
    nonisolated(nonsending) func edges(_ intervals: StatisticsIntervals, ahead: Double = 0) async throws -> [Timestamp]
    {
        let request = QueryStatistics(clauses: [clause], options: [])
        guard let row = try await StatisticsReading.onlyRow(of: connection.statistics(request)) else { return [] }
        return try intervals.edges(from: row.from, through: row.to, ahead: ahead)
    }

    /// Reads the statistics of a range of intervals, in as many requests as they need.
    nonisolated(nonsending) func read(
        _ range: Range<Int>,
        of edges: [Timestamp],
        _ take: (StatisticsBatch, Range<Int>) -> Void
    ) async throws {
        for first in stride(from: range.lowerBound, to: range.upperBound, by: StatisticsReading.most) {
            let part = first..<min(first + StatisticsReading.most, range.upperBound)
            do {
                for try await batch in connection.statistics(request(Array(edges[first...part.upperBound]))) {
                    take(batch, part)
                }
            } catch let error as HearthError where error.code == .noData {
                continue
            }
        }
    }

    /// The statistics of intervals, and then each change.
    func following(_ edges: [Timestamp]) -> StatisticsBatches.Iterator {
        connection.statistics(request(edges, follow: true)).makeAsyncIterator()
    }

    private func request(_ edges: [Timestamp] = [], follow: Bool = false) -> QueryStatistics {
        QueryStatistics(
            clauses: [clause],
            options: options.computed,
            edges: edges,
            bySource: isBySource,
            follow: follow
        )
    }

    /// The only bucket of a reply.
    private struct Row {
        var from: Timestamp
        var to: Timestamp
        var values: StatisticsValues
        var parts: [SourceValues]
    }

    private nonisolated(nonsending) static func onlyRow(of batches: StatisticsBatches) async throws -> Row? {
        var row: Row?
        var parts: [SourceValues] = []
        do {
            for try await batch in batches {
                parts += batch.sources.filter { $0.columns.count > 0 }.map {
                    SourceValues(source: $0.source, values: StatisticsValues($0.columns, row: 0))
                }
                guard batch.merged.count > 0, batch.merged.counts[0] > 0 else { continue }
                row = Row(
                    from: batch.merged.starts[0],
                    to: batch.merged.ends[0],
                    values: StatisticsValues(batch.merged, row: 0),
                    parts: []
                )
            }
        } catch let error as HearthError where error.code == .noData {
            return nil
        }
        row?.parts = parts.sorted { $0.source.app < $1.source.app }
        return row
    }
}
