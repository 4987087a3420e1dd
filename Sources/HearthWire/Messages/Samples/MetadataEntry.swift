internal import CHearthProtocol
internal import HearthModel

extension Metadata.Entry: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__MetadataEntry> { hearth__v1__metadata_entry__init }

    init(_ message: Hearth__V1__MetadataEntry, _ reader: MessageReader) throws(HearthError) {
        let value: MetadataValue =
            switch message.value_case {
            case HEARTH__V1__METADATA_ENTRY__VALUE_STRING_VALUE:
                .string(
                    try reader.text(
                        message.string_value,
                        "string_value",
                        atMost: Int(Limits.standard.metadataBytes)
                    )
                )
            case HEARTH__V1__METADATA_ENTRY__VALUE_INTEGER_VALUE:
                .integer(message.integer_value)
            case HEARTH__V1__METADATA_ENTRY__VALUE_DOUBLE_VALUE:
                .double(message.double_value)
            case HEARTH__V1__METADATA_ENTRY__VALUE_BOOLEAN_VALUE:
                .boolean(message.boolean_value != 0)
            case HEARTH__V1__METADATA_ENTRY__VALUE_DATE_VALUE:
                .date(Timestamp(nanoseconds: message.date_value))
            case HEARTH__V1__METADATA_ENTRY__VALUE_QUANTITY_VALUE:
                .quantity(try reader.required(message.quantity_value, "quantity_value"))
            default:
                throw HearthError(.invalidArgument, "The entry has no value.", field: "value")
            }
        self.init(key: try reader.key(message.key, "key"), value: value)
    }

    func write(to message: inout Hearth__V1__MetadataEntry, _ writer: MessageWriter) {
        message.key = writer.text(key)
        switch value {
        case .string(let text):
            message.value_case = HEARTH__V1__METADATA_ENTRY__VALUE_STRING_VALUE
            message.string_value = writer.text(text)
        case .integer(let number):
            message.value_case = HEARTH__V1__METADATA_ENTRY__VALUE_INTEGER_VALUE
            message.integer_value = number
        case .double(let number):
            message.value_case = HEARTH__V1__METADATA_ENTRY__VALUE_DOUBLE_VALUE
            message.double_value = number
        case .boolean(let truth):
            message.value_case = HEARTH__V1__METADATA_ENTRY__VALUE_BOOLEAN_VALUE
            message.boolean_value = truth ? 1 : 0
        case .date(let time):
            message.value_case = HEARTH__V1__METADATA_ENTRY__VALUE_DATE_VALUE
            message.date_value = time.nanoseconds
        case .quantity(let quantity):
            message.value_case = HEARTH__V1__METADATA_ENTRY__VALUE_QUANTITY_VALUE
            message.quantity_value = writer.message(quantity)
        }
    }
}
