public import Foundation
internal import HearthModel
internal import HearthSystem

/// What a live builder collects: the types, and which samples of them.
///
/// `@unchecked Sendable`: `NSObject` and `NSPredicate` do not declare it on Linux; a lock guards the mutable state.
open class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
    private let state = Guarded(State())

    private struct State: Sendable {
        var predicates: [HKQuantityType: Transferred<NSPredicate>?] = [:]
        /// Called after each change.
        var onChange: (@Sendable () -> Void)?
    }

    /// The heart rate, the energies, and what the activity moves: a distance, steps or strokes. Without a configuration
    /// no types.
    public init(healthStore: HKHealthStore, workoutConfiguration: HKWorkoutConfiguration?) {
        guard let activity = workoutConfiguration?.activityType else { return }
        let types = HKLiveWorkoutDataSource.types(of: activity)
        state.withLock { state in
            for type in types {
                state.predicates.updateValue(nil, forKey: type)
            }
        }
    }

    private static func types(of activity: HKWorkoutActivityType) -> Set<HKQuantityType> {
        var types: Set<HKQuantityType> = [
            HKQuantityType(.heartRate), HKQuantityType(.activeEnergyBurned), HKQuantityType(.basalEnergyBurned),
            HKQuantityType(HKQuantityTypeIdentifier(rawValue: ObjectType.distance(of: activity).identifier)),
        ]
        switch activity {
        case .swimming: types.insert(HKQuantityType(.swimmingStrokeCount))
        case .walking, .running, .hiking: types.insert(HKQuantityType(.stepCount))
        default: break
        }
        return types
    }

    /// The types to collect.
    open var typesToCollect: Set<HKQuantityType> { state.withLock { Set($0.predicates.keys) } }

    /// Collects the samples of a type that match; nil: all.
    open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
        let predicate = predicate.map { Transferred($0) }
        change { $0.predicates.updateValue(predicate, forKey: quantityType) }
    }

    /// Collects no further samples of a type.
    open func disableCollection(for quantityType: HKQuantityType) {
        change { $0.predicates.removeValue(forKey: quantityType) }
    }

    private func change(_ change: (inout State) -> Void) {
        let onChange = state.withLock { state in
            change(&state)
            return state.onChange
        }
        onChange?()
    }

    /// Calls a closure after each change from now on.
    func follow(_ onChange: (@Sendable () -> Void)?) {
        state.withLock { $0.onChange = onChange }
    }

    /// The samples to collect of a workout that begins at a date.
    func selections(from start: Date) throws(HearthError) -> [QuerySelection] {
        let begun = HKQuery.predicateForSamples(withStart: start, end: nil, options: .strictStartDate)
        var selections: [QuerySelection] = []
        for (type, predicate) in state.withLock({ $0.predicates }) {
            let all = [begun] + (predicate.map { [$0.value] } ?? [])
            selections.append(try QuerySelection(type, NSCompoundPredicate(andPredicateWithSubpredicates: all)))
        }
        return selections
    }
}
