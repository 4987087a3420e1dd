import HearthModel

/// Prints samples as JSON, an object on each line: what rows share is made once for all of them.
struct SampleJSON {
    let columns: SampleColumns
    /// Nil if lines have only the number of elements of a series, and only the UUIDs of members.
    let contents: SampleContents?
    /// For each sample the range of its elements in the columns. Empty: they are not printed.
    let elements: [Range<Int>]
    /// Of a quantity.
    let unit: DisplayUnit?
    /// What comes before the UUID of each sample.
    private let beginning: [UInt8]
    /// What comes after the dates: of a quantity its unit, without its value.
    private let unitMember: [UInt8]
    private let provenances: [[UInt8]]
    private let metadata: [[UInt8]]
    private let pressures: BloodPressureValues?
    /// The members of correlations, and the position of each.
    private let memberLines: [SampleJSON]
    private let memberPositions: [ObjectID: (part: Int, row: Int)]

    /// An event is what happened to the samples, for lines that say so.
    init(
        _ columns: SampleColumns,
        event: String? = nil,
        pressures: BloodPressureValues? = nil,
        contents: SampleContents? = nil
    ) {
        self.columns = columns
        self.pressures = pressures
        self.contents = contents
        let first: [(String, JSON)] = [("event", .text(event)), ("type", .string(columns.type.shortName))]
        beginning = Array("{\(JSON.text(first)),\"uuid\":\"".utf8)
        unit = columns.displayUnit
        unitMember = SampleJSON.members([("unit", .text(unit?.text))])
        provenances = columns.provenance.entries.map { SampleJSON.members($0.jsonMembers) }
        metadata = columns.metadata.entries.map {
            $0 == .none ? [] : SampleJSON.members([("metadata", $0.json)])
        }
        elements = columns.elements(withSeries: contents != nil)
        var lines: [SampleJSON] = []
        var positions: [ObjectID: (part: Int, row: Int)] = [:]
        if let contents, case .correlation = columns.payload {
            // No correlation contains another, so a server cannot make this recurse.
            let members = contents.members.filter { $0.type.kind != .correlation }
            lines = members.map { SampleJSON($0, contents: contents) }
            for (part, members) in members.enumerated() {
                positions.merge(members.ids.enumerated().map { ($1, (part, $0)) }) { $1 }
            }
        }
        memberLines = lines
        memberPositions = positions
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
        appendPayload(row, to: &bytes, &dates)
        bytes.append(entry: row, of: columns.provenance.indexes, provenances)
        bytes.append(entry: row, of: columns.metadata.indexes, metadata)
        bytes.append("}")
    }

    private func appendPayload(_ row: Int, to bytes: inout [UInt8], _ dates: inout UTCText) {
        switch columns.payload {
        case .quantity(let quantities):
            bytes.append(",\"value\":")
            bytes.append(number: quantities.values[row], in: unit)
            bytes.append(contentsOf: unitMember)
            appendCount(quantities, row, to: &bytes)
            if contents != nil {
                appendSeries(quantities, row, to: &bytes, &dates)
            }
        case .correlation where contents != nil:
            bytes.append(contentsOf: SampleJSON.members(pressureMembers(row)))
            appendMembers(row, to: &bytes, &dates)
        case .route(let routes) where contents != nil: appendLocations(routes, row, to: &bytes, &dates)
        case .heartbeat(let series) where contents != nil: appendBeats(series, row, to: &bytes)
        default:
            bytes.append(contentsOf: SampleJSON.members(payloadMembers(row)))
            if contents != nil, case .record(let records) = columns.payload {
                appendSeries(records, row, to: &bytes)
            }
        }
    }

    private func appendCount(_ quantities: QuantityColumns, _ row: Int, to bytes: inout [UInt8]) {
        let count = quantities.count(row)
        guard count > 1 else { return }
        bytes.append(",\"count\":")
        bytes.append(integer: count)
    }

    /// A member that is no longer stored is only a UUID.
    private func appendMembers(_ row: Int, to bytes: inout [UInt8], _ dates: inout UTCText) {
        guard case .correlation(let correlations) = columns.payload else { return }
        bytes.append(",\"members\":")
        bytes.append(array: elements[row]) { index, bytes in
            let id = correlations.members[index]
            guard let position = memberPositions[id] else { return bytes.append(JSON.string(id.description).text) }
            memberLines[position.part].append(position.row, to: &bytes, &dates)
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
            let ids = correlations.members[elements[row]].map { JSON.string($0.description) }
            return pressureMembers(row) + [("members", .array(ids))]
        case .route(let routes):
            return [("locations", .integer(routes.count(row)))]
        case .heartbeat(let series):
            return [("beats", .integer(series.count(row)))]
        case .record(let columns):
            return recordMembers(columns, row)
        }
    }

    private func pressureMembers(_ row: Int) -> [(String, JSON)] {
        guard let value = pressures?.texts[row] else { return [] }
        return [("value", .string(value)), ("unit", .text(pressures?.unit.text))]
    }

    private func recordMembers(_ columns: RecordColumns, _ row: Int) -> [(String, JSON)] {
        let schema = RecordSchema.of(self.columns.type)
        let attributes = columns.records[row].attributes.map { attribute in
            (attribute.name.text, attribute.value.json(isList: schema?.rule(for: attribute.name)?.isList ?? true))
        }
        let count = contents == nil ? JSON.integer(columns.count(row)) : .null
        let elements = schema?.series.map { [($0.jsonName, count)] } ?? []
        return [("attributes", .members(attributes))] + elements
    }

    private func workoutMembers(_ workouts: WorkoutColumns, _ row: Int) -> [(String, JSON)] {
        let detail = workouts.details.isEmpty ? WorkoutDetail() : workouts.details[row]
        let totals: [(String, JSON)] = [
            ("activity", .string(workouts.activityTypes[row].name)),
            ("duration_seconds", .number(SampleRow(columns: columns, row: row).duration(workouts))),
        ]
        let samples = contents.map { $0.samples(ofWorkout: columns.ids[row]) }
        return totals + detail.jsonMembers + [("members", samples ?? .null)]
    }

    /// Members that come after others; nothing if there are none.
    static func members(_ members: [(String, JSON)]) -> [UInt8] {
        let text = JSON.text(members)
        return Array((text.isEmpty ? "" : "," + text).utf8)
    }
}

extension SampleColumns {
    /// For each sample the range of its elements. Those of correlations are always there.
    fileprivate func elements(withSeries hasSeries: Bool) -> [Range<Int>] {
        switch payload {
        case .correlation(let correlations): Series(correlations.lengths).ranges
        case _ where !hasSeries: []
        case .quantity(let quantities): Series(quantities.points?.lengths ?? []).ranges
        case .route(let routes): Series(routes.lengths).ranges
        case .heartbeat(let series): Series(series.lengths).ranges
        case .record(let records): Series(records.lengths).ranges
        case .category, .workout: []
        }
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

    /// Appends an array with what a function appends for each index.
    mutating func append(array indexes: Range<Int>, _ appendElement: (Int, inout [UInt8]) -> Void) {
        append(UInt8(ascii: "["))
        for index in indexes {
            if index != indexes.lowerBound {
                append(UInt8(ascii: ","))
            }
            appendElement(index, &self)
        }
        append(UInt8(ascii: "]"))
    }
}

extension DisplayUnit {
    /// A value in `unit` as a number of JSON. Most readers refuse one that a `Double` cannot hold: it is null.
    func json(of value: Double) -> JSON {
        let shown = decimalPlaces == 0 ? value : value * 100
        return shown.isFinite ? .decimal(text(of: value)) : .number(shown)
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
