internal import CHearthProtocol
package import HearthModel

/// The machine and the system on which an app runs.
package struct Host: Hashable, Sendable {
    /// The machine's model. "": not said.
    package var productType: String
    package var operatingSystemVersion: OperatingSystemVersion?

    package init(productType: String = "", operatingSystemVersion: OperatingSystemVersion? = nil) {
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }
}

extension Host: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Host> { hearth__v1__host__init }

    init(_ message: Hearth__V1__Host, _ reader: MessageReader) throws(HearthError) {
        productType = try reader.text(message.product_type, "product_type")
        operatingSystemVersion = try reader.message(message.operating_system_version, "operating_system_version")
    }

    func write(to message: inout Hearth__V1__Host, _ writer: MessageWriter) {
        message.product_type = writer.text(productType)
        message.operating_system_version = writer.message(operatingSystemVersion)
    }
}
