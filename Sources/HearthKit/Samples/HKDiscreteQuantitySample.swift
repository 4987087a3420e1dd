public import Foundation
internal import HearthModel

/// A sample from the store whose quantities do not add up.
///
/// `@unchecked Sendable`: as its superclass.
open class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The smallest of the quantities that the sample stands for.
    open var minimumQuantity: HKQuantity { HKQuantity(condensed?.minimum ?? value, unit) }

    /// The average of the quantities that the sample stands for.
    open var averageQuantity: HKQuantity { quantity }

    /// The greatest of the quantities that the sample stands for.
    open var maximumQuantity: HKQuantity { HKQuantity(condensed?.maximum ?? value, unit) }

    /// The latest of the quantities that the sample stands for.
    open var mostRecentQuantity: HKQuantity { HKQuantity(condensed?.mostRecent ?? value, unit) }

    /// The time of the latest of the quantities that the sample stands for.
    open var mostRecentQuantityDateInterval: DateInterval {
        DateInterval(
            start: condensed?.mostRecentStart.date ?? startDate,
            end: condensed?.mostRecentEnd.date ?? endDate
        )
    }
}
