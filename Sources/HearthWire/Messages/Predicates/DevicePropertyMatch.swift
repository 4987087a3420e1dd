internal import CHearthProtocol
internal import HearthModel

extension DevicePropertyMatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__DevicePropertyMatch> {
        hearth__v1__device_property_match__init
    }

    init(_ message: Hearth__V1__DevicePropertyMatch, _ reader: MessageReader) throws(HearthError) {
        guard let property = DeviceProperty(rawValue: message.property.rawValue) else {
            throw HearthError(.valueOutOfRange, "The property is not known.", field: "property")
        }
        self.init(property: property, values: try reader.texts(message.values, message.n_values, "values"))
    }

    func write(to message: inout Hearth__V1__DevicePropertyMatch, _ writer: MessageWriter) {
        message.property = Hearth__V1__DeviceProperty(rawValue: property.rawValue)
        message.n_values = values.count
        message.values = writer.texts(values)
    }
}
