import Foundation
import HearthModel

/// Reads what a record of a type holds from the JSON object of a line.
struct RecordObjectReader {
    let type: ObjectType

    /// Columns of one row.
    func columns(of object: JSONObject) throws(InputError) -> RecordColumns {
        var columns = RecordColumns(records: [try record(of: object)])
        switch RecordSchema.of(type)?.series {
        case .voltages:
            columns.voltages = try voltages(of: object)
            columns.lengths = [UInt32(columns.voltages.count)]
        case .contents:
            columns.contents = try contents(of: object)
            columns.lengths = [UInt32(columns.contents.count)]
        case nil: break
        }
        return columns
    }

    private func record(of object: JSONObject) throws(InputError) -> Record {
        guard let attributes = try object.object("attributes") else { throw object.missing("attributes") }
        var record = Record()
        for (text, value) in attributes.members {
            guard let name = AttributeName(text: text), let rule = RecordSchema.of(type)?.rule(for: name) else {
                throw object.wrong("attributes", "has a name that no \(type.shortName) has.")
            }
            guard record[name] == nil else { throw attributes.wrong(name.text, "is there twice.") }
            record[name] = try attribute(value, rule.form, attributes.path(of: name.text))
        }
        return record
    }

    /// The values of an attribute: an array, or the only one.
    private func attribute(
        _ value: JSON,
        _ form: AttributeRule.Form,
        _ path: String
    ) throws(InputError) -> AttributeValue {
        let elements = if case .array(let elements) = value { elements } else { [value] }
        switch form {
        case .integers, .times:
            return .integers(try elements.map { value throws(InputError) in try JSONObject.integer(value, path) })
        case .numbers:
            return .numbers(try elements.map { value throws(InputError) in try JSONObject.number(value, path) })
        case .texts:
            return .texts(
                try elements.map { value throws(InputError) in
                    guard let text = value.string else { throw InputError("The member '\(path)' is not a string.") }
                    return text
                }
            )
        case .ids:
            return .ids(try elements.map { value throws(InputError) in try JSONObject.id(value, path) })
        }
    }

    /// The line of an electrocardiogram without voltages may have their number, 0.
    private func voltages(of object: JSONObject) throws(InputError) -> [Double] {
        let name = RecordSchema.Series.voltages.jsonName
        guard object[name].numberText == nil else { return [] }
        var voltages: [Double] = []
        for (index, element) in try object.neededArray(name).enumerated() {
            voltages.append(try JSONObject.number(element, "\(object.path(of: name))[\(index)]"))
        }
        return voltages
    }

    private func contents(of object: JSONObject) throws(InputError) -> [UInt8] {
        let name = RecordSchema.Series.contents.jsonName
        guard object[name].numberText == nil else { return [] }
        guard let bytes = Data(base64Encoded: try object.neededText(name)) else {
            throw object.wrong(name, "is not base64.")
        }
        return Array(bytes)
    }
}
