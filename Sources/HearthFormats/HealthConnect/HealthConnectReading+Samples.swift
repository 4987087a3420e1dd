import HearthModel
import HearthSystem

/// What the records become.
extension HealthConnectReading {
    mutating func add(_ row: Row, _ rows: SQLiteRows, _ content: HealthConnectTable.Content) {
        let first = Self.firstValue
        switch content {
        case .quantity(let name, let unit, let scale):
            guard let type = Self.quantityType(name) else { return }
            add(rows.number(first).map { $0 * scale }, in: unit, of: type, row)
        case .sport(let measure):
            add(rows.number(first), of: measure, row)
        case .category(let name, let values):
            guard let type = ObjectType(identifier: "HKCategoryTypeIdentifier\(name)") else { return }
            let number = values.map { values in rows.integer(first).flatMap { values[$0] } } ?? 0
            addCategory(number, of: type, row)
        case .bloodPressure:
            addBloodPressure(rows, row)
        case .bodyTemperature(let name):
            guard let type = Self.quantityType(name) else { return }
            let place = rows.integer(first + 1).flatMap { HealthConnectCode.sensorLocations[$0] }
            let entry = place.map { Metadata.Entry(key: "HKBodyTemperatureSensorLocation", value: .integer($0)) }
            add(rows.number(first), in: "degC", of: type, row, [entry].compactMap(\.self))
        case .bloodGlucose:
            guard let type = Self.quantityType("BloodGlucose") else { return }
            let meal = rows.integer(first + 1).flatMap { HealthConnectCode.mealTimes[$0] }
            let entry = meal.map { Metadata.Entry(key: "HKBloodGlucoseMealTime", value: .integer($0)) }
            add(rows.number(first), in: "mmol<180.1558800000541>/L", of: type, row, [entry].compactMap(\.self))
        case .nutrition:
            addNutrition(rows, row)
        case .sleepSession:
            guard let type = ObjectType(identifier: HealthConnectCode.sleep) else { return }
            // In bed; asleep if nothing tells more of the night.
            addCategory(stagedSessions.contains(row.number) ? 0 : 1, of: type, row)
        case .sleepStage:
            guard let type = ObjectType(identifier: HealthConnectCode.sleep) else { return }
            addCategory(rows.integer(first).flatMap { HealthConnectCode.sleepStages[$0] }, of: type, row)
        case .menstrualFlow:
            let flow = rows.integer(first).flatMap { HealthConnectCode.flows[$0] }
            let entry = Metadata.Entry(
                key: MetadataKey.menstrualCycleStart.rawValue,
                value: .boolean(isFirstFlow(row.start))
            )
            addCategory(flow, of: .menstrualFlow, row, [entry])
        case .sexualActivity:
            guard let type = ObjectType(identifier: "HKCategoryTypeIdentifierSexualActivity") else { return }
            let isProtected = rows.integer(first).flatMap { [1: true, 2: false][$0] }
            let entry = isProtected.map {
                Metadata.Entry(key: "HKSexualActivityProtectionUsed", value: .boolean($0))
            }
            addCategory(0, of: type, row, [entry].compactMap(\.self))
        case .elevation:
            guard let metres = rows.number(first), let session = sessions.index(row.start, row.end, row.source) else {
                return selection.wantsAll ? tally.omit("elevation_gained", .noType) : ()
            }
            sessions.addAscent(metres, at: session)
        case .none:
            break
        }
    }

    /// Whether a flow is the first of its period.
    mutating func isFirstFlow(_ time: Timestamp) -> Bool {
        let number = periods.indices.partition { periods[$0].start <= time } - 1
        guard number >= 0, time <= periods[number].end, !periods[number].hasFlow else { return false }
        periods[number].hasFlow = true
        return true
    }

    /// The UUID of a sample: the record's own, or one that depends on it.
    mutating func id(_ type: ObjectType, _ row: Row) -> ObjectID? {
        guard row.isPart else { return row.id }
        return partID(type, row)
    }

    mutating func partID(_ type: ObjectType, _ row: Row) -> ObjectID? {
        let origin = SampleIdentities.origin("\(row.id)", of: type, in: Self.format)
        guard let id = identities.next(from: row.start, to: row.end, origin: origin) else {
            tally.omit(type.identifier, .tooManyAtOnce)
            return nil
        }
        return id
    }

    mutating func metadata(_ row: Row, _ entries: [Metadata.Entry]) -> HealthMetadata {
        metadata.metadata(entries, zone: row.zone, isManual: row.isManual)
    }

    mutating func append(
        _ value: HealthValue,
        _ id: ObjectID,
        of type: ObjectType,
        _ row: Row,
        _ metadata: HealthMetadata
    ) {
        guard selection.wants(row.start) else { return }
        let columns = batch.columns(type, origin: row.source.origin) {
            HealthColumns(type, origin: row.source.origin)
        }
        columns.append(value, id, row.start, row.end, row.source, metadata)
        batch.note(value)
    }

