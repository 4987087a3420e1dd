public import Foundation
internal import HearthModel

/// An object with a type and a time.
///
/// `@unchecked Sendable`: as its superclass.
open class HKSample: HKObject, @unchecked Sendable {
    let type: ObjectType
    /// When the sample begins.
    open private(set) var startDate: Date
    /// When the sample ends; equal to its start for a moment.
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

    /// Fails: archives hold only objects of concrete sample classes.
    public required init?(coder: NSCoder) {
        coder.fail(.ofNoKind)
        return nil
    }

    /// The beginning of the description.
    var content: String { type.identifier }

    override open var description: String { content + provenanceText + " (\(startDate) - \(endDate))" }

    /// The type of the sample.
    open var sampleType: HKSampleType { HKObjectType.sampleType(type) }

    /// Whether the end of the sample is not known yet.
    open var hasUndeterminedDuration: Bool { endDate == .distantFuture }
}
