internal import CHearthProtocol
internal import HearthModel

extension LimitedApp: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__LimitedApp> { hearth__v1__limited_app__init }

    init(_ message: Hearth__V1__LimitedApp, _ reader: MessageReader) throws(HearthError) {
        self.init(
            AppID(try reader.name(message.bundle_identifier, "bundle_identifier")),
            until: Timestamp(nanoseconds: message.until)
        )
    }

    func write(to message: inout Hearth__V1__LimitedApp, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(app.description)
        message.until = until.nanoseconds
    }
}