    /// A value in the storage unit of a type; nil: there is none, or it is not one of the type.
    mutating func converted(_ value: Double?, in unit: String, of type: ObjectType) -> Double? {
        guard let value, value != HealthConnectCode.unset, let storageUnit = type.storageUnit else { return nil }
        let key = "\(type.index) \(unit)"
        if conversions[key] == nil, let own = try? Unit(unit) {
            conversions[key] = try? UnitConversion(from: own, to: storageUnit)
        }
        return conversions[key].map { $0(value) }
    }

    mutating func add(
        _ value: Double?,
        in unit: String,
        of type: ObjectType,
        _ row: Row,
        _ entries: [Metadata.Entry] = []
    ) {
        guard let number = converted(value, in: unit, of: type), number.isFinite else {
            return selection.wants(type) ? tally.omit(type.identifier, .invalidValue) : ()
        }
        if let session = sessions.index(row.start, row.end, row.source) {
            sessions.add(number, of: type, at: session)
        }
        guard selection.wants(type), let id = id(type, row) else { return }
        append(.quantity(number), id, of: type, row, metadata(row, entries))
    }

    /// A distance outside of workouts is one on foot.
    mutating func add(_ value: Double?, of measure: HealthConnectTable.SportMeasure, _ row: Row) {
        let session = sessions.index(row.start, row.end, row.source)
        let measures = session.map { SportMeasures(sessions.all[$0].sport.activityType) }
        let (type, unit, name): (QuantityType?, String, String) =
            switch measure {
            case .distance: (session == nil ? .distanceWalkingRunning : measures?.distance, "m", "distance")
            case .speed: (measures?.speed, "m/s", "speed")
            case .power: (measures?.power, "W", "power")
            case .cadence: (measures?.cadence ?? .cyclingCadence, "count/min", "cycling_pedaling_cadence")
            }
        guard let type = type.flatMap({ ObjectType(identifier: $0.identifier) }) else {
            return selection.wantsAll ? tally.omit(name, .noType) : ()
        }
        add(value, in: unit, of: type, row)
    }

    mutating func addCategory(
        _ value: Int64?,
        of type: ObjectType,
        _ row: Row,
        _ entries: [Metadata.Entry] = []
    ) {
        guard selection.wants(type) else { return }
        guard let value, type.allows(categoryValue: value) else {
            return tally.omit(type.identifier, .invalidValue)
        }
        guard let id = id(type, row) else { return }
        append(.category(value), id, of: type, row, metadata(row, entries))
    }

    // MARK: - Correlations

    mutating func addBloodPressure(_ rows: SQLiteRows, _ row: Row) {
        let members = [
            (ObjectType.bloodPressureSystolic, rows.number(Self.firstValue)),
            (ObjectType.bloodPressureDiastolic, rows.number(Self.firstValue + 1)),
        ]
        guard members.allSatisfy({ $0.1 != nil }) else {
            return selection.wants(.bloodPressure) ? tally.omit(ObjectType.bloodPressure.identifier, .invalidValue) : ()
        }
        addCorrelation(.bloodPressure, members.map { ($0.0, "mmHg", $0.1) }, row, [])
    }

    mutating func addNutrition(_ rows: SQLiteRows, _ row: Row) {
        var members: [(ObjectType, String, Double?)] = []
        for (index, nutrient) in HealthConnectTable.nutrients.enumerated() {
            let value = rows.number(Self.firstValue + 1 + Int32(index))
            guard let value, value > 0, value != HealthConnectCode.unset, let type = Self.quantityType(nutrient.type)
            else {
                continue
            }
            members.append((type, nutrient.column == "energy" ? "cal" : "g", value))
        }
        let name = rows.text(Self.firstValue).flatMap { Self.isMetadata($0) ? $0 : nil }
        let entry = name.map { Metadata.Entry(key: "HKFoodType", value: .string($0)) }
        addCorrelation(.food, members, row, [entry].compactMap(\.self))
    }

    static func isMetadata(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count < Limits.standard.stringBytes / 2
    }

    /// The correlation has the UUID of the record, its members others.
    mutating func addCorrelation(
        _ type: ObjectType,
        _ values: [(type: ObjectType, unit: String, value: Double?)],
        _ row: Row,
        _ entries: [Metadata.Entry]
    ) {
        var members: [ObjectID] = []
        for value in values where selection.wants(value.type) {
            guard let number = converted(value.value, in: value.unit, of: value.type), number.isFinite,
                let id = partID(value.type, row)
            else { continue }
            append(.quantity(number), id, of: value.type, row, metadata(row, []))
            members.append(id)
        }
        guard selection.wants(type) else { return }
        guard !members.isEmpty else { return tally.omit(type.identifier, .noMembers) }
        append(.correlation(members), row.id, of: type, row, metadata(row, entries))
    }
}
