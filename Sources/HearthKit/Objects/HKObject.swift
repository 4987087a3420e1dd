public import Foundation
internal import HearthModel
internal import HearthWire

/// Something that the store holds: the root of all samples. Objects do not change.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
open class HKObject: NSObject, NSSecureCoding, @unchecked Sendable {
    let id: ObjectID
    let origin: ObjectOrigin
    let attached: Metadata

    // Inlined, as those of samples: very many objects are made, and each call counts references once more.
    @inline(__always)
    init(id: ObjectID, origin: ObjectOrigin, attached: Metadata) {
        self.id = id
        self.origin = origin
        self.attached = attached
    }

    /// Identifies the object in every store.
    open var uuid: UUID { id.uuid }

    /// The app, with its version, that saved the object; before it is saved, this app.
    open var sourceRevision: HKSourceRevision { origin.sourceRevision }

    /// The app that saved the object.
    @available(*, deprecated, message: "Use sourceRevision.source.")
    open var source: HKSource { origin.sourceRevision.source }

    /// What measured, as far as that is known.
    open var device: HKDevice? { origin.device }

    /// What the app attached to the object; nil for nothing. Numbers are `NSNumber`.
    open var metadata: [String: Any]? {
        if let unstorable = origin.unstorable {
            return unstorable.dictionary
        }
        return attached.entries.isEmpty ? nil : attached.dictionary
    }

    // Two objects are the same when they have the same identifier, as in HealthKit.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKObject)?.id == id
    }

    override open var hash: Int { id.hashValue }

    override open var description: String { "\(Swift.type(of: self))" + provenanceText }

    // MARK: - Archives

    /// Archives hold bytes only, which are checked like those of a server.
    open class var supportsSecureCoding: Bool { true }

    /// Only objects of a class for one kind of sample are in archives: of this class there are none.
    public required init?(coder: NSCoder) {
        coder.fail(.ofNoKind)
        return nil
    }

    /// Archives everything that the object says. What a series holds is in the store: the archive has its count. An
    /// object that the store could not keep, such as a sample that never ends, is an error of the archiver.
    open func encode(with coder: NSCoder) {
        coder.encodeReply { () throws(HearthError) in try Reply(archiving: self) }
    }
}
