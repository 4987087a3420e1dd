import Foundation
import HearthModel

@testable import HearthKit

/// A descriptor and what it means.
struct Order: CustomStringConvertible {
    var description: String
    var descriptor: NSSortDescriptor
    var place: (HKSample, HKSample) -> ComparisonResult

    static var byStart: Order {
        Order("start", HKSampleSortIdentifierStartDate, true) { $0.startDate.timeIntervalSinceReferenceDate }
    }

    /// By a number; those without come last in either direction.
    private init(_ name: String, _ key: String, _ ascending: Bool, _ number: @escaping (HKSample) -> Double?) {
        description = "\(name) \(ascending ? "up" : "down")"
        descriptor = NSSortDescriptor(key: key, ascending: ascending)
        place = { left, right in
            switch (number(left), number(right)) {
            case (let left?, let right?) where left != right:
                (left < right) == ascending ? .orderedAscending : .orderedDescending
            case (nil, .some): .orderedDescending
            case (.some, nil): .orderedAscending
            default: .orderedSame
            }
        }
    }

    /// By an identifier, which only the app can.
    private init(byDigitsOfApp ascending: Bool) {
        description = "uuid \(ascending ? "up" : "down")"
        descriptor = NSSortDescriptor(keyPath: \HKSample.uuid, ascending: ascending) { left, right in
            let (left, right) = ((left as? UUID)?.uuid.15 ?? 0, (right as? UUID)?.uuid.15 ?? 0)
            return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
        }
        place = { left, right in
            let (left, right) = (left.uuid.uuid.15, right.uuid.uuid.15)
            guard left != right else { return .orderedSame }
            return (left < right) == ascending ? .orderedAscending : .orderedDescending
        }
    }

    static func random(_ type: HKSampleType, _ random: inout RandomWorkouts) -> Order {
        let ascending = random.flag()
        let total = { (key: any KeyPath<WorkoutDetail, Double?> & Sendable) in
            { (sample: HKSample) in (sample as? HKWorkout)?.detail[keyPath: key] }
        }
        switch random.int(0...(type is HKWorkoutType ? 7 : 2)) {
        case 0:
            return Order("start", HKSampleSortIdentifierStartDate, ascending) {
                $0.startDate.timeIntervalSinceReferenceDate
            }
        case 1:
            return Order("end", HKSampleSortIdentifierEndDate, ascending) { $0.endDate.timeIntervalSinceReferenceDate }
        case 2: return Order(byDigitsOfApp: ascending)
        case 3: return Order("duration", HKWorkoutSortIdentifierDuration, ascending) { ($0 as? HKWorkout)?.duration }
        case 4: return Order("distance", HKWorkoutSortIdentifierTotalDistance, ascending, total(\.totalDistance))
        case 5: return Order("energy", HKWorkoutSortIdentifierTotalEnergyBurned, ascending, total(\.totalEnergyBurned))
        case 6:
            return Order(
                "strokes",
                HKWorkoutSortIdentifierTotalSwimmingStrokeCount,
                ascending,
                total(\.totalSwimmingStrokeCount)
            )
        default:
            return Order("flights", HKWorkoutSortIdentifierTotalFlightsClimbed, ascending, total(\.totalFlightsClimbed))
        }
    }
}
