public import Foundation
internal import HearthModel

/// A sample of a quantity.
///
/// Samples from the store are `HKCumulativeQuantitySample` or `HKDiscreteQuantitySample`, depending on their type.
///
/// `@unchecked Sendable`: as its superclass.
open class HKQuantitySample: HKSample, @unchecked Sendable {
    /// In `unit`; the sum or average of several quantities.
    let value: Double
    let unit: Unit
    /// The summary of the quantities if the sample stands for several. Nil for almost every sample.
    let condensed: CondensedQuantities?

    @inline(__always)
    init(_ head: SampleHead, value: Double, unit: Unit, condensed: CondensedQuantities?) {
        self.value = value
        self.unit = unit
        self.condensed = condensed
        super.init(head)
    }

    /// A quantity over a time. A unit that does not fit the type, or an end before the start, stops the program, as it
    /// does in HealthKit.
    public init(type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date) {
        (value, unit, condensed) = HKQuantitySample.checked(quantity, quantityType)
        super.init(SampleHead(new: quantityType, from: startDate, to: endDate))
    }

    /// A quantity over a time, with metadata.
    public init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        (value, unit, condensed) = HKQuantitySample.checked(quantity, quantityType)
        super.init(SampleHead(new: quantityType, from: startDate, to: endDate, metadata: metadata))
    }

    /// A quantity over a time that a device measured, with metadata.
    public init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        (value, unit, condensed) = HKQuantitySample.checked(quantity, quantityType)
        super.init(SampleHead(new: quantityType, from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// The sample in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        value = sample.value
        unit = sample.unit
        condensed = sample.condensed
        super.init(SampleHead(sample))
    }

    override var content: String { "\(quantity) \(type.identifier)" }

    /// The type of the sample.
    open var quantityType: HKQuantityType { HKObjectType.single(type) }

    /// The quantity; of several quantities the sum for cumulative types, otherwise the average.
    open var quantity: HKQuantity { HKQuantity(value, unit) }

    /// How many quantities the sample stands for.
    open var count: Int { condensed.map { Int($0.count) } ?? 1 }

    /// The properties of a new sample with a quantity. A unit that does not fit the type stops the program, as it does
    /// in HealthKit.
    private static func checked(_ quantity: HKQuantity, _ type: HKQuantityType) -> (Double, Unit, CondensedQuantities?)
    {
        require(type.storageUnit.isCompatible(with: quantity.unit), "\(quantity.unit) is not a unit for \(type)")
        return (quantity.value, quantity.unit, nil)
    }
}

extension HKQuantitySample {
    /// A sample from the store, of the subclass for its type's aggregation.
    @inline(__always)
    static func stored(
        _ head: SampleHead,
        value: Double,
        unit: Unit,
        condensed: CondensedQuantities?,
        isCumulative: Bool
    ) -> HKQuantitySample {
        isCumulative
            ? HKCumulativeQuantitySample(head, value: value, unit: unit, condensed: condensed)
            : HKDiscreteQuantitySample(head, value: value, unit: unit, condensed: condensed)
    }
}
