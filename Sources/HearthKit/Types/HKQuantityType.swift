internal import HearthModel

/// Samples that measure an amount, such as a heart rate.
///
/// `@unchecked Sendable`: as its superclass.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
    /// The quantity type with an identifier. An unknown identifier stops the program.
    public convenience init(_ identifier: HKQuantityTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .quantity))
    }

    /// How the values of several samples are aggregated.
    open var aggregationStyle: HKQuantityAggregationStyle {
        switch type.aggregation {
        case .cumulative: .cumulative
        case .discreteTemporallyWeighted: .discreteTemporallyWeighted
        case .discreteEquivalentContinuousLevel: .discreteEquivalentContinuousLevel
        case .discreteArithmetic, nil: .discreteArithmetic
        }
    }

    /// Whether a unit fits the type.
    open func `is`(compatibleWith unit: HKUnit) -> Bool {
        storageUnit.isCompatible(with: unit.unit)
    }

    /// The unit in which the store keeps the values.
    var storageUnit: Unit {
        guard let unit = type.storageUnit else {
            fatalError("\(type) has no unit")
        }
        return unit
    }
}
