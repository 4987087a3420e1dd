public import Foundation
internal import HearthModel
internal import HearthWire

/// An object that was deleted.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
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

    /// The object's identifier.
    open var uuid: UUID { id.uuid }

    /// The part of the object's metadata that is kept: the sync identifier and version. Nil if the object had none.
    open var metadata: [String: Any]? { kept.entries.isEmpty ? nil : kept.dictionary }

    /// The type of the object; nil: this version does not know it. Beyond HealthKit, which forgets it.
    open var sampleType: HKSampleType? { type.map { HKObjectType.sampleType($0) } }

    /// When the object was deleted. Beyond HealthKit.
    open var deletionDate: Date { time.date }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.id == id
    }

    override open var hash: Int { id.hashValue }

    override open var description: String {
        "<HKDeletedObject, \(uuid), \(type?.identifier ?? "unknown type"), deleted \(deletionDate)>"
    }

    // MARK: - Archives

    /// An archive holds only bytes, which are checked like a server's replies.
    open class var supportsSecureCoding: Bool { true }

    /// The deleted object in an archive; nil: the archive holds something else.
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

    /// Archives all properties of the object.
    open func encode(with coder: NSCoder) {
        let deletions = Deletions(
            ids: [id],
            times: [time],
            // The name of an unknown type is already forgotten; no type has this name.
            types: DictionaryColumn(entries: [type?.identifier ?? ""]),
            metadata: DictionaryColumn(entries: [kept])
        )
        coder.encodeReply { .changes(ChangeBatch(deleted: deletions, anchor: [], caughtUp: true)) }
    }
}
