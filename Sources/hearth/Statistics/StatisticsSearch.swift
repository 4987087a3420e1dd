import Foundation
import HearthKit
import HearthModel

/// The statistics that `hearth stats` asks for.
struct StatisticsSearch: Sendable {
    private let predicate: HKSamplePredicate<HKQuantitySample>
    private let options: HKStatisticsOptions
    private let selection: SampleSelection
    private let store: HKHealthStore

    /// The statistics of those samples of a type that are selected.
    init(of type: ObjectType, _ selection: SampleSelection, bySource: Bool, in store: HKHealthStore) async throws {
        let quantityType = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))
        var predicates: [NSPredicate] = []
        if selection.hasTime {
            predicates.append(
                HKQuery.predicateForSamples(withStart: selection.start?.date, end: selection.end?.date)
            )
        }
        if !selection.sources.isEmpty {
            let known = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: quantityType))
                .result(for: store)
            let chosen = known.filter { selection.sources.contains($0.bundleIdentifier) }
            predicates.append(
                chosen.isEmpty ? NSPredicate(value: false) : HKQuery.predicateForObjects(from: Set(chosen))
            )
        }
        predicate = .quantitySample(
            type: quantityType,
            predicate: predicates.isEmpty ? nil : NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
        )
        let columns = StatisticsColumn.all(of: type)
        options = columns.reduce(bySource ? .separateBySource : []) { $0.union($1.option) }
        self.selection = selection
        self.store = store
    }

    /// The statistics of everything; none without samples.
    func whole() async throws -> [HKStatistics] {
        let query = HKStatisticsQueryDescriptor(predicate: predicate, options: options)
        return try await query.result(for: store).map { [$0] } ?? []
    }

    /// The statistics of each interval that has samples.
    func intervals(_ length: IntervalLength, in zone: TimeZone) async throws -> [HKStatistics] {
        selected(try await query(length, zone).result(for: store).statistics())
    }

    /// Hands over the statistics of each interval that has samples, and then those of each interval that changes.
    func follow(_ length: IntervalLength, in zone: TimeZone, _ take: ([HKStatistics]) throws -> Void) async throws {
        for try await result in query(length, zone).results(for: store) {
            try take(selected(result.updatedStatistics ?? result.statisticsCollection.statistics()))
        }
    }

    private func query(_ length: IntervalLength, _ zone: TimeZone) -> HKStatisticsCollectionQueryDescriptor {
        HKStatisticsCollectionQueryDescriptor(
            predicate: predicate,
            options: options,
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
