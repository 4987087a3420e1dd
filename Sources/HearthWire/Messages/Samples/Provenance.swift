internal import CHearthProtocol
internal import HearthModel

extension Provenance: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Provenance> { hearth__v1__provenance__init }

    init(_ message: Hearth__V1__Provenance, _ reader: MessageReader) throws(HearthError) {
        let owner = try reader.text(message.owner, "owner")
        self.init(
            source: try reader.message(message.source, "source"),
            version: try reader.text(message.version, "version", if: message.version_presence_case),
            productType: try reader.text(message.product_type, "product_type", if: message.product_type_presence_case),
            operatingSystemVersion: try reader.message(message.operating_system_version, "operating_system_version"),
            device: try reader.device(message.device, "device"),
            owner: owner.isEmpty ? nil : owner
        )
    }

    func write(to message: inout Hearth__V1__Provenance, _ writer: MessageWriter) {
        message.source = writer.message(source)
        if let version {
            message.version_presence_case = HEARTH__V1__PROVENANCE__VERSION_PRESENCE_VERSION
            message.version = writer.text(version)
        }
        if let productType {
            message.product_type_presence_case = HEARTH__V1__PROVENANCE__PRODUCT_TYPE_PRESENCE_PRODUCT_TYPE
            message.product_type = writer.text(productType)
        }
        message.operating_system_version = writer.message(operatingSystemVersion)
        message.device = writer.message(device)
        if let owner {
            message.owner = writer.text(owner)
        }
    }
}
