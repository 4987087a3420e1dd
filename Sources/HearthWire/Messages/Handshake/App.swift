internal import CHearthProtocol
internal import HearthModel

extension App: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__App> { hearth__v1__app__init }

    init(_ message: Hearth__V1__App, _ reader: MessageReader) throws(HearthError) {
        self.init(
            bundleIdentifier: try reader.name(message.bundle_identifier, "bundle_identifier"),
            name: try reader.text(message.name, "name"),
            version: try reader.text(message.version, "version")
        )
    }

    func write(to message: inout Hearth__V1__App, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(bundleIdentifier)
        message.name = writer.text(name)
        message.version = writer.text(version)
    }
}
