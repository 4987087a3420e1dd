internal import CHearthProtocol
internal import HearthModel

extension SaveRefusal: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SaveRefusal> { hearth__v1__save_refusal__init }

    init(_ message: Hearth__V1__SaveRefusal, _ reader: MessageReader) throws(HearthError) {
        self.init(
            AppID(try reader.name(message.bundle_identifier, "bundle_identifier")),
            until: Timestamp(nanoseconds: message.until)
        )
    }

    func write(to message: inout Hearth__V1__SaveRefusal, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(app.description)
        message.until = until.nanoseconds
    }
}
