internal import CHearthProtocol
internal import HearthModel

extension AppGrants: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AppGrants> { hearth__v1__app_grants__init }

    init(_ message: Hearth__V1__AppGrants, _ reader: MessageReader) throws(HearthError) {
        // Without types that only a newer server knows.
        let grants: [Grant?] = try reader.knownMessages(message.grants, message.n_grants, "grants")
        self.init(
            AppID(try reader.name(message.bundle_identifier, "bundle_identifier")),
            grants.compactMap(\.self)
        )
    }

    func write(to message: inout Hearth__V1__AppGrants, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(app.description)
        message.n_grants = grants.count
        message.grants = writer.messages(grants)
    }
}
