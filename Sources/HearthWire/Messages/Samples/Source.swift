internal import CHearthProtocol
internal import HearthModel

extension Source: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Source> { hearth__v1__source__init }

    init(_ message: Hearth__V1__Source, _ reader: MessageReader) throws(HearthError) {
        self.init(
            bundleIdentifier: try reader.name(message.bundle_identifier, "bundle_identifier"),
            name: try reader.text(message.name, "name")
        )
    }

    func write(to message: inout Hearth__V1__Source, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(bundleIdentifier)
        message.name = writer.text(name)
    }
}
