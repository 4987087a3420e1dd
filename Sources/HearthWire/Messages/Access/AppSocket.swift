internal import CHearthProtocol
internal import HearthModel

extension AppSocket: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AppSocket> { hearth__v1__app_socket__init }

    init(_ message: Hearth__V1__AppSocket, _ reader: MessageReader) throws(HearthError) {
        self.init(
            AppID(try reader.name(message.bundle_identifier, "bundle_identifier")),
            name: try reader.text(message.name, "name"),
            path: try reader.text(message.path, "path"),
            group: try reader.text(message.group, "group")
        )
    }

    func write(to message: inout Hearth__V1__AppSocket, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(app.description)
        message.name = writer.text(name)
        message.path = writer.text(path)
        message.group = writer.text(group)
    }
}
