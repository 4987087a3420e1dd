import HearthModel

/// Names a field of the protocol as the member of a line that it was read from.
enum LinePath {
    /// `route.latitudes[3]` is `locations[3].latitude`.
    static func member(_ field: String, of columns: SampleColumns) -> String {
        let parts = field.split(separator: "[", maxSplits: 1)
        let name = parts.first.map(String.init) ?? field
        guard parts.count == 2, let end = parts[1].firstIndex(of: "]") else { return name }
        if let (array, member) = elements[name] {
            return "\(array)[\(parts[1][..<end])]\(member)"
        }
        if name == "record.lengths", let series = RecordSchema.of(columns.type)?.series { return series.jsonName }
        let rest = String(parts[1][parts[1].index(after: end)...].dropFirst())
        if name == "record.records", let attribute = attribute(rest, of: columns) { return attribute }
        if let member = members[name] { return member }
        guard name == "workout.details" else { return field }
        let path = totals[rest] ?? rest
        return path.replacing(".duration", with: ".duration_seconds").replacing(
            ".lap_length",
            with: ".lap_length_meters"
        )
    }

    /// The name of `attributes[3]`.
    private static func attribute(_ field: String, of columns: SampleColumns) -> String? {
        guard case .record(let records) = columns.payload, field.hasPrefix("attributes["),
            let index = Int(field.dropFirst("attributes[".count).prefix { $0 != "]" }),
            records.records[0].attributes.indices.contains(index)
        else { return nil }
        return "attributes.\(records.records[0].attributes[index].name.text)"
    }

    private static let elements: [String: (array: String, member: String)] = [
        "quantity.points.starts": ("points", ".start"), "quantity.points.ends": ("points", ".end"),
        "quantity.points.values": ("points", ".value"),
        "route.timestamps": ("locations", ".time"), "route.latitudes": ("locations", ".latitude"),
        "route.longitudes": ("locations", ".longitude"), "heartbeat.offsets": ("beats", ".seconds"),
        "record.voltages": ("voltages", ""),
    ]

    private static let members = [
        "starts": "start", "ends": "end", "metadata": "metadata", "quantity.values": "value",
        "quantity.counts": "count", "quantity.points.lengths": "points", "quantity.minimums": "minimum",
        "quantity.maximums": "maximum", "quantity.most_recent_starts": "most_recent.start",
        "quantity.most_recent_ends": "most_recent.end", "category.values": "value", "correlation.lengths": "members",
        "route.lengths": "locations", "heartbeat.lengths": "beats", "record.records": "attributes",
        "workout.durations": "duration_seconds", "workout.activity_types": "activity",
    ]

    private static let totals = [
        "total_energy_burned": "energy_kilocalories", "total_distance": "distance_meters",
        "total_swimming_stroke_count": "swimming_strokes", "total_flights_climbed": "flights_climbed",
    ]
}
