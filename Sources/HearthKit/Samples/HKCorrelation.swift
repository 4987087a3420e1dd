public import Foundation
internal import HearthModel

/// A sample that binds others together.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCorrelation: HKSample, @unchecked Sendable {
    /// The samples that belong together.
    open private(set) var objects: Set<HKSample>

    init(_ head: SampleHead, objects: Set<HKSample>) {
        self.objects = objects
        super.init(head)
    }

    /// Samples that belong together. None at all, one of a type that does not belong there, or an end before the start
    /// stops the program, as it does in HealthKit.
    public init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>
    ) {
        self.objects = correlationType.checked(objects)
        super.init(SampleHead(new: correlationType, from: startDate, to: endDate))
    }

    /// Samples that belong together, with what is attached to that.
    public init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        metadata: [String: Any]?
    ) {
        self.objects = correlationType.checked(objects)
        super.init(SampleHead(new: correlationType, from: startDate, to: endDate, metadata: metadata))
    }

    /// Samples that belong together and that a device measured, with what is attached to that.
    public init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.objects = correlationType.checked(objects)
        super.init(SampleHead(new: correlationType, from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// The sample in an archive, with members of the classes that samples from the store have; nil when what is there
    /// is not one.
    public required init?(coder: NSCoder) {
        guard let sample = Self.archived(in: coder) else { return nil }
        objects = sample.objects
        super.init(SampleHead(sample))
    }

    override var content: String {
        "\(type.identifier) (\(objects.map(\.content).sorted().joined(separator: ", ")))"
    }

    /// The type of the sample.
    open var correlationType: HKCorrelationType { HKObjectType.single(type) }

    /// The samples of a type among those that belong together.
    open func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.type == objectType.type }
    }
}

extension HKCorrelationType {
    /// The members of a new sample. None, or one that does not belong there, stops the program, as it does in
    /// HealthKit.
    fileprivate func checked(_ members: Set<HKSample>) -> Set<HKSample> {
        precondition(!members.isEmpty, "a sample of \(self) has members")
        for member in members {
            precondition(type.allowsMember(member.type), "\(member.type) is not a member of \(self)")
        }
        return members
    }
}
