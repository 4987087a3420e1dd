public import Foundation
internal import HearthModel

/// A sample that has one of a few values.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKCategorySample: HKSample, @unchecked Sendable {
    /// One of the numbers of the type's enumeration; from a newer store perhaps one that this version does not know.
    public let value: Int

    init(_ head: SampleHead, value: Int) {
        self.value = value
        super.init(head)
    }

    /// A value over a time. A value that the type does not have, or an end before the start, stops the program, as it
    /// does in HealthKit.
    public convenience init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
        self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: nil)
    }

    /// A value over a time, with what is attached to it.
    public convenience init(
        type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: metadata)
    }

    /// A value over a time that a device found, with what is attached to it.
    public convenience init(
        type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        precondition(type.type.allows(categoryValue: Int64(value)), "\(type) has no such value")
        self.init(
            SampleHead(new: type, from: startDate, to: endDate, device: device, metadata: metadata),
            value: value
        )
    }

    /// The sample in an archive; nil when what is there is not one.
    public required init?(coder: NSCoder) {
        guard let sample = Self.archived(in: coder) else { return nil }
        value = sample.value
        super.init(SampleHead(sample))
    }

    /// The type of the sample.
    public var categoryType: HKCategoryType { HKObjectType.single(type) }
}
