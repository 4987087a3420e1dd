public import Foundation
internal import HearthModel

/// An order by a field that the store supports.
final class StoreSortDescriptor: NSSortDescriptor {
    let key: SortKey

    /// Foundation needs a key path; the order follows from the key.
    init(_ key: SortKey) {
        self.key = key
        switch key.field {
        case .startDate: super.init(keyPath: \HKSample.startDate, ascending: !key.descending)
        case .endDate: super.init(keyPath: \HKSample.endDate, ascending: !key.descending)
        case .workoutDuration: super.init(keyPath: \HKWorkout.duration, ascending: !key.descending)
        default:
            super.init(keyPath: key.field.total, ascending: !key.descending, comparator: { _, _ in .orderedSame })
        }
    }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        guard let left = object1 as? HKSample, let right = object2 as? HKSample else { return .orderedSame }
        return key.compare(left, right)
    }

    override var reversedSortDescriptor: Any {
        StoreSortDescriptor(SortKey(field: key.field, descending: !key.descending))
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? StoreSortDescriptor)?.key == key
    }

    override var hash: Int { key.hashValue }
}

extension NSSortDescriptor: MadeOfSubclass {
    /// Sorts by one of the constants `HKSampleSortIdentifier…` and `HKWorkoutSortIdentifier…`. Any other key stops the
    /// program.
    ///
    /// Foundation's own initialiser with a key is unavailable on Linux; this takes precedence over it.
    public convenience init(key: String, ascending: Bool) {
        guard let field = Field(sortIdentifier: key) else {
            fatalError(
                "samples are not sorted by such a key: use HKSampleSortIdentifier…, HKWorkoutSortIdentifier… or a key path"
            )
        }
        let key = SortKey(field: field, descending: !ascending)
        self.init(made: StoreSortDescriptor(key), of: NSSortDescriptor.self)
    }
}

extension Field {
    /// The key path to a workout's total.
    fileprivate var total: KeyPath<HKWorkout, HKQuantity?> {
        switch self {
        case .workoutTotalEnergyBurned: \.totalEnergyBurned
        case .workoutTotalSwimmingStrokeCount: \.totalSwimmingStrokeCount
        case .workoutTotalFlightsClimbed: \.totalFlightsClimbed
        default: \.totalDistance
        }
    }

    fileprivate init?(sortIdentifier: String) {
        switch sortIdentifier {
        case HKSampleSortIdentifierStartDate: self = .startDate
        case HKSampleSortIdentifierEndDate: self = .endDate
        case HKWorkoutSortIdentifierDuration: self = .workoutDuration
        case HKWorkoutSortIdentifierTotalDistance: self = .workoutTotalDistance
        case HKWorkoutSortIdentifierTotalEnergyBurned: self = .workoutTotalEnergyBurned
        case HKWorkoutSortIdentifierTotalSwimmingStrokeCount: self = .workoutTotalSwimmingStrokeCount
        case HKWorkoutSortIdentifierTotalFlightsClimbed: self = .workoutTotalFlightsClimbed
        default: return nil
        }
    }
}

extension SortKey {
    /// The order of two samples by the store's rules: samples without the field are last in both directions.
    func compare(_ left: HKSample, _ right: HKSample) -> ComparisonResult {
        switch (FieldValue(of: field, in: left), FieldValue(of: field, in: right)) {
        case (.integer(let left)?, .integer(let right)?): compare(left, right)
        case (.number(let left)?, .number(let right)?): compare(left, right)
        case (nil, .some): .orderedDescending
        case (.some, nil): .orderedAscending
        default: .orderedSame
        }
    }

    private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        guard left != right else { return .orderedSame }
        return (left < right) != descending ? .orderedAscending : .orderedDescending
    }
}
