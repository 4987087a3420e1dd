public import Foundation
internal import HearthModel

/// An object with a type, from a moment or over a time.
///
/// `@unchecked Sendable`: as its superclass.
open class HKSample: HKObject, @unchecked Sendable {
    let type: ObjectType
    /// When the sample begins.
    open private(set) var startDate: Date
    /// When the sample ends: with its start when it is of a moment.
    open private(set) var endDate: Date

    init(type: ObjectType, id: ObjectID, start: Date, end: Date, origin: ObjectOrigin, attached: Metadata) {
        self.type = type
        startDate = start
        endDate = end
        super.init(id: id, origin: origin, attached: attached)
    }

    @inline(__always)
    init(_ head: SampleHead) {
        type = head.type
        startDate = head.start
        endDate = head.end
        super.init(id: head.id, origin: head.origin, attached: head.attached)
    }

    /// Only samples of a class for their kind are in archives: of this class there are none.
    public required init?(coder: NSCoder) {
        coder.fail(.ofNoKind)
        return nil
    }

    /// What the sample says, as its description begins.
    var content: String { type.identifier }

    override open var description: String { content + provenanceText + " (\(startDate) - \(endDate))" }

    /// The type of the sample.
    open var sampleType: HKSampleType { HKObjectType.sampleType(type) }

    /// Whether the end of the sample is not known yet.
    open var hasUndeterminedDuration: Bool { endDate == .distantFuture }
}

extension HKObjectType {
    /// The type of samples, which are of types of samples only.
    static func sampleType(_ type: ObjectType) -> HKSampleType {
        guard let sampleType = of(type) as? HKSampleType else {
            preconditionFailure("there are no samples of \(type)")
        }
        return sampleType
    }
}
