public import Foundation
internal import HearthModel

// Predicates on samples.
extension HKQuery {
    /// The samples in a time interval; nil leaves it open at that end.
    ///
    /// Without an option, a sample must overlap the interval: it starts before the end, and ends at the start or later.
    /// `.strictStartDate` and `.strictEndDate` require its start or its end to be in the interval, which excludes the
    /// interval's own end.
    public class func predicateForSamples(
        withStart startDate: Date?,
        end endDate: Date?,
        options: HKQueryOptions = []
    ) -> NSPredicate {
        StorePredicate(.time(from: startDate, until: endDate, options))
    }

    /// The quantity samples whose quantity has a relation to another.
    public class func predicateForQuantitySamples(
        with operatorType: ComparisonOperator.Operator,
        quantity: HKQuantity
    ) -> NSPredicate {
        StorePredicate(.compare(.quantity, Relation(given: operatorType), quantity))
    }

    /// The category samples whose value has a relation to another. HealthKit recommends `predicateForSamples(_:value:)`
    /// of the values' enumeration.
    public class func predicateForCategorySamples(
        with operatorType: ComparisonOperator.Operator,
        value: Int
    ) -> NSPredicate {
        StorePredicate(.compare(.categoryValue, Relation(given: operatorType), Int64(value)))
    }
}

/// The values of category samples for which predicates exist.
public protocol HKCategoryValuePredicateProviding: RawRepresentable {}

extension HKCategoryValuePredicateProviding where RawValue == Int {
    /// The category samples whose value has a relation to another.
    public static func predicateForSamples(
        _ operatorType: ComparisonOperator.Operator,
        value: Self
    ) -> NSPredicate {
        HKQuery.predicateForCategorySamples(with: operatorType, value: value.rawValue)
    }

    /// The category samples that have one of these values.
    public static func predicateForSamples(equalTo values: Set<Self>) -> NSPredicate where Self: Hashable {
        StorePredicate(.any(values.map(\.rawValue).sorted().map { .compare(.categoryValue, .equal, Int64($0)) }))
    }
}
