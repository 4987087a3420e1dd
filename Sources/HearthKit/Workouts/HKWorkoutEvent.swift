public import Foundation
internal import HearthModel

/// The kind of an event of a workout, with HealthKit's numbers.
///
/// An event of a kind from a newer version is a `marker` here, since only its time is known.
public enum HKWorkoutEventType: Int, Sendable {
    /// The person paused.
    case pause = 1
    /// The person resumed.
    case resume = 2
    /// A lap, which lasts.
    case lap = 3
    /// A moment that the person marked.
    case marker = 4
    /// A pause that the device noticed.
    case motionPaused = 5
    /// The end of a pause that the device detected.
    case motionResumed = 6
    /// A part of the workout, with a duration.
    case segment = 7
    /// The person asked to pause or to resume.
    case pauseOrResumeRequest = 8
}

extension HKWorkoutEventType {
    init(_ type: WorkoutEventType) {
        self = HKWorkoutEventType(rawValue: Int(type.rawValue)) ?? .marker
    }

    /// The kind as the store keeps it.
    var type: WorkoutEventType { WorkoutEventType(rawValue: UInt32(rawValue)) }
}

/// An event in a workout.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKWorkoutEvent: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The kind of the event.
    open private(set) var type: HKWorkoutEventType
    /// When: only laps and segments last.
    open private(set) var dateInterval: DateInterval
    private let attachment: AttachedMetadata
    /// The event from the store, whose kind may have no case in `type`.
    private let storedType: WorkoutEventType

    /// An event. The store accepts a duration only for a lap or a segment.
    public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]? = nil) {
        self.type = type
        self.dateInterval = dateInterval
        attachment = AttachedMetadata(metadata)
        storedType = type.type
    }

    /// An event of a moment.
    public init(type: HKWorkoutEventType, date: Date) {
        self.type = type
        dateInterval = DateInterval(start: date, duration: 0)
        attachment = AttachedMetadata(nil)
        storedType = type.type
    }

    /// An event of a moment, with metadata.
    public init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
        self.type = type
        dateInterval = DateInterval(start: date, duration: 0)
        attachment = AttachedMetadata(metadata)
        storedType = type.type
    }

    init(_ event: WorkoutEvent) {
        type = HKWorkoutEventType(event.type)
        dateInterval = event.interval
        attachment = AttachedMetadata(stored: event.metadata)
        storedType = event.type
    }

    /// When the event began.
    open var date: Date { dateInterval.start }

    /// The event's metadata; nil: none.
    open var metadata: [String: Any]? { attachment.dictionary }

    /// Why the store cannot keep the metadata; nil for almost every event.
    var refusal: HearthError? { attachment.unstorable?.refusal }

    /// The event as the store keeps it.
    var event: WorkoutEvent {
        WorkoutEvent(
            type: storedType,
            start: Timestamp(clamping: dateInterval.start),
            end: Timestamp(clamping: dateInterval.end),
            metadata: attachment.metadata
        )
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKWorkoutEvent)?.event == event
    }

    override open var hash: Int { event.hashValue }

    override open var description: String { "\(type) (\(dateInterval.start) - \(dateInterval.end))" }

    // MARK: - Copying and archives

    /// An archive holds only bytes, which are checked like a server's replies.
    open class var supportsSecureCoding: Bool { true }

    /// The event in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        let event = coder.decodeReply { reply throws(HearthError) in
            let detail = try WorkoutPart.detail(reply)
            guard let event = detail.events.first, detail == WorkoutDetail(events: [event]) else { throw .ofOtherKind }
            return event
        }
        guard let event else { return nil }
        type = HKWorkoutEventType(event.type)
        dateInterval = event.interval
        attachment = AttachedMetadata(stored: event.metadata)
        storedType = event.type
    }

    /// Archives the event. An event that the store could not keep, such as a marker with a duration, is an error of the
    /// archiver.
    open func encode(with coder: NSCoder) {
        coder.encodeReply { () throws(HearthError) in
            if let refusal { throw refusal }
            let event = event
            return WorkoutPart(detail: WorkoutDetail(events: [event]), start: event.start, end: event.end).reply
        }
    }

    /// The event itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension WorkoutEvent {
    /// When it happened, as apps see it.
    fileprivate var interval: DateInterval { DateInterval(start: start.date, end: max(start.date, end.date)) }
}

extension [HKWorkoutEvent] {
    /// The events as the store keeps them, sorted by start.
    var inOrder: [WorkoutEvent] {
        map(\.event).sorted { $0.start < $1.start }
    }
}
