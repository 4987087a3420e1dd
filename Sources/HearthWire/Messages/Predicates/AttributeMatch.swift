internal import CHearthProtocol
internal import HearthModel

extension AttributeMatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AttributeMatch> { hearth__v1__attribute_match__init }

    init(_ message: Hearth__V1__AttributeMatch, _ reader: MessageReader) throws(HearthError) {
        self.init(
            name: try reader.attributeName(message.name, "name"),
            relation: try reader.relation(message.relation, "relation"),
            operands: try reader.attributeValue(
                message.integers,
                message.numbers,
                (message.texts, message.n_texts),
                message.uuids,
                "integers",
                atMost: Limits.attributeOperands
            )
        )
    }

    func write(to message: inout Hearth__V1__AttributeMatch, _ writer: MessageWriter) {
        message.name = Hearth__V1__AttributeName(rawValue: name.rawValue)
        message.relation = Hearth__V1__Relation(rawValue: relation.rawValue)
        writer.write(
            operands,
            &message.integers,
            &message.numbers,
            &message.texts,
            count: &message.n_texts,
            &message.uuids
        )
    }
}
