internal import CHearthProtocol
internal import HearthModel

extension Quantity: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Quantity> { hearth__v1__quantity__init }

    init(_ message: Hearth__V1__Quantity, _ reader: MessageReader) throws(HearthError) {
        guard let unit = try reader.unit(message.unit, "unit") else {
            throw HearthError(.incompatibleUnit, "The quantity has no unit.", field: "unit")
        }
        self.init(value: message.value, unit: unit)
    }

    func write(to message: inout Hearth__V1__Quantity, _ writer: MessageWriter) {
        message.value = value
        message.unit = writer.text(unit.text)
    }
}
