internal import CHearthProtocol
internal import HearthModel

extension AuthorizationStatus: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AuthorizationStatus> {
        hearth__v1__authorization_status__init
    }

    init(_ message: Hearth__V1__AuthorizationStatus, _ reader: MessageReader) throws(HearthError) {
        self.init(try reader.messages(message.types, message.n_types, "types"))
    }

    func write(to message: inout Hearth__V1__AuthorizationStatus, _ writer: MessageWriter) {
        message.n_types = types.count
        message.types = writer.messages(types)
    }
}
