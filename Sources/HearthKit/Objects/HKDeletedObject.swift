public import Foundation
internal import HearthModel

/// An object that was deleted.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKDeletedObject: NSObject, @unchecked Sendable {
    let id: ObjectID
    private let kept: Metadata
    private let type: ObjectType?
    private let time: Timestamp

    init(id: ObjectID, type: ObjectType?, time: Timestamp, kept: Metadata) {
        self.id = id
        self.type = type
        self.time = time
        self.kept = kept
    }

    /// What identified the object.
    public var uuid: UUID { id.uuid }

    /// What is kept of the object's metadata: the sync identifier and the sync version. Nil when it had none.
    public var metadata: [String: Any]? { kept.entries.isEmpty ? nil : kept.dictionary }

    /// The type of the object; nil when it is one that this version does not know. Beyond HealthKit, which forgets it.
    public var sampleType: HKSampleType? { type.map { HKObjectType.sampleType($0) } }

    /// When the object was deleted. Beyond HealthKit, which does not say it.
    public var deletionDate: Date { time.date }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.id == id
    }

    override public var hash: Int { id.hashValue }
}
