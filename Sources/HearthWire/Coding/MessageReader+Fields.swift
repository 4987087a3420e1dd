internal import CHearthProtocol
internal import HearthModel

extension MessageReader {
    /// A field that this version knows. An unknown field is refused, because no condition or order on it could be right.
    func field(_ field: Hearth__V1__Field, _ path: @autoclosure () -> String) throws(HearthError) -> Field {
        guard let field = Field(rawValue: field.rawValue) else {
            throw HearthError(.valueOutOfRange, "The field to compare or sort by is not known.", field: path())
        }
        return field
    }

    /// A relation that this version knows.
    func relation(_ relation: Hearth__V1__Relation, _ path: @autoclosure () -> String) throws(HearthError) -> Relation {
        guard let relation = Relation(rawValue: relation.rawValue) else {
            throw HearthError(.valueOutOfRange, "The relation is not known.", field: path())
        }
        return relation
    }
}
