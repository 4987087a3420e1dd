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
    public convenience init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date
    ) {
        self.init(
            type: quantityType,
            quantity: quantity,
            start: startDate,
            end: endDate,
            device: nil,
            metadata: nil
        )
    }

    /// A quantity over a time, with what is attached to it.
    public convenience init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            type: quantityType,
            quantity: quantity,
            start: startDate,
            end: endDate,
            device: nil,
            metadata: metadata
        )
    }

    /// A quantity over a time that a device measured, with what is attached to it.
    public convenience init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        precondition(
            quantityType.storageUnit.isCompatible(with: quantity.unit),
            "\(quantity.unit) is not a unit for \(quantityType)"
        )
        self.init(
            SampleHead(new: quantityType, from: startDate, to: endDate, device: device, metadata: metadata),
            value: quantity.value,
            unit: quantity.unit,
            condensed: nil
        )
    }

    /// The sample in an archive; nil when what is there is not one.
    public required init?(coder: NSCoder) {
        guard let sample = Self.archived(in: coder) else { return nil }
        value = sample.value
        unit = sample.unit
        condensed = sample.condensed
        super.init(SampleHead(sample))
    }

    /// The type of the sample.
    public var quantityType: HKQuantityType { HKObjectType.single(type) }

    /// The quantity; of several the sum when they add up, else the average.
    public var quantity: HKQuantity { HKQuantity(value, unit) }

    /// How many quantities the sample stands for.
    public var count: Int { condensed.map { Int($0.count) } ?? 1 }
}
