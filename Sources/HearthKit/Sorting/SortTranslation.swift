internal import Foundation
internal import HearthModel

/// Whether the store or the client sorts the samples of a query. The client needs all of them before it can apply a
/// limit.
enum SortTranslation {
    /// The store; without keys in its own order, by start.
    case inStore([SortKey])
    /// The app, by this order.
    case inApp(@Sendable (HKSample, HKSample) -> ComparisonResult)

    /// The order of Foundation's `NSSortDescriptor`s.
    init(_ descriptors: [NSSortDescriptor]?) {
        let descriptors = descriptors ?? []
        let keys = descriptors.compactMap(SortKey.init)
        guard keys.count == descriptors.count, keys.count <= Limits.sortKeys else {
            let order = AppOrder(descriptors: descriptors)
            self = .inApp { order.compare($0, $1) }
            return
        }
        self = .inStore(keys)
    }

    /// The order of Swift's `SortDescriptor`s.
    init<Sample: HKSample>(_ descriptors: [SortDescriptor<Sample>]) {
        let keys = descriptors.compactMap(SortKey.init)
        guard keys.count == descriptors.count, keys.count <= Limits.sortKeys else {
            let order = SampleOrder(descriptors: descriptors)
            self = .inApp { order.compare($0, $1) }
            return
        }
        self = .inStore(keys)
    }

    /// The samples, sorted by the client if the store has not sorted them. Equal samples stay in their order.
    func sorted<Sample: HKSample>(_ samples: [Sample]) -> [Sample] {
        switch self {
        case .inStore: samples
        case .inApp(let compare): samples.sorted { compare($0, $1) == .orderedAscending }
        }
    }
}

/// `@unchecked Sendable`: Foundation's descriptors are immutable, and HealthKit too calls them on its own threads.
private struct AppOrder: @unchecked Sendable {
    let descriptors: [NSSortDescriptor]

    func compare(_ left: HKSample, _ right: HKSample) -> ComparisonResult {
        for descriptor in descriptors {
            let result = descriptor.compare(left, to: right)
            if result != .orderedSame {
                return result
            }
        }
        return .orderedSame
    }
}

private struct SampleOrder<Sample: HKSample>: Sendable {
    let descriptors: [SortDescriptor<Sample>]

    func compare(_ left: HKSample, _ right: HKSample) -> ComparisonResult {
        guard let left = left as? Sample, let right = right as? Sample else { return .orderedSame }
        for descriptor in descriptors {
            let result = descriptor.compare(left, right)
            if result != .orderedSame {
                return result
            }
        }
        return .orderedSame
    }
}

extension SortKey {
    /// The store's key for a descriptor; nil: the store has none.
    fileprivate init?(_ descriptor: NSSortDescriptor) {
        if let descriptor = descriptor as? StoreSortDescriptor {
            self = descriptor.key
            return
        }
        // A descriptor may have a comparator, which is not visible; a subclass may do anything.
        guard type(of: descriptor) == NSSortDescriptor.self, let field = Field.ofDates[descriptor.keyPath],
            descriptor.comparesDatesByTime
        else { return nil }
        self.init(field: field, descending: !descriptor.ascending)
    }

    fileprivate init?<Sample: HKSample>(_ descriptor: SortDescriptor<Sample>) {
        let descending = descriptor.order == .reverse
        switch descriptor.keyPath {
        case nil: return nil
        case \Sample.startDate: self.init(field: .startDate, descending: descending)
        case \Sample.endDate: self.init(field: .endDate, descending: descending)
        case \HKWorkout.duration: self.init(field: .workoutDuration, descending: descending)
        case \HKQuantitySample.count, \HKCumulativeQuantitySample.count, \HKDiscreteQuantitySample.count,
            \HKSeriesSample.count, \HKWorkoutRoute.count, \HKHeartbeatSeriesSample.count:
            self.init(field: .count, descending: descending)
        case \HKCategorySample.value: self.init(field: .categoryValue, descending: descending)
        default: return nil
        }
    }
}

extension Field {
    /// The key paths to the times of samples.
    fileprivate static var ofDates: [AnyKeyPath: Field] {
        [
            \HKSample.startDate: .startDate, \HKSample.endDate: .endDate,
            \HKQuantitySample.startDate: .startDate, \HKQuantitySample.endDate: .endDate,
            \HKCumulativeQuantitySample.startDate: .startDate, \HKCumulativeQuantitySample.endDate: .endDate,
            \HKDiscreteQuantitySample.startDate: .startDate, \HKDiscreteQuantitySample.endDate: .endDate,
            \HKCategorySample.startDate: .startDate, \HKCategorySample.endDate: .endDate,
            \HKCorrelation.startDate: .startDate, \HKCorrelation.endDate: .endDate,
            \HKWorkout.startDate: .startDate, \HKWorkout.endDate: .endDate,
            \HKSeriesSample.startDate: .startDate, \HKSeriesSample.endDate: .endDate,
            \HKWorkoutRoute.startDate: .startDate, \HKWorkoutRoute.endDate: .endDate,
            \HKHeartbeatSeriesSample.startDate: .startDate, \HKHeartbeatSeriesSample.endDate: .endDate,
        ]
    }
}

extension NSSortDescriptor {
    fileprivate var comparesDatesByTime: Bool {
        let (early, late) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1))
        return comparator(early, late) == .orderedAscending && comparator(late, early) == .orderedDescending
            && comparator(early, early) == .orderedSame
    }
}
