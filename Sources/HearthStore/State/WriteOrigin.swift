package import HearthModel
internal import HearthSystem

/// The app that a write comes from. A class, because each of its writes refers to it.
package final class WriteOrigin: Sendable {
    package let source: Source
    package let version: String?
    package let productType: String?
    package let operatingSystemVersion: OperatingSystemVersion?
    /// The provenance of the app's last save. An app rarely changes its device, and looking up the number of a
    /// provenance hashes a dozen texts.
    let lastProvenance = Guarded<NumberedProvenance?>(nil)

    package init(
        source: Source,
        version: String? = nil,
        productType: String? = nil,
        operatingSystemVersion: OperatingSystemVersion? = nil
    ) {
        self.source = source
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    /// The same program on behalf of another app.
    package func acting(as source: Source) -> WriteOrigin {
        WriteOrigin(
            source: source,
            version: version,
            productType: productType,
            operatingSystemVersion: operatingSystemVersion
        )
    }
}

extension WriteOrigin {
    package var app: AppID { source.app }

    /// The provenance of the app's samples that a device measured.
    func provenance(_ device: Device?) -> Provenance {
        Provenance(
            source: source,
            version: version,
            productType: productType,
            operatingSystemVersion: operatingSystemVersion,
            device: device
        )
    }
}
