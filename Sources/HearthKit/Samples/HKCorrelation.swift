public import Foundation
internal import HearthModel

/// A sample that groups others.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCorrelation: HKSample, @unchecked Sendable {
    /// The members.
    open private(set) var objects: Set<HKSample>

    init(_ head: SampleHead, objects: Set<HKSample>) {
        self.objects = objects
        super.init(head)
    }

    /// Groups samples. No members, a member of a type that does not belong there, or an end before the start stops the
    /// program, as it does in HealthKit.
    public init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>
    ) {
        self.objects = HKCorrelation.checked(objects, correlationType)
        super.init(SampleHead(new: correlationType, from: startDate, to: endDate))
    }

    /// Groups samples, with metadata.
    public init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        metadata: [String: Any]?
    ) {
        self.objects = HKCorrelation.checked(objects, correlationType)
        super.init(SampleHead(new: correlationType, from: startDate, to: endDate, metadata: metadata))
    }

    /// Groups samples that a device measured, with metadata.
    public init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.objects = HKCorrelation.checked(objects, correlationType)
        super.init(SampleHead(new: correlationType, from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// The sample in an archive, with members of the classes that samples from the store have; nil: the archive holds
    /// something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        objects = sample.objects
        super.init(SampleHead(sample))
    }

    override var content: String {
        "\(type.identifier) (\(objects.map(\.content).sorted().joined(separator: ", ")))"
    }

    /// The type of the sample.
    open var correlationType: HKCorrelationType { HKObjectType.single(type) }

    /// The members of a type.
    open func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.type == objectType.type }
    }

    /// The members in a stable order.
    var orderedObjects: [HKSample] { objects.sorted { $0.id < $1.id } }

    /// Checks the members of a new sample. Without members, or with one of a type that does not belong there, it stops
    /// the program, as it does in HealthKit.
    private static func checked(_ members: Set<HKSample>, _ type: HKCorrelationType) -> Set<HKSample> {
        require(!members.isEmpty, "a sample of \(type) has members")
        for member in members {
            require(type.type.allowsMember(member.type), "\(member.type) is not a member of \(type)")
        }
        return members
    }
}
