public import Foundation
internal import HearthModel

/// A sample with one of a few values.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCategorySample: HKSample, @unchecked Sendable {
    /// The raw value of the type's enumeration. A newer store may send one that this version does not know.
    open private(set) var value: Int

    init(_ head: SampleHead, value: Int) {
        self.value = value
        super.init(head)
    }

    /// A value over a time. A value that the type does not have, or an end before the start, stops the program, as it
    /// does in HealthKit.
    public init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
        self.value = HKCategorySample.checked(value, type)
        super.init(SampleHead(new: type, from: startDate, to: endDate))
    }

    /// A value over a time, with metadata.
    public init(
        type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.value = HKCategorySample.checked(value, type)
        super.init(SampleHead(new: type, from: startDate, to: endDate, metadata: metadata))
    }

    /// A value over a time from a device, with metadata.
    public init(
        type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.value = HKCategorySample.checked(value, type)
        super.init(SampleHead(new: type, from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// The sample in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        value = sample.value
        super.init(SampleHead(sample))
    }

    override var content: String { "\(value) \(type.identifier)" }

    /// The type of the sample.
    open var categoryType: HKCategoryType { HKObjectType.single(type) }

    /// Checks the value of a new sample. A value that the type does not have stops the program, as it does in
    /// HealthKit.
    private static func checked(_ value: Int, _ type: HKCategoryType) -> Int {
        require(type.type.allows(categoryValue: Int64(value)), "\(type) does not have this value")
        return value
    }
}
