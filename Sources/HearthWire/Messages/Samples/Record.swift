internal import CHearthProtocol
internal import HearthModel

extension Record: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Record> { hearth__v1__record__init }

    init(_ message: Hearth__V1__Record, _ reader: MessageReader) throws(HearthError) {
        let attributes: [Attribute?] = try reader.knownMessages(
            message.attributes,
            message.n_attributes,
            "attributes",
            atMost: AttributeName.allCases.count
        )
        try self.init(attributes.compactMap(\.self))
    }

    func write(to message: inout Hearth__V1__Record, _ writer: MessageWriter) {
        message.n_attributes = attributes.count
        message.attributes = writer.messages(attributes)
    }
}
