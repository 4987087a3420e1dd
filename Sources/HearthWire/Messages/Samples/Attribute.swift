internal import CHearthProtocol
internal import HearthModel

extension Record.Attribute: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Attribute> { hearth__v1__attribute__init }

    init(_ message: Hearth__V1__Attribute, _ reader: MessageReader) throws(HearthError) {
        self.init(
            try reader.attributeName(message.name, "name"),
            try reader.attributeValue(
                message.integers,
                message.numbers,
                (message.texts, message.n_texts),
                message.uuids,
                "integers",
                atMost: Limits.attributeValues
            )
        )
    }

    func write(to message: inout Hearth__V1__Attribute, _ writer: MessageWriter) {
        message.name = Hearth__V1__AttributeName(rawValue: name.rawValue)
        writer.write(
            value,
            &message.integers,
            &message.numbers,
            &message.texts,
            count: &message.n_texts,
            &message.uuids
        )
    }
}
