public import Foundation
internal import HearthModel

/// A sample that measures an amount.
///
/// Samples that come from the store are `HKCumulativeQuantitySample` or `HKDiscreteQuantitySample`, by their type.
///
/// `@unchecked Sendable`: as its superclass.
open class HKQuantitySample: HKSample, @unchecked Sendable {
    /// In `unit`; of several quantities the sum or the average.
    let value: Double
    let unit: Unit
    /// What is known of the quantities when the sample stands for several. Nil for almost every sample.
    let condensed: CondensedQuantities?

    @inline(__always)
    init(_ head: SampleHead, value: Double, unit: Unit, condensed: CondensedQuantities?) {
        self.value = value
        self.unit = unit
        self.condensed = condensed
        super.init(head)
    }

    /// A quantity over a time. A unit that is not one of the type, or an end before the start, stops the program, as it
    /// does in HealthKit.
    public init(type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date) {
        (value, unit, condensed) = quantityType.checked(quantity)
        super.init(SampleHead(new: quantityType, from: startDate, to: endDate))
    }

    /// A quantity over a time, with what is attached to it.
    public init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        (value, unit, condensed) = quantityType.checked(quantity)
        super.init(SampleHead(new: quantityType, from: startDate, to: endDate, metadata: metadata))
    }

    /// A quantity over a time that a device measured, with what is attached to it.
    public init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        (value, unit, condensed) = quantityType.checked(quantity)
        super.init(SampleHead(new: quantityType, from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// The sample in an archive; nil when what is there is not one.
    public required init?(coder: NSCoder) {
        guard let sample = Self.archived(in: coder) else { return nil }
        value = sample.value
        unit = sample.unit
        condensed = sample.condensed
        super.init(SampleHead(sample))
    }

    override var content: String { "\(quantity) \(type.identifier)" }

    /// The type of the sample.
    open var quantityType: HKQuantityType { HKObjectType.single(type) }

    /// The quantity; of several the sum when they add up, else the average.
    open var quantity: HKQuantity { HKQuantity(value, unit) }

    /// How many quantities the sample stands for.
    open var count: Int { condensed.map { Int($0.count) } ?? 1 }
}

extension HKQuantityType {
    /// What a new sample keeps of a quantity. A unit that the type does not have stops the program, as it does in
    /// HealthKit.
    fileprivate func checked(_ quantity: HKQuantity) -> (Double, Unit, CondensedQuantities?) {
        precondition(storageUnit.isCompatible(with: quantity.unit), "\(quantity.unit) is not a unit for \(self)")
        return (quantity.value, quantity.unit, nil)
    }
}
