public import Foundation
internal import HearthModel

/// What happened in a workout, with HealthKit's numbers.
///
/// Of an event of a kind that only a newer version knows, the time is all that is known: it is a `marker` here.
public enum HKWorkoutEventType: Int, Sendable {
    /// The person paused.
    case pause = 1
    /// The person went on.
    case resume = 2
    /// A lap, which lasts.
    case lap = 3
    /// A moment that the person marked.
    case marker = 4
    /// A pause that the device noticed.
    case motionPaused = 5
    /// The end of a pause that the device noticed.
    case motionResumed = 6
    /// A part of the workout, which lasts.
    case segment = 7
    /// The person asked to pause or to go on.
    case pauseOrResumeRequest = 8
}

extension HKWorkoutEventType {
    init(_ type: WorkoutEventType) {
        self = HKWorkoutEventType(rawValue: Int(type.rawValue)) ?? .marker
    }

    /// The kind in the terms of the store.
    var type: WorkoutEventType { WorkoutEventType(rawValue: UInt32(rawValue)) }
}

/// An event in a workout.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
open class HKWorkoutEvent: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What happened.
    open private(set) var type: HKWorkoutEventType
    /// When: only laps and segments last.
    open private(set) var dateInterval: DateInterval
    private let attachment: AttachedMetadata
    /// The event as it came from the store, where it may be of a kind that `type` has no case for.
    private let storedType: WorkoutEventType

    /// An event. The store takes one that lasts only when it is a lap or a segment.
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

    /// An event of a moment, with what is attached to it.
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

    /// What is attached to the event; nil for nothing.
    open var metadata: [String: Any]? { attachment.dictionary }

    /// Why the store cannot keep what is attached to the event; nil for almost every event.
    var refusal: HearthError? { attachment.unstorable?.refusal }

    /// The event in the terms of the store.
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

    /// Archives hold bytes only, which are checked like those of a server.
    open class var supportsSecureCoding: Bool { true }

    /// The event in an archive; nil when what is there is not one.
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

    /// Archives the event. One that the store could not keep, such as a marker that lasts, is an error of the archiver.
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
    /// The events in the order of their starts, in the terms of the store.
    var inOrder: [WorkoutEvent] {
        map(\.event).sorted { $0.start < $1.start }
    }
}
