internal import CHearthProtocol
internal import HearthModel

extension AppCounts: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AppCounts> { hearth__v1__app_counts__init }

    init(_ message: Hearth__V1__AppCounts, _ reader: MessageReader) throws(HearthError) {
        // Without types that only a newer server knows.
        let types: [TypeCounts?] = try reader.knownMessages(message.types, message.n_types, "types")
        self.init(
            AppID(try reader.text(message.bundle_identifier, "bundle_identifier")),
            types.compactMap(\.self)
        )
    }

    func write(to message: inout Hearth__V1__AppCounts, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(app.description)
        message.n_types = types.count
        message.types = writer.messages(types)
    }
}
