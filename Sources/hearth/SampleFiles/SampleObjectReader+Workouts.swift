import HearthModel

// Workouts, as lines have them that `hearth query --json` prints.
extension SampleObjectReader {
    func workouts(of object: JSONObject) throws(InputError) -> WorkoutColumns {
        let detail = WorkoutDetail(
            totalEnergyBurned: try object.number("energy_kilocalories"),
            totalDistance: try object.number("distance_meters"),
            totalSwimmingStrokeCount: try object.number("swimming_strokes"),
            totalFlightsClimbed: try object.number("flights_climbed"),
            events: try object.list("events", event),
            activities: try object.list("activities", activity),
            statistics: try object.list("statistics", statistics)
        )
        return WorkoutColumns(
            activityTypes: [try activityType(of: object)],
            durations: try object.number("duration_seconds").map { [$0] } ?? [],
            details: detail == WorkoutDetail() ? [] : [detail]
        )
    }

    private func activityType(of object: JSONObject) throws(InputError) -> WorkoutActivityType {
        let name = try object.neededText("activity")
        do throws(InputError) {
            return try WorkoutReading.activity(name)
        } catch {
            throw InputError("In '\(object.path(of: "activity"))': \(error.description)")
        }
    }

    private func event(_ object: JSONObject) throws(InputError) -> WorkoutEvent {
        guard let type = try object.name("type", among: WorkoutEventType.names) else { throw object.missing("type") }
        let (start, end) = try times(of: object)
        return WorkoutEvent(type: type, start: start, end: end, metadata: try metadata(of: object))
    }

    private func activity(_ object: JSONObject) throws(InputError) -> WorkoutActivity {
        guard let id = try object.id("uuid") else { throw object.missing("uuid") }
        guard let start = try moment(object, "start") else { throw object.missing("start") }
        return WorkoutActivity(
            id: id,
            activityType: try activityType(of: object),
            location: try object.name("location", among: WorkoutLocation.names) ?? .unknown,
            swimmingLocation: try object.name("swimming_location", among: SwimmingLocation.names) ?? .unknown,
            lapLength: try object.number("lap_length_meters"),
            start: start,
            end: try moment(object, "end"),
            duration: try object.neededNumber("duration_seconds"),
            metadata: try metadata(of: object),
            statistics: try object.list("statistics", statistics)
        )
    }

    private func statistics(_ object: JSONObject) throws(InputError) -> WorkoutStatistics {
        let type = try TypeName.type(try object.neededText("type"))
        guard type.kind == .quantity, let stored = type.displayUnit else {
            throw object.wrong("type", "is not that of a quantity.")
        }
        if let unit = try object.text("unit"), unit != stored.text {
            throw object.wrong("unit", "is not '\(stored.text)', in which \(type.shortName) is stored.")
        }
        let number = { (object: JSONObject, name: String) throws(InputError) -> Double? in
            guard !object[name].isNull else { return nil }
            guard let text = object[name].numberText, let number = stored.value(text.utf8Span.span) else {
                throw object.wrong(name, "is not a number.")
            }
            return number
        }
        let (start, end) = try times(of: object)
        var mostRecent: WorkoutStatistics.MostRecent?
        if let recent = try object.object("most_recent") {
            guard let value = try number(recent, "value") else { throw recent.missing("value") }
            let (start, end) = try times(of: recent)
            mostRecent = WorkoutStatistics.MostRecent(value: value, start: start, end: end)
        }
        return WorkoutStatistics(
            type: type,
            start: start,
            end: end,
            sum: try number(object, "sum"),
            average: try number(object, "average"),
            minimum: try number(object, "minimum"),
            maximum: try number(object, "maximum"),
            mostRecent: mostRecent
        )
    }

    /// The UUIDs of the samples that belong to a workout, in an array for each type.
    func workoutMembers(of object: JSONObject) throws(InputError) -> [WorkoutMembers.Part] {
        guard let members = try object.object("members") else { return [] }
        var parts: [WorkoutMembers.Part] = []
        for (name, _) in members.members {
            let type = try TypeName.type(name)
            var ids: [ObjectID] = []
            for (index, element) in try members.neededArray(name).enumerated() {
                ids.append(try JSONObject.id(element, "\(members.path(of: type.shortName))[\(index)]"))
            }
            parts.append(WorkoutMembers.Part(type: type, ids: ids))
        }
        return parts.filter { !$0.ids.isEmpty }
    }
}
