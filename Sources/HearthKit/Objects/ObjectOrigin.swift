internal import HearthModel

/// The origin of an object. Objects of one batch share it, as on the wire.
final class ObjectOrigin: Sendable {
    let sourceRevision: HKSourceRevision
    let device: HKDevice?
    /// Metadata of a new object that cannot be saved. Nil for almost every object.
    let unstorable: UnstorableMetadata?

    /// Whether the object is from a store, not created by the app.
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

    /// The origin of an object from the store.
    convenience init(_ provenance: Provenance) {
        self.init(
            sourceRevision: HKSourceRevision(provenance),
            device: provenance.device.map(HKDevice.init),
            isStored: true
        )
    }

    /// The origin of new objects without a device.
    static let thisApp = ObjectOrigin(sourceRevision: AppIdentity.current.sourceRevision, device: nil)

    /// The origin of new objects with a device and metadata.
    static func new(device: HKDevice?, unstorable: UnstorableMetadata? = nil) -> ObjectOrigin {
        guard device != nil || unstorable != nil else { return thisApp }
        return ObjectOrigin(sourceRevision: thisApp.sourceRevision, device: device, unstorable: unstorable)
    }

    /// The origin as the store keeps it.
    var provenance: Provenance {
        Provenance(
            source: sourceRevision.source.source,
            version: sourceRevision.version,
            productType: sourceRevision.productType,
            operatingSystemVersion: sourceRevision.system?.version,
            device: device?.device
        )
    }
}
