public import Foundation
internal import HearthModel

// Predicates on samples.
extension HKQuery {
    /// The samples in a time; nil is without a beginning or an end.
    ///
    /// Without an option a sample has to overlap the time: it starts before the end, and ends at the start or later.
    /// `.strictStartDate` and `.strictEndDate` ask that its start or its end lies in the time, which the time's own end
    /// does not.
    public class func predicateForSamples(
        withStart startDate: Date?,
        end endDate: Date?,
        options: HKQueryOptions = []
    ) -> NSPredicate {
        StorePredicate(.time(from: startDate, until: endDate, options))
    }

    /// The quantity samples whose quantity stands in a relation to another.
    public class func predicateForQuantitySamples(
        with operatorType: ComparisonOperator.Operator,
        quantity: HKQuantity
    ) -> NSPredicate {
        StorePredicate(.compare(.quantity, Relation(given: operatorType), quantity))
    }

    /// The category samples whose value stands in a relation to another. HealthKit recommends
    /// `predicateForSamples(_:value:)` of the enumeration that the values are of.
    public class func predicateForCategorySamples(
        with operatorType: ComparisonOperator.Operator,
        value: Int
    ) -> NSPredicate {
        StorePredicate(.compare(.categoryValue, Relation(given: operatorType), Int64(value)))
    }
}

/// Values of category samples that predicates can be made of.
public protocol HKCategoryValuePredicateProviding: RawRepresentable {}

extension HKCategoryValuePredicateProviding where RawValue == Int {
    /// The category samples whose value stands in a relation to another.
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
