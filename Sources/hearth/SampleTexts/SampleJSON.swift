import HearthModel

/// Prints samples as JSON, an object on each line: what rows share is made once for all of them.
struct SampleJSON {
    private let columns: SampleColumns
    /// What comes before the UUID of each sample.
    private let beginning: [UInt8]
    /// What comes after the dates: of a quantity its unit, without its value.
    private let unit: DisplayUnit?
    private let unitMember: [UInt8]
    private let provenances: [[UInt8]]
    private let metadata: [[UInt8]]
    private let members: [Range<Int>]
    private let pressures: BloodPressureValues?

    /// An event is what happened to the samples, for lines that say so.
    init(_ columns: SampleColumns, event: String? = nil, pressures: BloodPressureValues? = nil) {
        self.columns = columns
        self.pressures = pressures
        let first: [(String, JSON)] = [("event", .text(event)), ("type", .string(columns.type.shortName))]
        beginning = Array("{\(JSON.text(first)),\"uuid\":\"".utf8)
        unit = columns.displayUnit
        unitMember = SampleJSON.members([("unit", .text(unit?.text))])
        provenances = columns.provenance.entries.map { SampleJSON.members($0.jsonMembers) }
        metadata = columns.metadata.entries.map {
            $0 == .none ? [] : SampleJSON.members([("metadata", $0.json)])
        }
        if case .correlation(let correlations) = columns.payload {
            members = Series(correlations.lengths).ranges
        } else {
            members = []
        }
    }

    /// Appends a row, without the end of the line.
    func append(_ row: Int, to bytes: inout [UInt8], _ dates: inout UTCText) {
        bytes.append(contentsOf: beginning)
        bytes.append(columns.ids[row])
        bytes.append("\",\"start\":\"")
        dates.append(columns.starts[row], to: &bytes)
        bytes.append("\",\"end\":\"")
        dates.append(columns.end(row), to: &bytes)
        bytes.append("\"")
        appendPayload(row, to: &bytes)
        bytes.append(entry: row, of: columns.provenance.indexes, provenances)
        bytes.append(entry: row, of: columns.metadata.indexes, metadata)
        bytes.append("}")
    }

    private func appendPayload(_ row: Int, to bytes: inout [UInt8]) {
        guard case .quantity(let quantities) = columns.payload else {
            return bytes.append(contentsOf: SampleJSON.members(payloadMembers(row)))
        }
        bytes.append(",\"value\":")
        bytes.append(number: quantities.values[row], in: unit)
        bytes.append(contentsOf: unitMember)
        let count = quantities.count(row)
        if count > 1 {
            bytes.append(",\"count\":")
            bytes.append(integer: count)
        }
    }

    private func payloadMembers(_ row: Int) -> [(String, JSON)] {
        switch columns.payload {
        case .quantity:
            return []
        case .category(let categories):
            let value = categories.values[row]
            return [("value", .integer(value)), ("name", .text(columns.type.categoryValues?.name(of: value)))]
        case .workout(let workouts):
            return workoutMembers(workouts, row)
        case .correlation(let correlations):
            let value = pressures?.texts[row]
            let unit = value == nil ? nil : pressures?.unit.text
            let ids = correlations.members[members[row]].map { JSON.string($0.description) }
            return [("value", .text(value)), ("unit", .text(unit)), ("members", .array(ids))]
        case .route(let routes):
            return [("locations", .integer(routes.count(row)))]
        case .heartbeat(let series):
            return [("beats", .integer(series.count(row)))]
        case .record(let columns):
            return recordMembers(columns, row)
        }
    }

    private func recordMembers(_ columns: RecordColumns, _ row: Int) -> [(String, JSON)] {
        let schema = RecordSchema.of(self.columns.type)
        let attributes = columns.records[row].attributes.map { attribute in
            (attribute.name.text, attribute.value.json(isList: schema?.rule(for: attribute.name)?.isList ?? true))
        }
        let elements: [(String, JSON)] =
            switch schema?.series {
            case .voltages: [("voltages", .integer(columns.count(row)))]
            case .contents: [("bytes", .integer(columns.count(row)))]
            case nil: []
            }
        return [("attributes", .members(attributes))] + elements
    }

