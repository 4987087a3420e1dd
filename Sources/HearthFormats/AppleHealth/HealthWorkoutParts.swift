import HearthModel

/// A workout between its start and its end.
struct HealthWorkoutParts {
    /// A route, and where its file is in the export.
    struct Route {
        var times: HealthTimes?
        var source: HealthSource?
        var path: String?
        var metadata = Metadata.none
    }

    let times: HealthTimes
    let source: HealthSource
    let activityType: WorkoutActivityType
    /// Without pauses.
    let seconds: Double
    private(set) var routes: [Route] = []

    /// The activity's name in the file, if this version does not know it.
    private let unknownActivity: String?
    private var totals = WorkoutDetail()
    private var statistics: [WorkoutStatistics] = []
    private var events: [WorkoutEvent] = []
    private var activities: [WorkoutActivity] = []
    /// The parts that are open.
    private var event: WorkoutEvent?
    private var activity: WorkoutActivity?
    private var route: Route?
    private var invalidEvents = 0

    private static let maxParts = 100_000
    private static let unknownActivityKey = "org.hearth.imported.workoutActivityType"
    private static let other = WorkoutActivityType.other

    init(
        _ attributes: inout HealthAttributes,
        _ times: HealthTimes,
        _ source: HealthSource,
        _ conversions: inout HealthConversions
    ) {
        self.times = times
        self.source = source
        let name = attributes.text(.workoutActivityType) ?? ""
        let known = Self.activityTypes[name]
        activityType = known ?? Self.other
        unknownActivity = known == nil && !name.isEmpty ? name : nil
        let span = Double(times.end.seconds - times.start.seconds)
        seconds = Self.seconds(&attributes).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil } ?? span
        func total(_ value: HealthAttribute, _ unit: HealthAttribute, _ type: String) -> Double? {
            guard let number = attributes.number(value), let type = ObjectType(identifier: type),
                let conversion = conversions.conversion(type, attributes[unit])
            else { return nil }
            return Self.total(conversion(number))
        }
        totals.totalEnergyBurned = total(.totalEnergyBurned, .totalEnergyBurnedUnit, Self.energy)
        totals.totalDistance = total(.totalDistance, .totalDistanceUnit, Self.distance)
        totals.totalFlightsClimbed = attributes.number(.totalFlightsClimbed).flatMap(Self.total)
        totals.totalSwimmingStrokeCount = attributes.number(.totalSwimmingStrokeCount).flatMap(Self.total)
    }

    /// The workout's own metadata, with everything that is stored nowhere else.
    func metadata(_ metadata: HealthMetadata) -> HealthMetadata {
        guard let unknownActivity else { return metadata }
        let entry = Metadata.Entry(key: Self.unknownActivityKey, value: .string(unknownActivity))
        guard let more = try? Metadata(metadata.metadata.entries + [entry]) else { return metadata }
        return HealthMetadata(more, number: nil)
    }

    // MARK: - Statistics

    mutating func addStatistics(
        _ attributes: inout HealthAttributes,
        isOfActivity: Bool,
        _ conversions: inout HealthConversions,
        _ tally: inout HealthTally
    ) {
        let name = attributes.text(.type) ?? ""
        let isKnown = (isOfActivity ? activity?.statistics ?? [] : statistics).contains { $0.type.identifier == name }
        guard let type = ObjectType(identifier: name), type.kind == .quantity, !isKnown,
            let conversion = conversions.conversion(type, attributes[.unit])
        else { return tally.omit(HealthElement.workoutStatistics.rawValue, .invalidStatistics) }
        func number(_ attribute: HealthAttribute) -> Double? {
            attributes.number(attribute).map { conversion($0) }.flatMap { $0.isFinite ? $0 : nil }
        }
        var start = attributes.date(.startDate)?.timestamp ?? times.start.timestamp
        let end = attributes.date(.endDate)?.timestamp ?? times.end.timestamp
        start = min(start, end)
        var entry = WorkoutStatistics(
            type: type,
            start: start,
            end: end,
            sum: number(.sum),
            average: number(.average),
            minimum: number(.minimum),
            maximum: number(.maximum)
        )
        if let minimum = entry.minimum, let maximum = entry.maximum, minimum > maximum {
            (entry.minimum, entry.maximum) = (maximum, minimum)
        }
        guard [entry.sum, entry.average, entry.minimum, entry.maximum].contains(where: { $0 != nil }) else {
            return tally.omit(HealthElement.workoutStatistics.rawValue, .invalidStatistics)
        }
        if isOfActivity {
            activity?.statistics.append(entry)
        } else {
            statistics.append(entry)
        }
    }

    // MARK: - Events

    mutating func startEvent(_ attributes: inout HealthAttributes) {
        let name = attributes.text(.type) ?? ""
        guard let type = Self.eventTypes[name], let date = attributes.date(.date), events.count < Self.maxParts else {
            invalidEvents += 1
            event = nil
            return
        }
        // Whole seconds and decimal minutes do not add up exactly: an event may seem to reach out of its workout.
        let bounds = (times.start.timestamp, times.end.timestamp)
        let start = min(max(date.timestamp, bounds.0), bounds.1)
        var end = start
        if type == .lap || type == .segment, let seconds = Self.seconds(&attributes), 0...1e9 ~= seconds {
            let nanoseconds = date.timestamp.nanoseconds + Int64((seconds * 1e9).rounded())
            end = min(max(Timestamp(nanoseconds: nanoseconds), start), bounds.1)
        }
        let isOutside =
            date.seconds < times.start.seconds - Self.slack || date.seconds > times.end.seconds + Self.slack
        guard !isOutside else {
            invalidEvents += 1
            event = nil
            return
        }
        event = WorkoutEvent(type: type, start: start, end: end)
    }

    /// Seconds by which an event may be outside of its workout.
    private static let slack: Int64 = 2

    mutating func endEvent(_ metadata: Metadata) {
        guard var ended = event else { return }
        event = nil
        ended.metadata = metadata
        events.append(ended)
    }

    // MARK: - Activities

    mutating func startActivity(_ attributes: inout HealthAttributes, _ tally: inout HealthTally) {
        guard let id = attributes.text(.uuid).flatMap({ ObjectID($0) }), let start = attributes.date(.startDate),
            activities.count < Self.maxParts
        else {
            activity = nil
            return tally.omit(HealthElement.workoutActivity.rawValue, .invalidDate)
        }
        let end = attributes.date(.endDate).map { max($0.timestamp, start.timestamp) }
        let name = attributes.text(.workoutActivityType)
        let span = Double((end ?? start.timestamp).nanoseconds - start.timestamp.nanoseconds) / 1e9
        activity = WorkoutActivity(
            id: id,
            activityType: name.flatMap { Self.activityTypes[$0] } ?? activityType,
            start: start.timestamp,
            end: end,
            duration: Self.seconds(&attributes).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? span
        )
    }

    mutating func endActivity(_ metadata: Metadata) {
        guard var ended = activity else { return }
        activity = nil
        ended.metadata = metadata
        activities.append(ended)
    }

    // MARK: - Routes

    mutating func startRoute(_ attributes: inout HealthAttributes, _ source: HealthSource?) {
        var times: HealthTimes?
        if case .success(let read) = HealthTimes.read(&attributes) {
            times = read
        }
        route = Route(times: times, source: source)
    }

    mutating func setRouteFile(_ attributes: inout HealthAttributes) {
        route?.path = attributes.text(.path)
    }

    mutating func endRoute(_ metadata: Metadata, _ tally: inout HealthTally) {
        guard var ended = route else { return }
        route = nil
        ended.metadata = metadata
        guard routes.count < Self.maxParts else {
            return tally.omit(HealthElement.workoutRoute.rawValue, .tooLarge)
        }
        routes.append(ended)
    }

    // MARK: - The whole

    /// The details, and the number of events that are left out.
    mutating func detail() -> (WorkoutDetail, Int) {
        var detail = totals
        detail.statistics = statistics
        detail.activities = activities
        detail.events = events.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
        // Nothing can be resumed before it is paused.
        let first = detail.events.firstIndex { $0.type != .resume && $0.type != .motionResumed } ?? detail.events.count
        detail.events.removeFirst(first)
        invalidEvents += first
        func sum(_ isWanted: (ObjectType) -> Bool) -> Double? {
            statistics.filter { isWanted($0.type) }.compactMap(\.sum).first.flatMap(Self.total)
        }
        // Since iOS 15 only the statistics have the totals.
        detail.totalEnergyBurned = detail.totalEnergyBurned ?? sum { $0.identifier == Self.energy }
        detail.totalDistance = detail.totalDistance ?? sum { $0.shortName.hasPrefix("distance") }
        detail.totalFlightsClimbed = detail.totalFlightsClimbed ?? sum { $0.shortName == "flightsClimbed" }
        detail.totalSwimmingStrokeCount =
            detail.totalSwimmingStrokeCount ?? sum { $0.shortName == "swimmingStrokeCount" }
        return (detail, invalidEvents)
    }

    // MARK: - Texts

    private static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
    private static let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"

    private static func total(_ number: Double) -> Double? {
        number.isFinite && number >= 0 ? number : nil
    }

    /// The duration of an element, which is in minutes unless it says otherwise.
    private static func seconds(_ attributes: inout HealthAttributes) -> Double? {
        guard let duration = attributes.number(.duration) else { return nil }
        guard let text = attributes.text(.durationUnit), text != "min" else { return duration * 60 }
        guard let unit = HealthUnit.unit(text), let conversion = try? UnitConversion(from: unit, to: .second) else {
            return nil
        }
        return conversion(duration)
    }

    private static let activityTypes: [String: WorkoutActivityType] = Dictionary(
        WorkoutActivityType.all.compactMap { type in type.exportName.map { ($0, type) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The name of a kind of event in the export; nil: it has none.
    static func name(of type: WorkoutEventType) -> String? {
        eventTypes.first { $0.value == type }?.key
    }

    private static let eventTypes: [String: WorkoutEventType] = [
        "HKWorkoutEventTypePause": .pause,
        "HKWorkoutEventTypeResume": .resume,
        "HKWorkoutEventTypeLap": .lap,
        "HKWorkoutEventTypeMarker": .marker,
        "HKWorkoutEventTypeMotionPaused": .motionPaused,
        "HKWorkoutEventTypeMotionResumed": .motionResumed,
        "HKWorkoutEventTypeSegment": .segment,
        "HKWorkoutEventTypePauseOrResumeRequest": .pauseOrResumeRequest,
    ]
}
