internal import CHearthProtocol
internal import HearthModel

extension Clause: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Clause> { hearth__v1__clause__init }

    init(_ message: Hearth__V1__Clause, _ reader: MessageReader) throws(HearthError) {
        self.init(
            type: try reader.type(message.type, "type"),
            predicate: try reader.message(message.predicate, "predicate"),
            unit: try reader.unit(message.unit, "unit")
        )
        try validate()
    }

    func write(to message: inout Hearth__V1__Clause, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.predicate = writer.message(predicate)
        message.unit = writer.text(unit?.text ?? "")
    }
}
