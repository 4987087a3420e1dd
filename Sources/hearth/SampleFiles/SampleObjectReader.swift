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
        /// A value and times are all of the sample.
        case value(Sample)
        case whole(WholeSample)
        /// The line has only the number of elements of a series, or only the UUIDs of members.
        case summary(ObjectType)
    }

    func read(_ line: [UInt8]) throws(InputError) -> Line {
        let object = try object(line)
        let type = try type(of: object)
        guard try object.text("event") != "deleted" else {
            throw InputError("This line is a deletion, not a sample.")
        }
        guard !SampleObjectReader.isValue(object, type) else { return .value(try value(object, type)) }
        guard !SampleObjectReader.isSummary(object, type) else {
            guard self.type == nil else {
                throw InputError(
                    "The line has only a summary of the sample: 'hearth query --json --series' prints all of it."
                )
            }
            return .summary(type)
        }
        return .whole(try whole(object, type))
    }

    private func object(_ line: [UInt8]) throws(InputError) -> JSONObject {
        let isArray = line.first == UInt8(ascii: "[")
        let value: JSON
        do throws(InputError) {
            value = try JSONReader.read(line)
        } catch {
            guard !isArray else { throw SampleObjectReader.array }
            throw error
        }
        guard case .members(let members) = value else {
            throw isArray ? SampleObjectReader.array : InputError("This is not a JSON object.")
        }
        return JSONObject(members)
    }

    private static let array = InputError(
        "This is not a JSON object. Of an array, 'jq -c .[]' writes each object on a line of its own."
    )

    private func type(of object: JSONObject) throws(InputError) -> ObjectType {
        guard let name = try object.text("type") else {
            guard let type else { throw object.missing("type") }
            return type
        }
        let found = try TypeName.type(name)
        guard type == nil || found == type else {
            throw InputError("The type is \(found.shortName), but the command line names another type.")
        }
        return found
    }

    // MARK: - What a line holds

    /// The members with which a quantity is more than a value.
    private static let seriesMembers = ["points", "minimum", "maximum", "most_recent"]

    /// Whether the value and times are all of the sample.
    private static func isValue(_ object: JSONObject, _ type: ObjectType) -> Bool {
        switch type.kind {
        case .quantity: isSingle(object) && seriesMembers.allSatisfy { object[$0].isNull }
        case .category: true
        default: type == .bloodPressure && !hasObjects(object["members"])
        }
    }

    private static func isSingle(_ object: JSONObject) -> Bool {
        object["count"].isNull || object["count"].numberText == "1"
    }

    private static func hasObjects(_ value: JSON) -> Bool {
        guard case .array(let elements) = value else { return false }
        return elements.contains { if case .members = $0 { true } else { false } }
    }

    private static func isSummary(_ object: JSONObject, _ type: ObjectType) -> Bool {
        switch type.kind {
        case .quantity: return !isSingle(object) && object["points"].isNull
        case .workoutRoute: return object["locations"].numberText != nil
        case .heartbeatSeries: return object["beats"].numberText != nil
        case .correlation:
            guard case .array(let elements) = object["members"], !elements.isEmpty else { return false }
            return elements.allSatisfy { $0.string != nil }
        default:
            guard let series = RecordSchema.of(type)?.series else { return false }
            return (object[series.jsonName].numberText ?? "0") != "0"
        }
    }

    private func value(_ object: JSONObject, _ type: ObjectType) throws(InputError) -> Sample {
        let values = try SampleValueReader(
            type,
            unit: type.kind != .category ? try object.text("unit") ?? unit : nil,
            allowingImplausible: allowsImplausible
        )
        let value = try value(of: object, values)
        var row = try row(of: object)
        row.members = type == .bloodPressure ? try members(of: object) : []
        try values.check(row.end, dates)
        return Sample(type: type, unit: values.unit, value: value, row: row)
    }

    func value(of object: JSONObject, _ values: SampleValueReader) throws(InputError) -> SampleValue {
        let isNumber = values.type.kind == .quantity
        guard
            let text = object["value"].numberText ?? (isNumber ? nil : object["value"].string ?? object["name"].string)
        else {
            guard !object["value"].isNull else { throw object.missing("value") }
            throw object.wrong("value", "is \(isNumber ? "not a number" : "neither a number nor a text").")
        }
        do throws(InputError) {
            return try values.value(text.utf8Span.span, in: values.unit)
        } catch {
            throw object.path.isEmpty ? error : InputError("In '\(object.path)': \(error.description)")
        }
    }

    /// What samples of all types have.
    func row(of object: JSONObject) throws(InputError) -> NewSamples.Row {
        guard let start = try moment(object, "start") else { throw object.missing("start") }
        let end = try moment(object, "end") ?? start
        guard start <= end else { throw InputError("The end is before the start.") }
        var row = NewSamples.Row(start: start, end: end)
        row.id = try object.id("uuid")
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

    /// Nil when the member is missing.
    func moment(_ object: JSONObject, _ name: String) throws(InputError) -> Timestamp? {
        guard let text = object[name].string ?? object[name].numberText else {
            guard object[name].isNull else { throw object.wrong(name, "is not a date.") }
            return nil
        }
        guard let moment = UTCText.moment(text.utf8Span.span) ?? (try? dates.moment(text)) else {
            throw object.wrong(name, "is not a date such as 2026-11-21T10:00:00Z.")
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

    func metadata(of object: JSONObject) throws(InputError) -> Metadata {
        guard let members = try object.object("metadata")?.members, !members.isEmpty else { return .none }
        let entries = try members.map { member throws(InputError) in
            guard let value = try metadataValue(member.1) else {
                throw object.isLine
                    ? InputError("The metadata has a value of a kind that no sample has.")
                    : object.wrong("metadata", "has a value of a kind that no sample has.")
            }
            return Metadata.Entry(key: member.0, value: value)
        }
        do throws(HearthError) {
            return try Metadata(entries)
        } catch {
            throw object.isLine
                ? InputError("The metadata is wrong. \(error.message)")
                : object.wrong("metadata", "is wrong. \(error.message)")
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
            if let text = try object.text("date") { return UTCText.anyMoment(text.utf8Span.span).map { .date($0) } }
            guard let number = object["value"].numberText,
                let unit = try object.text("unit").map({ try? DisplayUnit($0) }),
                let quantity = unit?.value(number.utf8Span.span), let unit
            else { return nil }
            return .quantity(Quantity(value: quantity, unit: unit.unit))
        default: return nil
        }
    }
}
