package import HearthModel

/// The samples of a workout in a file: the workout, its quantities and its routes.
package struct WorkoutSamples: Sendable {
    /// The workout's own columns, of one row.
    package private(set) var workout: SampleColumns
    /// The columns of its quantities.
    package private(set) var quantities: [SampleColumns] = []
    /// The columns of its routes, each of one row: one after the other where it has more locations than a route may have.
    package private(set) var routes: [SampleColumns] = []
    /// The name of the device or program that recorded it; "": unknown.
    package private(set) var sourceName: String
    /// Recognizes other files of the same recording; nil for a workout that was exported from a store.
    package let recording: RecordingIdentity?
    /// Whether it is a later session of its recording.
    package let isLaterSession: Bool
    /// Whether the file ends too early.
    package let isCut: Bool
    /// Why parts are not taken.
    package private(set) var omissions: [OmissionReason] = []

    private static let namePrefix = "org.hearth.imported."
    /// The metadata of a workout whose file ended too early.
    package static let cutKey = namePrefix + "isCut"

    /// The types that samples of workouts in files can have, apart from the workout itself.
    package static let types =
        QuantityType.allCases.compactMap { ObjectType(identifier: $0.identifier) } + [.workoutRoute]

    /// The samples of a workout that was read from a file of a format.
    ///
    /// Their UUIDs depend on the ``RecordingIdentity``. So the same file has the same samples again. A workout that was
    /// exported from a store keeps its UUID.
    ///
    /// `key`: that of the store for which UUIDs are derived; nil if it has none. `listed`: what a list of activities says about
    /// the workout. The file's own name and sport come first.
    package init?(
        _ recorded: RecordedWorkout,
        from format: WorkoutFileFormat,
        key: IdentityKey?,
        listed: ListedActivity? = nil
    ) {
        guard let start = Timestamp(recorded.start), let end = Timestamp(recorded.end), start.isValid, end.isValid
        else {
            return nil
        }
        var identities = SampleIdentities(key)
        let identity = RecordingIdentity(recorded, start, format, key)
        let exported = recorded.origin?.id.uuidString
        func origin(_ type: ObjectType) -> UInt64 {
            let own = type.kind == .quantity ? identity.ofSamples : identity.ofWorkout
            return SampleIdentities.origin(exported ?? own, of: type, in: format.rawValue)
        }
        func id(_ type: ObjectType, _ start: Timestamp, _ end: Timestamp) -> ObjectID? {
            identities.next(from: start, to: end, origin: origin(type))
        }
        let stored = recorded.origin.flatMap { ObjectID($0.id.uuidString) }
        guard let workoutID = stored ?? id(.workout, start, end) else { return nil }
        recording = recorded.origin == nil ? identity : nil
        isLaterSession = recorded.part.session != nil
        isCut = recorded.part.isCut
        sourceName = recorded.origin?.source ?? recorded.device?.name ?? ""
        let device = recorded.device.flatMap(Self.device)
        let provenance = device.map { DictionaryColumn(entries: [Provenance(device: $0)]) } ?? DictionaryColumn()
        let (found, omittedEvents) = Self.detail(recorded)
        var detail = found
        omissions += [OmissionReason](repeating: .invalidEvent, count: omittedEvents)
        for column in recorded.quantities {
            guard let type = ObjectType(identifier: column.typeIdentifier), let unit = type.storageUnit,
                let own = try? Unit(column.unit), let conversion = try? UnitConversion(from: own, to: unit)
            else { continue }
            let hash = origin(type)
            var ids: [ObjectID] = []
            var starts: [Timestamp] = []
            var ends: [Timestamp] = []
            var values: [Double] = []
            for quantity in column {
                guard let start = Timestamp(quantity.start), let end = Timestamp(quantity.end), start <= end,
                    start.isValid, end.isValid, let id = identities.next(from: start, to: end, origin: hash)
                else {
                    omissions.append(.invalidDate)
                    continue
                }
                ids.append(id)
                starts.append(start)
                ends.append(end)
                values.append(conversion(quantity.value))
            }
            guard !ids.isEmpty else { continue }
            detail.statistics.append(Self.statistics(of: type, values, start, end))
            quantities.append(
                SampleColumns(
                    type: type,
                    ids: ids,
                    starts: starts,
                    ends: ends == starts ? [] : ends,
                    provenance: provenance,
                    payload: .quantity(QuantityColumns(values: values))
                )
            )
        }
        let metadata = Self.metadata(recorded, listed)
        workout = SampleColumns(
            type: .workout,
            ids: [workoutID],
            starts: [start],
            ends: [end],
            provenance: provenance,
            metadata: metadata == .none ? DictionaryColumn() : DictionaryColumn(entries: [metadata]),
            payload: .workout(
                WorkoutColumns(
                    activityTypes: [Self.activityType(recorded, listed)],
                    durations: [max(0, recorded.totals.timerTime ?? recorded.duration)],
                    details: [detail]
                )
            )
        )
        for columns in Self.routes(recorded.locations) {
            guard let first = columns.timestamps.first, let last = columns.timestamps.last,
                let id = id(.workoutRoute, first, last)
            else { continue }
            routes.append(
                SampleColumns(
                    type: .workoutRoute,
                    ids: [id],
                    starts: [first],
                    ends: [last],
                    provenance: provenance,
                    payload: .route(columns)
                )
            )
        }
    }

    /// The locations in the order of time, as routes of the most locations that one may have.
    private static func routes(_ locations: LocationColumns) -> [RouteColumns] {
        let order = orderByTime(locations.times)
        let most = Int(Limits.standard.seriesPoints)
        return stride(from: 0, to: order.count, by: most).compactMap { start in
            RouteColumns(order[start..<min(start + most, order.count)].map { locations[$0] })
        }
    }

    private static func activityType(_ workout: RecordedWorkout, _ listed: ListedActivity?) -> WorkoutActivityType {
        let types = [workout.sport, listed?.sport].compactMap(\.self).compactMap { sport in
            UInt32(exactly: sport.activityType).map { WorkoutActivityType(rawValue: $0) }
        }
        return types.first { $0.isKnown && $0 != .other } ?? .other
    }

    private static func device(_ device: RecordedDevice) -> Device? {
        guard device.name != nil || device.serialNumber != nil else { return nil }
        return Device(name: device.name, localIdentifier: device.serialNumber.map { "\($0)" })
    }

    private static func metadata(_ workout: RecordedWorkout, _ listed: ListedActivity?) -> Metadata {
        var entries: [Metadata.Entry] = []
        if workout.part.isCut {
            entries.append(Metadata.Entry(key: cutKey, value: .boolean(true)))
        }
        if let isIndoor = workout.sport.isIndoor ?? listed?.sport.isIndoor {
            entries.append(Metadata.Entry(key: "HKIndoorWorkout", value: .boolean(isIndoor)))
        }
        for (key, metres) in [
            ("HKElevationAscended", workout.totals.ascent), ("HKElevationDescended", workout.totals.descent),
        ] {
            if let metres, metres.isFinite {
                entries.append(Metadata.Entry(key: key, value: .quantity(Quantity(value: metres, unit: .meter))))
            }
        }
        // HealthKit's total is active energy, and a device's includes the energy at rest.
        if let energy = workout.totals.energy, energy.isFinite, energy >= 0 {
            let quantity = Quantity(value: energy, unit: .kilocalorie)
            entries.append(Metadata.Entry(key: namePrefix + "totalEnergy", value: .quantity(quantity)))
        }
        for (key, text) in [
            ("name", workout.name ?? listed?.name), ("sport", workout.sport.text ?? listed?.sport.text),
        ] {
            if let text, !text.isEmpty, !text.utf8.contains(0), text.utf8.count < Limits.standard.stringBytes / 2 {
                entries.append(Metadata.Entry(key: namePrefix + key, value: .string(text)))
            }
        }
        return (try? Metadata(entries)) ?? .none
    }

    /// The details, and the number of events that are left out. Of the totals of a lap only its length has a place.
    private static func detail(_ workout: RecordedWorkout) -> (WorkoutDetail, Int) {
        var detail = WorkoutDetail()
        var omitted = 0
        detail.totalDistance = workout.totals.distance.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        guard let start = Timestamp(workout.start), let end = Timestamp(workout.end) else { return (detail, omitted) }
        func event(_ type: WorkoutEventType, _ first: Timestamp?, _ last: Timestamp?, _ metadata: Metadata = .none) {
            guard let first, let last, first >= start, last <= end, first <= last else {
                omitted += 1
                return
            }
            detail.events.append(WorkoutEvent(type: type, start: first, end: last, metadata: metadata))
        }
        for pause in workout.pauses {
            event(.pause, Timestamp(pause.start), Timestamp(pause.start))
            event(.resume, Timestamp(pause.end), Timestamp(pause.end))
        }
        for lap in workout.laps {
            let length = lap.totals.distance.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }.map {
                Metadata.Entry(key: "HKLapLength", value: .quantity(Quantity(value: $0, unit: .meter)))
            }
            event(
                .lap,
                Timestamp(lap.interval.start),
                Timestamp(lap.interval.end).map { min($0, end) },
                (try? Metadata([length].compactMap(\.self))) ?? .none
            )
        }
        detail.events = detail.events.enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
        return (detail, omitted)
    }

    private static func statistics(
        of type: ObjectType,
        _ values: [Double],
        _ start: Timestamp,
        _ end: Timestamp
    ) -> WorkoutStatistics {
        let sum = values.reduce(0, +)
        guard type.aggregation != .cumulative else {
            return WorkoutStatistics(type: type, start: start, end: end, sum: sum)
        }
        return WorkoutStatistics(
            type: type,
            start: start,
            end: end,
            average: sum / Double(values.count),
            minimum: values.min(),
            maximum: values.max()
        )
    }
}
