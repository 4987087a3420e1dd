import HearthModel

extension WorkoutDetail {
    /// The totals, events, activities and statistics.
    var jsonMembers: [(String, JSON)] {
        [
            ("distance_meters", .known(totalDistance)),
            ("energy_kilocalories", .known(totalEnergyBurned)),
            ("swimming_strokes", .known(totalSwimmingStrokeCount)),
            ("flights_climbed", .known(totalFlightsClimbed)),
            ("events", .list(events.map(\.json))),
            ("activities", .list(activities.map(\.json))),
            ("statistics", .list(statistics.map(\.json))),
        ]
    }
}

extension WorkoutEvent {
    fileprivate var json: JSON {
        .object([
            "type": .string(type.name),
            "start": start.json,
            "end": end == start ? .null : end.json,
            "metadata": metadata == .none ? .null : metadata.json,
        ])
    }
}

extension WorkoutActivity {
    fileprivate var json: JSON {
        .object([
            "uuid": .string(id.description),
            "activity": .string(activityType.name),
            "location": .text(location.name),
            "swimming_location": .text(swimmingLocation.name),
            "lap_length_meters": .known(lapLength),
            "start": start.json,
            "end": end.map(\.json) ?? .null,
            "duration_seconds": .number(duration),
            "metadata": metadata == .none ? .null : metadata.json,
            "statistics": .list(statistics.map(\.json)),
        ])
    }
}

extension WorkoutStatistics {
    /// Numbers have the unit in which values of the type are stored.
    fileprivate var json: JSON {
        let unit = type.displayUnit
        let value = { (number: Double?) -> JSON in
            guard let number else { return .null }
            return unit?.json(of: number) ?? .number(number)
        }
        return .object([
            "type": .string(type.shortName),
            "start": start.json,
            "end": end.json,
            "unit": .text(unit?.text),
            "sum": value(sum),
            "average": value(average),
            "minimum": value(minimum),
            "maximum": value(maximum),
            "most_recent": mostRecent.map {
                .object(["value": value($0.value), "start": $0.start.json, "end": $0.end.json])
            } ?? .null,
        ])
    }
}

extension Timestamp {
    fileprivate var json: JSON { .string(DateText.utc(self)) }
}

// MARK: - Names

extension WorkoutEventType {
    /// The name in HealthKit, for example `motionPaused`, or the number if unknown.
    var name: String { WorkoutEventType.names.first { $0.value == self }?.name ?? "\(rawValue)" }

    /// The names that HealthKit has for events.
    static let names: [(name: String, value: WorkoutEventType)] = [
        ("pause", .pause), ("resume", .resume), ("lap", .lap), ("marker", .marker), ("motionPaused", .motionPaused),
        ("motionResumed", .motionResumed), ("segment", .segment), ("pauseOrResumeRequest", .pauseOrResumeRequest),
    ]
}

extension WorkoutLocation {
    /// The name in HealthKit, or the number if this version does not know it. Nil if the location is not known.
    var name: String? {
        self == .unknown ? nil : WorkoutLocation.names.first { $0.value == self }?.name ?? "\(rawValue)"
    }

    static let names: [(name: String, value: WorkoutLocation)] = [("indoor", .indoor), ("outdoor", .outdoor)]
}

extension SwimmingLocation {
    /// The name in HealthKit, or the number if this version does not know it. Nil if the location is not known.
    var name: String? {
        self == .unknown ? nil : SwimmingLocation.names.first { $0.value == self }?.name ?? "\(rawValue)"
    }

    static let names: [(name: String, value: SwimmingLocation)] = [("pool", .pool), ("openWater", .openWater)]
}
