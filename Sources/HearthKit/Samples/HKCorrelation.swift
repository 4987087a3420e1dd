public import Foundation
internal import HearthModel

/// A sample that binds others together.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKCorrelation: HKSample, @unchecked Sendable {
    /// The samples that belong together.
    public let objects: Set<HKSample>

    init(_ head: SampleHead, objects: Set<HKSample>) {
        self.objects = objects
        super.init(head)
    }

    /// Samples that belong together. None at all, one of a type that does not belong there, or an end before the start
    /// stops the program, as it does in HealthKit.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>
    ) {
        self.init(
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects,
            device: nil,
            metadata: nil
        )
    }

    /// Samples that belong together, with what is attached to that.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        metadata: [String: Any]?
    ) {
        self.init(
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects,
            device: nil,
            metadata: metadata
        )
    }

    /// Samples that belong together and that a device measured, with what is attached to that.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        precondition(!objects.isEmpty, "a sample of \(correlationType) has members")
        for object in objects {
            precondition(
                correlationType.type.allowsMember(object.type),
                "\(object.type) is not a member of \(correlationType)"
            )
        }
        self.init(
            SampleHead(new: correlationType, from: startDate, to: endDate, device: device, metadata: metadata),
            objects: objects
        )
    }

    /// The sample in an archive, with members of the classes that samples from the store have; nil when what is there is
    /// not one.
    public required init?(coder: NSCoder) {
        guard let sample = Self.archived(in: coder) else { return nil }
        objects = sample.objects
        super.init(SampleHead(sample))
    }

    /// The type of the sample.
    public var correlationType: HKCorrelationType { HKObjectType.single(type) }

    /// The samples of a type among those that belong together.
    public func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.type == objectType.type }
    }
}
