public import Foundation
internal import HearthModel

/// A sample that has one of a few values.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCategorySample: HKSample, @unchecked Sendable {
    /// One of the numbers of the type's enumeration; from a newer store perhaps one that this version does not know.
    open private(set) var value: Int

    init(_ head: SampleHead, value: Int) {
        self.value = value
        super.init(head)
    }

    /// A value over a time. A value that the type does not have, or an end before the start, stops the program, as it
    /// does in HealthKit.
    public init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
        self.value = type.checked(value)
        super.init(SampleHead(new: type, from: startDate, to: endDate))
    }

    /// A value over a time, with what is attached to it.
    public init(
        type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.value = type.checked(value)
        super.init(SampleHead(new: type, from: startDate, to: endDate, metadata: metadata))
    }

    /// A value over a time that a device found, with what is attached to it.
    public init(
        type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.value = type.checked(value)
        super.init(SampleHead(new: type, from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// The sample in an archive; nil when what is there is not one.
    public required init?(coder: NSCoder) {
        guard let sample = Self.archived(in: coder) else { return nil }
        value = sample.value
        super.init(SampleHead(sample))
    }

    override var content: String { "\(value) \(type.identifier)" }

    /// The type of the sample.
    open var categoryType: HKCategoryType { HKObjectType.single(type) }
}

extension HKCategoryType {
    /// The value of a new sample. One that the type does not have stops the program, as it does in HealthKit.
    fileprivate func checked(_ value: Int) -> Int {
        precondition(type.allows(categoryValue: Int64(value)), "\(self) has no such value")
        return value
    }
}
