import Foundation
import HearthClient
import HearthKit
import HearthModel

/// The statistics that `hearth stats` asks for.
struct StatisticsSearch: Sendable {
    private let type: ObjectType
    private let unit: DisplayUnit
    private let selection: SampleSelection
    private let isBySource: Bool
    private let connection: Connection
    private let store: HKHealthStore

    /// The statistics of those samples of a type that are selected.
    init(
        of type: ObjectType,
        in unit: DisplayUnit,
        _ selection: SampleSelection,
        bySource: Bool,
        on connection: Connection
    ) {
        self.type = type
        self.unit = unit
        self.selection = selection
        isBySource = bySource
        self.connection = connection
        store = HKHealthStore(connection)
    }

    private var columns: [StatisticsColumn] { StatisticsColumn.all(of: type) }

    /// The statistics of what lies in the selected time, with a row for each source if they are separated; none without
    /// samples.
    func whole() async throws -> [StatisticsRow] {
        let (start, end) = (selection.start ?? .earliest, selection.end ?? .latest)
        let sources = Predicate(terms: [.sources(selection.sources)])
        let request = QueryStatistics(
            clauses: [Clause(type: type, predicate: selection.sources.isEmpty ? nil : sources, unit: unit.unit)],
            options: columns.reduce([]) { $0.union($1.computed) },
            edges: selection.hasTime ? [start, end] : [],
            bySource: isBySource
        )
        var rows: [StatisticsRow] = []
        do {
            for try await batch in connection.statistics(request) {
                rows += StatisticsRow.rows(batch, columns, from: start, to: end)
            }
        } catch let error as HearthError where error.code == .noData {
            return []
        }
        return rows
    }

    /// The statistics of each interval that has samples.
    func intervals(_ length: IntervalLength, in zone: TimeZone) async throws -> [HKStatistics] {
        let query = try await query(length, zone)
        try await checkTime(of: query, length, zone)
        return selected(try await query.result(for: store).statistics())
    }

    /// Hands over the statistics of each interval that has samples, and then those of each interval that changes.
    func follow(_ length: IntervalLength, in zone: TimeZone, _ take: ([HKStatistics]) throws -> Void) async throws {
        let query = try await query(length, zone)
        try await checkTime(of: query, length, zone)
        for try await result in query.results(for: store) {
            try take(selected(result.updatedStatistics ?? result.statisticsCollection.statistics()))
        }
    }

    /// The number of intervals that are computed in a few seconds: thirty years of hours.
    private static let intervalsMax = 1 << 18

    /// Throws if the samples lie in a time whose intervals would take minutes.
    private func checkTime(
        of query: HKStatisticsCollectionQueryDescriptor,
        _ length: IntervalLength,
        _ zone: TimeZone
    ) async throws {
        let descriptor = HKStatisticsQueryDescriptor(predicate: query.predicate, options: [])
        guard let whole = try await descriptor.result(for: store) else { return }
        let count = Int(whole.endDate.timeIntervalSince(whole.startDate) / length.seconds)
        guard count > StatisticsSearch.intervalsMax else { return }
        let dates = DateText(zone: zone)
        let (first, last) = (Timestamp(nearestValid: whole.startDate), Timestamp(nearestValid: whole.endDate))
        throw InputError(
            "The samples lie between \(IntervalLength.day.name(of: first, dates)) and"
                + " \(IntervalLength.day.name(of: last, dates)): that is \(count) intervals. Give --since and --until, or a"
                + " longer --by."
        )
    }

    private func query(_ length: IntervalLength, _ zone: TimeZone) async throws -> HKStatisticsCollectionQueryDescriptor
    {
        let quantityType = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))
        var predicates: [NSPredicate] = []
        if selection.hasTime {
            // Of the first and the last interval everything counts.
            let start = selection.start.flatMap { length.interval(containing: $0, in: zone)?.start }
            let last = selection.end.map { Timestamp(nanoseconds: $0.nanoseconds - 1) }
            let end = last.flatMap { length.interval(containing: $0, in: zone)?.end }
            predicates.append(HKQuery.predicateForSamples(withStart: start, end: end))
        }
        if !selection.sources.isEmpty {
            let known = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: quantityType))
                .result(for: store)
            let chosen = known.filter { selection.sources.contains($0.bundleIdentifier) }
            predicates.append(
                chosen.isEmpty ? NSPredicate(value: false) : HKQuery.predicateForObjects(from: Set(chosen))
            )
        }
        return HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: quantityType,
                predicate: predicates.isEmpty ? nil : NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
            ),
            options: columns.reduce(isBySource ? .separateBySource : []) { $0.union($1.option) },
            anchorDate: IntervalLength.anchor(in: zone),
            intervalComponents: length.components(in: zone)
        )
    }

    /// The selected samples may reach into intervals that are not selected.
    private func selected(_ statistics: [HKStatistics]) -> [HKStatistics] {
        statistics.filter {
            $0.endDate > selection.start?.date ?? .distantPast && $0.startDate < selection.end?.date ?? .distantFuture
        }
    }
}
