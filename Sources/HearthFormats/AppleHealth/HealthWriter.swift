package import Foundation
package import HearthModel

/// Writes samples as Apple's export has them: the document, and the files of routes.
///
/// The format has whole seconds, names of sources without bundle identifiers, and no UUIDs. What of a sample it cannot hold
/// is counted in ``losses``.
package struct HealthWriter: Sendable {
    private var output = XMLOutput()
    /// What could not be written, with the numbers of samples.
    package private(set) var losses: [HealthLoss: Int] = [:]
    var fileNames = FileNames()

    /// Begins a document.
    package init(at date: Date, of characteristics: CharacteristicValues) {
        output.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        output.line("<!DOCTYPE HealthData>")
        output.line("<HealthData locale=\"en_US\">")
        output.line(" <ExportDate value=\"\(Self.text(Timestamp(nearestValid: date)))\"/>")
        var me = " <Me"
        for (name, value) in HealthCharacteristics.texts(characteristics) {
            me += " HKCharacteristicTypeIdentifier\(name)=\"\(value)\""
        }
        output.line(me + "/>")
        if characteristics.wheelchairUse != nil || characteristics.activityMoveMode != nil {
            lose(.characteristics)
        }
    }

    /// The bytes that were written since the last call.
    package mutating func takeBytes() -> [UInt8] {
        defer { output = XMLOutput() }
        return output.bytes
    }

    mutating func line(_ text: String) {
        output.line(text)
    }

    /// Ends the document.
    package mutating func finish() {
        output.line("</HealthData>")
    }

    // MARK: - Samples

    /// Writes samples of a quantity or category type. A heart rate variability comes with the beats that were recorded for
    /// it.
    package mutating func append(_ columns: SampleColumns, _ beats: HealthBeats = HealthBeats()) {
        for row in columns.ids.indices {
            let series = beats.isEmpty ? nil : beats[HealthBeats.Key(columns, row)]
            appendRecord(columns, row, indentation: " ", series)
        }
    }

    private mutating func appendRecord(
        _ columns: SampleColumns,
        _ row: Int,
        indentation: String,
        _ beats: HealthBeats.Series? = nil
    ) {
        var attributes = ""
        switch columns.payload {
        case .quantity(let quantities):
            let unit = XMLOutput.escaped(columns.type.storageUnit?.text ?? "")
            attributes = " unit=\"\(unit)\"\(times(columns, row)) value=\"\(XMLNumber.text(quantities.values[row]))\""
            if quantities.count(row) > 1 {
                lose(.series)
            }
        case .category(let categories):
            let value = categories.values[row]
            let name = columns.type.categoryValues.flatMap { set in
                set.name(of: value).map { set.enumeration + $0.prefix(1).uppercased() + $0.dropFirst() }
            }
            attributes = "\(times(columns, row)) value=\"\(name ?? "\(value)")\""
        default:
            return lose(.kind)
        }
        let start = "\(indentation)<Record type=\"\(columns.type.identifier)\"\(origin(columns, row))\(attributes)"
        guard let beats else { return append(start, "Record", columns.metadata[row], indentation) }
        output.line(start + ">")
        entries(columns.metadata[row], indentation + " ")
        output.line("  <HeartRateVariabilityMetadataList>")
        for (time, rate) in beats.texts(from: columns.starts[row]) {
            output.line("   <InstantaneousBeatsPerMinute bpm=\"\(rate)\" time=\"\(time)\"/>")
        }
        output.line("  </HeartRateVariabilityMetadataList>")
        output.line("\(indentation)</Record>")
    }

    /// Writes correlations with their members, which are also records of their own.
    package mutating func append(_ correlations: SampleColumns, members: [SampleColumns]) {
        guard case .correlation(let payload) = correlations.payload else { return }
        var places: [ObjectID: (Int, Int)] = [:]
        for (number, columns) in members.enumerated() {
            for row in columns.ids.indices {
                places[columns.ids[row]] = (number, row)
            }
        }
        for (row, range) in Series(payload.lengths).ranges.enumerated() {
            output.line(
                " <Correlation type=\"\(correlations.type.identifier)\"\(origin(correlations, row))"
                    + "\(times(correlations, row))>"
            )
            entries(correlations.metadata[row], "  ")
            for member in payload.members[range] {
                guard let (number, row) = places[member] else { continue }
                appendRecord(members[number], row, indentation: "  ")
            }
            output.line(" </Correlation>")
        }
    }

    // MARK: - Workouts

    /// Writes a workout with its routes. Returns the files of the routes.
    package mutating func append(_ columns: SampleColumns, _ row: Int, routes: [SampleColumns]) -> [File] {
        guard case .workout(let workouts) = columns.payload else { return [] }
        let detail = workouts.details.isEmpty ? WorkoutDetail() : workouts.details[row]
        let seconds =
            workouts.durations.isEmpty
            ? Double(columns.end(row).nanoseconds - columns.starts[row].nanoseconds) / 1e9 : workouts.durations[row]
        let activity = workouts.activityTypes[row].exportName ?? "\(workouts.activityTypes[row].rawValue)"
        var start = " <Workout workoutActivityType=\"\(activity)\"\(Self.duration(seconds))"
        func total(_ name: String, _ value: Double?, _ unit: String) {
            guard let value else { return }
            start += " total\(name)=\"\(XMLNumber.text(value))\" total\(name)Unit=\"\(unit)\""
        }
        total("Distance", detail.totalDistance, "m")
        total("EnergyBurned", detail.totalEnergyBurned, "kcal")
        total("FlightsClimbed", detail.totalFlightsClimbed, "count")
        total("SwimmingStrokeCount", detail.totalSwimmingStrokeCount, "count")
        output.line("\(start)\(origin(columns, row))\(times(columns, row))>")
        entries(columns.metadata[row], "  ")
        for event in detail.events {
            append(event)
        }
        for part in detail.activities {
            append(part, of: workouts.activityTypes[row])
        }
        statistics(detail.statistics, "  ")
        var files: [File] = []
        for columns in routes {
            guard case .route(let points) = columns.payload else { continue }
            for (row, range) in Series(points.lengths).ranges.enumerated() {
                let name = routeName(columns.starts[row])
                files.append(File(path: "workout-routes/\(name)", content: Self.file(points, range)))
                output.line("  <WorkoutRoute\(origin(columns, row))\(times(columns, row))>")
                entries(columns.metadata[row], "   ")
                output.line("   <FileReference path=\"/workout-routes/\(name)\"/>")
                output.line("  </WorkoutRoute>")
            }
        }
        output.line(" </Workout>")
        return files
    }

    private mutating func append(_ event: WorkoutEvent) {
        guard let name = HealthWorkoutParts.name(of: event.type) else { return lose(.event) }
        let seconds = Double(event.end.nanoseconds - event.start.nanoseconds) / 1e9
        var start = "  <WorkoutEvent type=\"\(name)\" date=\"\(Self.text(event.start))\""
        if seconds > 0 {
            start += Self.duration(seconds)
        }
        append(start, "WorkoutEvent", event.metadata, "  ")
    }

    private mutating func append(_ activity: WorkoutActivity, of workout: WorkoutActivityType) {
        if activity.location != .unknown || activity.swimmingLocation != .unknown || activity.lapLength != nil {
            lose(.place)
        }
        var start = "  <WorkoutActivity uuid=\"\(activity.id)\" startDate=\"\(Self.text(activity.start))\""
        if let end = activity.end {
            start += " endDate=\"\(Self.text(end))\""
        }
        let name = activity.activityType.exportName ?? "\(activity.activityType.rawValue)"
        output.line("\(start) workoutActivityType=\"\(name)\"\(Self.duration(activity.duration))>")
        entries(activity.metadata, "   ")
        statistics(activity.statistics, "   ")
        output.line("  </WorkoutActivity>")
    }

    private mutating func statistics(_ statistics: [WorkoutStatistics], _ indentation: String) {
        for entry in statistics {
            var text =
                "\(indentation)<WorkoutStatistics type=\"\(entry.type.identifier)\" "
                + "startDate=\"\(Self.text(entry.start))\" endDate=\"\(Self.text(entry.end))\""
            for (name, value) in [
                ("average", entry.average), ("minimum", entry.minimum), ("maximum", entry.maximum), ("sum", entry.sum),
            ] {
                if let value {
                    text += " \(name)=\"\(XMLNumber.text(value))\""
                }
            }
            output.line("\(text) unit=\"\(XMLOutput.escaped(entry.type.storageUnit?.text ?? ""))\"/>")
        }
    }

    private mutating func routeName(_ start: Timestamp) -> String {
        let time = Self.text(start).prefix(19).replacing(" ", with: "_").replacing(":", with: ".")
        return fileNames.next("route_\(time)", "gpx", beforeNumber: "_")
    }

    private static func file(_ points: RouteColumns, _ range: Range<Int>) -> Data {
        var workout = RecordedWorkout(
            sport: RecordedSport(activityType: UInt(WorkoutActivityType.other.rawValue)),
            start: points.timestamps.isEmpty
                ? Date(timeIntervalSince1970: 0) : points.timestamps[range.lowerBound].date,
            end: points.timestamps.isEmpty
                ? Date(timeIntervalSince1970: 0) : points.timestamps[range.upperBound - 1].date
        )
        for row in range {
            workout.locations.append(points.location(row))
        }
        return GPXWriter(creator: "Apple Health Export").data(of: [workout])
    }

    // MARK: - Parts of elements

    /// Ends a start tag, with metadata inside of the element.
    mutating func append(_ start: String, _ name: String, _ metadata: Metadata?, _ indentation: String) {
        guard let metadata, metadata != .none else { return output.line(start + "/>") }
        output.line(start + ">")
        entries(metadata, indentation + " ")
        output.line("\(indentation)</\(name)>")
    }

    mutating func entries(_ metadata: Metadata?, _ indentation: String) {
        for entry in metadata?.entries ?? [] {
            let (text, isKept) = HealthMetadataTexts.text(entry)
            if !isKept {
                lose(.metadata)
            }
            if !XMLOutput.holds(entry.key) || !XMLOutput.holds(text) {
                lose(.character)
            }
            let key = XMLOutput.escaped(entry.key)
            output.line("\(indentation)<MetadataEntry key=\"\(key)\" value=\"\(XMLOutput.escaped(text))\"/>")
        }
    }

    mutating func origin(_ columns: SampleColumns, _ row: Int) -> String {
        let provenance = columns.provenance[row]
        if let device = provenance?.device, !HealthDevice.isKept(device) {
            lose(.device)
        }
        if [provenance?.source?.name, provenance?.version, provenance?.device.map(HealthDevice.text)]
            .contains(where: { $0.map { !XMLOutput.holds($0) } ?? false })
        {
            lose(.character)
        }
        var text = " sourceName=\"\(XMLOutput.escaped(provenance?.source?.name ?? ""))\""
        if let version = provenance?.version {
            text += " sourceVersion=\"\(XMLOutput.escaped(version))\""
        }
        if let device = provenance?.device {
            text += " device=\"\(XMLOutput.escaped(HealthDevice.text(device)))\""
        }
        return text
    }

    mutating func times(_ columns: SampleColumns, _ row: Int) -> String {
        let (start, end) = (columns.starts[row], columns.end(row))
        if start.nanoseconds % 1_000_000_000 != 0 || end.nanoseconds % 1_000_000_000 != 0 {
            lose(.fraction)
        }
        return " startDate=\"\(Self.text(start))\" endDate=\"\(Self.text(end))\""
    }

    private static func duration(_ seconds: Double) -> String {
        " duration=\"\(XMLNumber.text(seconds))\" durationUnit=\"s\""
    }

    /// The moment in UTC, without its fraction of a second.
    static func text(_ time: Timestamp) -> String {
        let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var text = XMLDate.text(Date(timeIntervalSince1970: Double(rest < 0 ? seconds - 1 : seconds)))
        text = String(text.prefix(19)).replacing("T", with: " ")
        return text + " +0000"
    }

    mutating func lose(_ loss: HealthLoss) {
        losses[loss, default: 0] += 1
    }
}

/// What the format of Apple's export cannot hold.
package enum HealthLoss: String, Hashable, Sendable, CaseIterable {
    case fraction = "fractions of a second"
    case series = "the single quantities of a series: its sum or average is written"
    case kind = "samples of a kind for which the format has no element"
    case event = "events of an unknown kind"
    case place = "locations and lap lengths of a workout's activities"
    case metadata = "metadata that is read back as text, or under another key"
    case device = "devices with texts that are read back as other properties"
    case character = "characters that XML does not have: spaces are written"
    case electrocardiogram =
        "electrocardiograms with a source, symptoms, a heart rate, metadata or times for which their files have no line"
    case prism = "amounts of prisms that differ from what their angles say"
    case clinicalRecord = "types of clinical records' resources"
    case characteristics = "wheelchair use and activity mode"
}
