import HearthModel

extension SampleRow {
    /// The members of the object that stands for a sample.
    var jsonMembers: [(String, JSON)] {
        [
            ("type", .string(type.shortName)),
            ("uuid", .string(id.description)),
            ("start", .string(DateText.utc(start))),
            ("end", .string(DateText.utc(end))),
        ] + payloadMembers + [
            ("source", sourceObject),
            ("device", provenance?.device.map(JSON.device) ?? .null),
            ("metadata", metadata.flatMap { $0 == .none ? nil : JSON.metadata($0) } ?? .null),
        ]
    }

    /// A sample as an object on one line.
    var json: String { JSON.members(jsonMembers).text }

    private var payloadMembers: [(String, JSON)] {
        switch columns.payload {
        case .quantity(let quantities):
            let count = quantities.count(row)
            return [
                ("value", .number(quantities.values[row])),
                ("unit", .text(unit?.text)),
                ("count", count > 1 ? .integer(count) : .null),
            ]
        case .category(let categories):
            let value = categories.values[row]
            return [("value", .integer(value)), ("name", .text(type.categoryValues?.name(of: value)))]
        case .workout(let workouts):
            return workoutMembers(workouts)
        case .correlation(let correlations):
            return [("members", .array(members(of: correlations).map { .string($0.description) }))]
        case .route(let routes):
            return [("locations", .integer(routes.count(row)))]
        case .heartbeat(let series):
            return [("beats", .integer(series.count(row)))]
        }
    }

    private func workoutMembers(_ workouts: WorkoutColumns) -> [(String, JSON)] {
        let detail = workouts.details.isEmpty ? WorkoutDetail() : workouts.details[row]
        let number = { (value: Double?) -> JSON in value.map { .number($0) } ?? .null }
        return [
            ("activity", .string(workouts.activityTypes[row].name)),
            ("duration_seconds", .number(duration(workouts))),
            ("distance_meters", number(detail.totalDistance)),
            ("energy_kilocalories", number(detail.totalEnergyBurned)),
        ]
    }

    private func members(of correlations: CorrelationColumns) -> ArraySlice<ObjectID> {
        let first = correlations.lengths[..<row].reduce(0) { $0 + Int($1) }
        return correlations.members[first..<first + Int(correlations.lengths[row])]
    }

    private var sourceObject: JSON {
        guard let provenance, let source = provenance.source else { return .null }
        return .object([
            "identifier": .string(source.bundleIdentifier),
            "name": source.name == source.bundleIdentifier || source.name.isEmpty ? .null : .string(source.name),
            "version": .text(provenance.version),
        ])
    }
}

extension JSON {
    fileprivate static func device(_ device: Device) -> JSON {
        .object([
            "name": .text(device.name),
            "manufacturer": .text(device.manufacturer),
            "model": .text(device.model),
            "hardware_version": .text(device.hardwareVersion),
            "firmware_version": .text(device.firmwareVersion),
            "software_version": .text(device.softwareVersion),
            "local_identifier": .text(device.localIdentifier),
            "udi_device_identifier": .text(device.udiDeviceIdentifier),
        ])
    }

    fileprivate static func metadata(_ metadata: Metadata) -> JSON {
        .members(metadata.entries.map { ($0.key, value($0.value)) })
    }

    private static func value(_ value: MetadataValue) -> JSON {
        switch value {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .double(let number): .number(number)
        case .boolean(let boolean): .bool(boolean)
        case .date(let date): .string(DateText.utc(date))
        case .quantity(let quantity):
            .object(["value": .number(quantity.value), "unit": .string(quantity.unit.text)])
        }
    }
}
