import HearthModel

/// Reads a sample from the JSON object that `hearth query --json` prints for it. No error repeats a value.
struct SampleObjectReader: Sendable {
    struct Sample: Sendable {
        let type: ObjectType
        let unit: DisplayUnit?
        let value: SampleValue
        let row: NewSamples.Row
    }

    /// The type of objects that name none. Objects of another type are refused.
    let type: ObjectType?
    /// The unit of quantities that name none.
    let unit: String?
    let allowsImplausible: Bool
    let dates: DateReader

    enum Line: Sendable {
        case sample(Sample)
        /// JSON holds only a summary of the sample.
        case summary(ObjectType)
    }

    func read(_ line: [UInt8]) throws(InputError) -> Line {
        guard case .members(let members)? = JSONReader.value(line) else {
            let isArray = line.first == UInt8(ascii: "[")
            throw InputError(
                "This is not a JSON object."
                    + (isArray ? " Of an array, 'jq -c .[]' writes each object on a line of its own." : "")
            )
        }
        let object = JSONObject(members)
        let type = try type(of: object)
        guard try object.text("event") != "deleted" else {
            throw InputError("This line is a deletion, not a sample.")
        }
        let isSeries = !object["count"].isNull && object["count"].numberText != "1"
        if self.type == nil, !type.isSavedByValue || isSeries { return .summary(type) }
        let values = try SampleValueReader(
            type,
            unit: type.kind != .category ? try object.text("unit") ?? unit : nil,
            allowingImplausible: allowsImplausible
        )
        let value = try value(of: object, values)
        let row = try row(of: object, type)
        try values.check(row.end, dates)
        return .sample(Sample(type: type, unit: values.unit, value: value, row: row))
    }

    private func type(of object: JSONObject) throws(InputError) -> ObjectType {
        guard let name = try object.text("type") else {
            guard let type else { throw InputError("The member 'type' is missing.") }
            return type
        }
        let found = try TypeName.type(name)
        guard type == nil || found == type else {
            throw InputError("The type is \(found.shortName), but the command line names another type.")
        }
        return found
    }

    private func value(of object: JSONObject, _ values: SampleValueReader) throws(InputError) -> SampleValue {
        guard object["count"].isNull || object["count"].numberText == "1" else {
            throw InputError(
                "The sample is a series of values, which JSON does not contain. 'hearth backup' copies it."
            )
        }
        let isNumber = values.type.kind == .quantity
        guard
            let text = object["value"].numberText ?? (isNumber ? nil : object["value"].string ?? object["name"].string)
        else {
            guard !object["value"].isNull else { throw InputError("The member 'value' is missing.") }
            throw InputError("The member 'value' is \(isNumber ? "not a number" : "neither a number nor a text").")
        }
        return try values.value(text.utf8Span.span, in: values.unit)
    }

    private func row(of object: JSONObject, _ type: ObjectType) throws(InputError) -> NewSamples.Row {
        guard let start = try moment(object, "start") else { throw InputError("The member 'start' is missing.") }
        let end = try moment(object, "end") ?? start
        guard start <= end else { throw InputError("The end is before the start.") }
        var row = NewSamples.Row(start: start, end: end)
        if let text = try object.text("uuid") {
            guard let id = ObjectID(text) else { throw InputError("The member 'uuid' is not a UUID.") }
            row.id = id
        }
        row.members = type == .bloodPressure ? try members(of: object) : []
        row.attachment = NewSamples.Attachment(metadata: try metadata(of: object), device: try device(of: object))
        return row
    }

    /// The UUIDs of the systolic and the diastolic sample; empty when they are not named.
    private func members(of object: JSONObject) throws(InputError) -> [ObjectID] {
        guard case .array(let members) = object["members"] else { return [] }
        let ids = members.compactMap { $0.string.flatMap { ObjectID($0) } }
        guard ids.count == members.count, ids.count == 2 else {
            throw InputError("The member 'members' is not two UUIDs, the systolic one first.")
        }
        return ids
    }

    private func moment(_ object: JSONObject, _ name: String) throws(InputError) -> Timestamp? {
        guard let text = object[name].string ?? object[name].numberText else {
            guard object[name].isNull else { throw InputError("The member '\(name)' is not a date.") }
            return nil
        }
        guard let moment = UTCText.moment(text.utf8Span.span) ?? (try? dates.moment(text)) else {
            throw InputError("The member '\(name)' is not a date such as 2026-11-21T10:00:00Z.")
        }
        return moment
    }

    private func device(of object: JSONObject) throws(InputError) -> Device? {
        guard let device = try object.object("device") else { return nil }
        return Device(
            name: try device.text("name"),
            manufacturer: try device.text("manufacturer"),
            model: try device.text("model"),
            hardwareVersion: try device.text("hardware_version"),
            firmwareVersion: try device.text("firmware_version"),
            softwareVersion: try device.text("software_version"),
            localIdentifier: try device.text("local_identifier"),
            udiDeviceIdentifier: try device.text("udi_device_identifier")
        )
    }

    private func metadata(of object: JSONObject) throws(InputError) -> Metadata {
        guard let members = try object.object("metadata")?.members, !members.isEmpty else { return .none }
        let entries = try members.map { member throws(InputError) in
            guard let value = try metadataValue(member.1) else {
                throw InputError("The metadata has a value of a kind that no sample has.")
            }
            return Metadata.Entry(key: member.0, value: value)
        }
        do throws(HearthError) {
            return try Metadata(entries)
        } catch {
            throw InputError("The metadata is wrong. \(error.message)")
        }
    }

    /// A number with a point or an exponent is not an integer; a date and a quantity are objects.
    private func metadataValue(_ value: JSON) throws(InputError) -> MetadataValue? {
        switch value {
        case .string(let text): return .string(text)
        case .bool(let boolean): return .boolean(boolean)
        case .decimal(let text): return Int64(text).map { .integer($0) } ?? Double(text).map { .double($0) }
        case .members(let members):
            let object = JSONObject(members)
            if let text = try object.text("date") { return UTCText.moment(text.utf8Span.span).map { .date($0) } }
            guard let number = object["value"].numberText,
                let unit = try object.text("unit").map({ try? DisplayUnit($0) }),
                let quantity = unit?.value(number.utf8Span.span), let unit
            else { return nil }
            return .quantity(Quantity(value: quantity, unit: unit.unit))
        default: return nil
        }
    }
}

/// The members of a JSON object by name.
private struct JSONObject {
    let members: [(String, JSON)]

    init(_ members: [(String, JSON)]) {
        self.members = members
    }

    /// Null when the object has no such member.
    subscript(name: String) -> JSON { members.last { $0.0 == name }?.1 ?? .null }

    func text(_ name: String) throws(InputError) -> String? {
        switch self[name] {
        case .null: return nil
        case .string(let text): return text
        default: throw InputError("The member '\(name)' is not a string.")
        }
    }

    func object(_ name: String) throws(InputError) -> JSONObject? {
        switch self[name] {
        case .null: return nil
        case .members(let members): return JSONObject(members)
        default: throw InputError("The member '\(name)' is not an object.")
        }
    }
}
