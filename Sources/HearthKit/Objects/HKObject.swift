public import Foundation
internal import HearthModel
internal import HearthWire

/// An object in the store: the base class of all samples. Objects are immutable.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKObject: NSObject, NSSecureCoding, @unchecked Sendable {
    let id: ObjectID
    let origin: ObjectOrigin
    let attached: Metadata

    // Inlined, as in samples: queries create many objects, and each call would count references again.
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

    /// The device that measured, if known.
    open var device: HKDevice? { origin.device }

    /// The object's metadata; nil: none. Numbers are `NSNumber`.
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

    /// An archive holds only bytes, which are checked like a server's replies.
    open class var supportsSecureCoding: Bool { true }

    /// Fails: archives hold only objects of concrete sample classes.
    public required init?(coder: NSCoder) {
        coder.fail(.ofNoKind)
        return nil
    }

    /// Archives all properties of the object. The contents of a series stay in the store, and the archive has only its
    /// count. An object that the store could not keep, such as a sample without an end, is an error of the archiver.
    open func encode(with coder: NSCoder) {
        coder.encodeReply { () throws(HearthError) in try Reply(archiving: self) }
    }
}
