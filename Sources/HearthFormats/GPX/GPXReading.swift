import Foundation

/// Builds a workout from each track of a GPX file.
///
/// GPX has no pauses: they are inferred where a segment ends, or at a long gap without movement. Tracks without times
/// are plans, not workouts.
struct GPXReading: WorkoutBuilding {
    var workouts: [RecordedWorkout] = []
    /// What a list of activities says, for a file that names no sport.
    var listedSport: RecordedSport?
    private(set) var notices = NoticeList()

    private var creator: String?
    private var track: Track?
    private var point: RecordedPoint?
    private var starts = StartCounter()

    private struct Track {
        var recording = WorkoutRecording()
        var name: String?
        var type: String?
        var origin: RecordedOrigin?
    }

    static func has(_ element: GPXElement, in namespace: XMLNamespace) -> Bool { element.isElement(of: namespace) }

    mutating func start(
        _ element: GPXElement,
        in parent: GPXElement?,
        _ attributes: XMLAttributes,
        at position: XMLPosition
    ) throws(FormatError) -> XMLInterest {
        switch element {
        case .gpx:
            creator = attributes.text("creator")
        case .track:
            track = Track()
        case .trackSegment:
            track?.recording.interrupt()
        case .trackPoint where track != nil:
            startPoint(attributes, at: position)
        case .storedWorkout where point == nil:
            track?.origin = Self.origin(attributes)
        case .waypoint, .route:
            notices.add(.unsupported, element.rawValue, at: position.offset)
        case .name, .type:
            return parent == .track ? .text : .elements
        case .time where point != nil, _ where element.measure != nil && point != nil:
            return .text
        case .airTemperature where point != nil, .waterTemperature where point != nil:
            notices.add(.unsupported, element.rawValue, at: position.offset)
        default:
            break
        }
        return .elements
    }

    mutating func end(
        _ element: GPXElement,
        in parent: GPXElement?,
        _ text: Span<UInt8>,
        at position: XMLPosition
    ) throws(FormatError) {
        switch element {
        case .trackPoint:
            try endPoint(at: position)
        case .track:
            endTrack(at: position)
        case .name where parent == .track:
            track?.name = text.trimmedText
        case .type where parent == .track:
            track?.type = text.trimmedText
        case .time where point != nil:
            point?.time = XMLDate.date(text)
            if point?.time == nil {
                notices.add(.invalidValue, "trkpt.time", at: position.offset)
            }
        default:
            set(element, text, at: position)
        }
    }

    private static func origin(_ attributes: XMLAttributes) -> RecordedOrigin? {
        guard let id = attributes.text("uuid").flatMap({ UUID(uuidString: $0) }) else { return nil }
        let source = attributes.text("source").flatMap { $0.isEmpty || $0.utf8.count > maxSourceBytes ? nil : $0 }
        return RecordedOrigin(id: id, source: source)
    }

    private static let maxSourceBytes = 1 << 10

    private mutating func startPoint(_ attributes: XMLAttributes, at position: XMLPosition) {
        var point = RecordedPoint()
        let latitude = attributes.number("lat").map { point.set(.latitude, $0) }
        let longitude = attributes.number("lon").map { point.set(.longitude, $0) }
        if latitude != true || longitude != true {
            notices.add(.invalidValue, "trkpt.lat,lon", at: position.offset)
        }
        self.point = point
    }

    private mutating func set(_ element: GPXElement, _ text: Span<UInt8>, at position: XMLPosition) {
        guard point != nil, let measure = element.measure else { return }
        guard let number = XMLNumber.number(text) else {
            notices.add(.invalidValue, "trkpt.\(element.rawValue)", at: position.offset)
            return
        }
        guard number >= 0 || !element.isNegativeUnknown else { return }
        if point?.set(measure, number) == false {
            notices.add(.invalidValue, "trkpt.\(element.rawValue)", at: position.offset)
        }
    }

    private mutating func endPoint(at position: XMLPosition) throws(FormatError) {
        guard let ended = point else { return }
        point = nil
        guard ended.time != nil else {
            notices.add(.missingTime, "trkpt", at: position.offset)
            return
        }
        try track?.recording.append(ended, at: position.offset)
    }

    private mutating func endTrack(at position: XMLPosition) {
        guard let ended = track else { return }
        track = nil
        var details = WorkoutDetails(subject: "trk")
        details.sport = SportNames.sport(ended.type)
        details.listedSport = listedSport
        details.name = ended.name
        details.origin = ended.origin
        if let creator {
            details.device = RecordedDevice()
            details.device?.name = creator
        }
        guard var workout = ended.recording.workout(details, &notices, at: position.offset) else {
            notices.add(.empty, "trk", at: position.offset)
            return
        }
        workout.part.earlierOnes = starts.next(workout.start)
        workouts.append(workout)
    }
}