    private func workoutMembers(_ workouts: WorkoutColumns, _ row: Int) -> [(String, JSON)] {
        let detail = workouts.details.isEmpty ? WorkoutDetail() : workouts.details[row]
        let number = { (value: Double?) -> JSON in value.map { .number($0) } ?? .null }
        return [
            ("activity", .string(workouts.activityTypes[row].name)),
            ("duration_seconds", .number(SampleRow(columns: columns, row: row).duration(workouts))),
            ("distance_meters", number(detail.totalDistance)),
            ("energy_kilocalories", number(detail.totalEnergyBurned)),
        ]
    }

    /// Members that come after others; none: nothing.
    private static func members(_ members: [(String, JSON)]) -> [UInt8] {
        let text = JSON.text(members)
        return Array((text.isEmpty ? "" : "," + text).utf8)
    }
}

extension [UInt8] {
    /// Appends what is printed for the entry of a row.
    mutating func append(entry row: Int, of indexes: [UInt32], _ texts: [[UInt8]]) {
        guard !texts.isEmpty else { return }
        append(contentsOf: texts[indexes.isEmpty ? 0 : Int(indexes[row])])
    }

    /// Appends a value as it is shown in a unit.
    mutating func append(number: Double, in unit: DisplayUnit?) {
        guard number.isFinite else { return append("null") }
        guard let unit, unit.decimalPlaces != 0 else { return append(number: number) }
        append(unit.json(of: number).text)
    }
}

extension DisplayUnit {
    /// A value in `unit` as a number of JSON. Most readers refuse one that a `Double` cannot hold: it is null.
    fileprivate func json(of value: Double) -> JSON {
        let shown = decimalPlaces == 0 ? value : value * 100
        return shown.isFinite ? .decimal(text(of: value)) : .number(shown)
    }
}

extension Provenance {
    fileprivate var jsonMembers: [(String, JSON)] {
        [("source", source?.json(version: version) ?? .null), ("device", device?.json ?? .null)]
    }
}

extension Source {
    fileprivate func json(version: String?) -> JSON {
        .object([
            "identifier": .string(bundleIdentifier),
            "name": name == bundleIdentifier || name.isEmpty ? .null : .string(name),
            "version": .text(version),
        ])
    }
}

extension Device {
    fileprivate var json: JSON {
        .object([
            "name": .text(name),
            "manufacturer": .text(manufacturer),
            "model": .text(model),
            "hardware_version": .text(hardwareVersion),
            "firmware_version": .text(firmwareVersion),
            "software_version": .text(softwareVersion),
            "local_identifier": .text(localIdentifier),
            "udi_device_identifier": .text(udiDeviceIdentifier),
        ])
    }
}

extension Metadata {
    fileprivate var json: JSON { .members(entries.map { ($0.key, $0.value.json) }) }
}

extension MetadataValue {
    fileprivate var json: JSON {
        switch self {
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(number)
        // With a point, so that it reads as the same kind of number.
        case .double(let number): return number.exactInteger == nil ? .number(number) : .decimal(number.description)
        case .boolean(let boolean): return .bool(boolean)
        case .date(let date): return .object(["date": .string(DateText.utc(date))])
        case .quantity(let quantity):
            let unit = DisplayUnit(quantity.unit)
            return .object(["value": unit.json(of: quantity.value), "unit": .string(unit.text)])
        }
    }
}

extension AttributeValue {
    /// The values, in an array unless there is only one by its nature.
    fileprivate func json(isList: Bool) -> JSON {
        let values: [JSON] =
            switch self {
            case .integers(let integers): integers.map { .integer($0) }
            case .numbers(let numbers): numbers.map { .number($0) }
            case .texts(let texts): texts.map { .string($0) }
            case .ids(let ids): ids.map { .string($0.description) }
            }
        return isList ? .array(values) : values.first ?? .null
    }
}

extension Record {
    /// The single values with their names, in a line.
    var summary: String {
        let texts = attributes.compactMap { attribute -> String? in
            guard attribute.value.count == 1 else { return nil }
            let value =
                switch attribute.value {
                case .integers(let values): values.first.map { "\($0)" }
                case .numbers(let values): values.first?.shortText
                case .texts(let values): values.first?.quoted
                case .ids: nil as String?
                }
            return value.map { "\(attribute.name.text) \($0)" }
        }
        return texts.joined(separator: ", ")
    }
}

extension SampleRow {
    /// The metadata as JSON; empty without metadata.
    var metadataText: String {
        guard let metadata, metadata != .none else { return "" }
        return metadata.json.text
    }
}
