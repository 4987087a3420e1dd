internal import CHearthProtocol
internal import HearthModel

extension Comparison: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Comparison> { hearth__v1__comparison__init }

    init(_ message: Hearth__V1__Comparison, _ reader: MessageReader) throws(HearthError) {
        let unit = try reader.unit(message.unit, "unit")
        let operand: Operand =
            switch message.operand_case {
            case HEARTH__V1__COMPARISON__OPERAND_NUMBER:
                .number(message.number, unit)
            case HEARTH__V1__COMPARISON__OPERAND_INTEGER where unit == nil:
                .integer(message.integer)
            case HEARTH__V1__COMPARISON__OPERAND_INTEGER:
                throw HearthError(.malformedPredicate, "A whole number has no unit.", field: "unit")
            default:
                throw HearthError(.malformedPredicate, "The comparison has nothing to compare with.", field: "operand")
            }
        let type = try reader.text(message.type, "type")
        self.init(
            field: try reader.field(message.field, "field"),
            relation: try reader.relation(message.relation, "relation"),
            operand: operand,
            statisticsType: type.isEmpty ? nil : try reader.type(message.type, "type")
        )
    }

    func write(to message: inout Hearth__V1__Comparison, _ writer: MessageWriter) {
        message.field = Hearth__V1__Field(rawValue: field.rawValue)
        message.relation = Hearth__V1__Relation(rawValue: relation.rawValue)
        switch operand {
        case .number(let number, let unit):
            message.operand_case = HEARTH__V1__COMPARISON__OPERAND_NUMBER
            message.number = number
            message.unit = writer.text(unit?.text ?? "")
        case .integer(let number):
            message.operand_case = HEARTH__V1__COMPARISON__OPERAND_INTEGER
            message.integer = number
        }
        message.type = writer.text(statisticsType?.identifier ?? "")
    }
}
