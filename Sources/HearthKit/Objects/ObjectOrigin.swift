internal import HearthModel

/// Where an object comes from. Objects that come together share it, as they share it on the wire.
final class ObjectOrigin: Sendable {
    let sourceRevision: HKSourceRevision
    let device: HKDevice?
    /// What was attached to a new object and cannot be saved. Nil for almost every object.
    let unstorable: UnstorableMetadata?

    /// Whether a store has sent the object, rather than an app made it.
    let isStored: Bool

    init(
        sourceRevision: HKSourceRevision,
        device: HKDevice?,
        unstorable: UnstorableMetadata? = nil,
        isStored: Bool = false
    ) {
        self.isStored = isStored
        self.sourceRevision = sourceRevision
        self.device = device
        self.unstorable = unstorable
    }

    /// What the store says.
    convenience init(_ provenance: Provenance) {
        self.init(
            sourceRevision: HKSourceRevision(provenance),
            device: provenance.device.map(HKDevice.init),
            isStored: true
        )
    }

    /// That of new objects of which no device is known.
    static let thisApp = ObjectOrigin(sourceRevision: AppIdentity.current.sourceRevision, device: nil)

    /// That of new objects with this device and these attachments.
    static func new(device: HKDevice?, unstorable: UnstorableMetadata? = nil) -> ObjectOrigin {
        guard device != nil || unstorable != nil else { return thisApp }
        return ObjectOrigin(sourceRevision: thisApp.sourceRevision, device: device, unstorable: unstorable)
    }
}
