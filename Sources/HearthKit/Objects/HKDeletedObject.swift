public import Foundation
internal import HearthModel
internal import HearthWire

/// An object that was deleted.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
open class HKDeletedObject: NSObject, NSSecureCoding, @unchecked Sendable {
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

    /// The objects of a reply.
    static func objects(_ deletions: Deletions) -> [HKDeletedObject] {
        let types = deletions.types.entries.map { ObjectType(identifier: $0) }
        let indexes = deletions.types.indexes
        return deletions.ids.indices.map { row in
            HKDeletedObject(
                id: deletions.ids[row],
                type: types[indexes.isEmpty ? 0 : Int(indexes[row])],
                time: deletions.times[row],
                kept: deletions.metadata[row] ?? .none
            )
        }
    }

    /// What identified the object.
    open var uuid: UUID { id.uuid }

    /// What is kept of the object's metadata: the sync identifier and the sync version. Nil when it had none.
    open var metadata: [String: Any]? { kept.entries.isEmpty ? nil : kept.dictionary }

    /// The type of the object; nil when it is one that this version does not know. Beyond HealthKit, which forgets it.
    open var sampleType: HKSampleType? { type.map { HKObjectType.sampleType($0) } }

    /// When the object was deleted. Beyond HealthKit, which does not say it.
    open var deletionDate: Date { time.date }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.id == id
    }

    override open var hash: Int { id.hashValue }

    override open var description: String {
        "<HKDeletedObject, \(uuid), \(type?.identifier ?? "unknown type"), deleted \(deletionDate)>"
    }

    // MARK: - Archives

    /// Archives hold bytes only, which are checked like those of a server.
    open class var supportsSecureCoding: Bool { true }

    /// The deleted object in an archive; nil when what is there is not one.
    public required init?(coder: NSCoder) {
        let object = coder.decodeReply { reply throws(HearthError) in
            guard case .changes(let changes) = reply, let deletions = changes.deleted, deletions.count == 1,
                let object = HKDeletedObject.objects(deletions).first
            else { throw .ofOtherKind }
            return object
        }
        guard let object else { return nil }
        id = object.id
        type = object.type
        time = object.time
        kept = object.kept
    }

    /// Archives everything that is known of the object.
    open func encode(with coder: NSCoder) {
        let deletions = Deletions(
            ids: [id],
            times: [time],
            // The name of a type that this version does not know is forgotten already, and no type has this one.
            types: DictionaryColumn(entries: [type?.identifier ?? ""]),
            metadata: DictionaryColumn(entries: [kept])
        )
        coder.encodeReply { .changes(ChangeBatch(deleted: deletions, anchor: [], caughtUp: true)) }
    }
}
