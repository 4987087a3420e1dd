import Foundation

/// Builds a workout from each activity of a TCX file.
///
/// A lap has a track for each part between pauses. Distances count from the start of the activity.
struct TCXReading: WorkoutBuilding {
    var workouts: [RecordedWorkout] = []
    /// What a list of activities says, for a file that names no sport.
    var listedSport: RecordedSport?
    private(set) var notices = NoticeList()

    private var activity: Activity?
    private var point: RecordedPoint?
    private var starts = StartCounter()

    private struct Activity {
        var recording = WorkoutRecording()
        var sport: String?
        var device: RecordedDevice?
        var laps: [Lap] = []
    }

    private struct Lap {
        var start: Date?
        var totals = RecordedTotals()
    }

    static func has(_ element: TCXElement, in namespace: XMLNamespace) -> Bool { element.isElement(of: namespace) }

    mutating func start(
        _ element: TCXElement,
        in parent: TCXElement?,
        _ attributes: XMLAttributes,
        at position: XMLPosition
    ) throws(FormatError) -> XMLInterest {
        switch element {
        case .activity:
            activity = Activity()
            activity?.sport = attributes.text("Sport")
        case .lap where activity != nil:
            try startLap(attributes, at: position)
        case .track:
            activity?.recording.interrupt()
        case .trackPoint where activity != nil:
            point = RecordedPoint()
        case .course, .workout:
            notices.add(.unsupported, element.rawValue, at: position.offset)
        case .creator where parent == .activity:
            activity?.device = RecordedDevice()
        case .totalTime, .calories, .distance, .name, .unit:
            return .text
        case .value where parent == .heartRate && point != nil, .time where point != nil,
            _ where element.measure != nil && point != nil:
            return .text
        default:
            break
        }
        return .elements
    }

    mutating func end(
        _ element: TCXElement,
        in parent: TCXElement?,
        _ text: Span<UInt8>,
        at position: XMLPosition
    ) throws(FormatError) {
        switch element {
        case .trackPoint:
            try endPoint(at: position)
        case .activity:
            endActivity(at: position)
        case .time where point != nil:
            point?.time = XMLDate.date(text)
            if point?.time == nil {
                notices.add(.invalidValue, "Trackpoint.Time", at: position.offset)
            }
        case .value where parent == .heartRate && point != nil:
            set(.heartRate, element, text, at: position)
        case .totalTime where parent == .lap, .calories where parent == .lap, .distance where parent == .lap:
            setTotal(element, text, at: position)
        case .name where parent == .creator:
            activity?.device?.name = text.trimmedText
        case .unit where parent == .creator:
            activity?.device?.serialNumber = XMLNumber.number(text).flatMap { UInt32(exactly: $0) }
        default:
            if let measure = element.measure, point != nil {
                set(measure, element, text, at: position)
            }
        }
    }

    private mutating func startLap(_ attributes: XMLAttributes, at position: XMLPosition) throws(FormatError) {
        guard (activity?.laps.count ?? 0) < WorkoutRecording.maxLaps else {
            throw FormatError(.tooLarge, at: position.offset)
        }
        let start = attributes.date("StartTime")
        if start == nil {
            notices.add(.missingTime, TCXElement.lap.rawValue, at: position.offset)
        }
        activity?.laps.append(Lap(start: start))
    }

    private mutating func set(_ measure: Measure, _ element: TCXElement, _ text: Span<UInt8>, at position: XMLPosition)
    {
        guard let number = XMLNumber.number(text), point?.set(measure, number) == true else {
            return notices.add(.invalidValue, "Trackpoint.\(element.rawValue)", at: position.offset)
        }
    }

    private mutating func setTotal(_ element: TCXElement, _ text: Span<UInt8>, at position: XMLPosition) {
        guard let last = activity?.laps.indices.last else { return }
        guard let number = XMLNumber.number(text), number >= 0 else {
            return notices.add(.invalidValue, "Lap.\(element.rawValue)", at: position.offset)
        }
        switch element {
        case .totalTime: activity?.laps[last].totals.timerTime = number
        case .calories: activity?.laps[last].totals.energy = number
        default: activity?.laps[last].totals.distance = number
        }
    }

    private mutating func endPoint(at position: XMLPosition) throws(FormatError) {
        guard let ended = point else { return }
        point = nil
        guard ended.time != nil else {
            return notices.add(.missingTime, TCXElement.trackPoint.rawValue, at: position.offset)
        }
        try activity?.recording.append(ended, at: position.offset)
    }

    private mutating func endActivity(at position: XMLPosition) {
        guard let ended = activity else { return }
        activity = nil
        var details = WorkoutDetails(subject: TCXElement.activity.rawValue)
        details.sport = SportNames.sport(ended.sport)
        details.listedSport = listedSport
        details.device = ended.device
        details.start = ended.laps.first?.start
        details.totals = total(ended.laps)
        details.laps = laps(ended.laps, until: ended.recording.lastTime)
        if let last = ended.laps.last, let start = last.start, let seconds = last.totals.timerTime, seconds < 1e8 {
            details.end = start + seconds
        }
        guard var workout = ended.recording.workout(details, &notices, at: position.offset) else {
            return notices.add(.empty, TCXElement.activity.rawValue, at: position.offset)
        }
        workout.part.earlierOnes = starts.next(workout.start)
        workouts.append(workout)
    }

    /// A lap lasts until the next one starts: its own time leaves pauses out.
    private func laps(_ laps: [Lap], until end: Date?) -> [RecordedLap] {
        laps.enumerated().compactMap { index, lap in
            guard let start = lap.start else { return nil }
            let next = index + 1 < laps.count ? laps[index + 1].start : end
            let own = lap.totals.timerTime.map { start + min($0, 1e8) }
            guard let last = next ?? own, last >= start else { return nil }
            return RecordedLap(interval: DateInterval(start: start, end: last), totals: lap.totals)
        }
    }

    private func total(_ laps: [Lap]) -> RecordedTotals {
        func sum(_ value: (RecordedTotals) -> Double?) -> Double? {
            let values = laps.compactMap { value($0.totals) }
            return values.isEmpty ? nil : values.reduce(0, +)
        }
        var totals = RecordedTotals()
        totals.timerTime = sum(\.timerTime)
        totals.distance = sum(\.distance)
        totals.energy = sum(\.energy)
        return totals
    }
}
