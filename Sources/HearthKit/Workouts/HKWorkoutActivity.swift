public import Foundation
internal import HearthModel

/// One activity of a workout that has several, such as the swim of a triathlon.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKWorkoutActivity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let activity: WorkoutActivity
    /// Those of the workout that overlap the activity.
    private let events: [WorkoutEvent]
    private let attachment: AttachedMetadata

    init(_ activity: WorkoutActivity, events: [WorkoutEvent], _ attachment: AttachedMetadata? = nil) {
        self.activity = activity
        self.attachment = attachment ?? AttachedMetadata(stored: activity.metadata)
        self.events = events.filter { $0.end >= activity.start && $0.start <= (activity.end ?? $0.start) }
    }

    /// An activity; without an end it goes on. An end before the start stops the program, as it does in HealthKit.
    public convenience init(
        workoutConfiguration: HKWorkoutConfiguration,
        start startDate: Date,
        end endDate: Date?,
        metadata: [String: Any]?
    ) {
        let end = endDate ?? startDate
        precondition(startDate <= end, "an activity cannot end before it starts")
        let attachment = AttachedMetadata(metadata)
        self.init(
            WorkoutActivity(
                id: ObjectIDGenerator.shared.next(),
                activityType: workoutConfiguration.activityType.type,
                location: workoutConfiguration.locationType.location,
                swimmingLocation: workoutConfiguration.swimmingLocationType.location,
                lapLength: workoutConfiguration.lapLength?.given(in: .meter, "the length of a lap"),
                start: Timestamp(clamping: startDate),
                end: endDate.map(Timestamp.init(clamping:)),
                duration: end.timeIntervalSince(startDate),
                metadata: attachment.metadata
            ),
            events: [],
            attachment
        )
    }

    /// Identifies the activity.
    public var uuid: UUID { activity.id.uuid }

    /// What is done, and where: a copy.
    public var workoutConfiguration: HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = HKWorkoutActivityType(activity.activityType)
        configuration.locationType = HKWorkoutSessionLocationType(activity.location)
        configuration.swimmingLocationType = HKWorkoutSwimmingLocationType(activity.swimmingLocation)
        configuration.lapLength = activity.lapLength.map { HKQuantity($0, .meter) }
        return configuration
    }

    /// When the activity begins.
    public var startDate: Date { activity.start.date }

    /// When the activity ends; nil while it goes on.
    public var endDate: Date? { activity.end?.date }

    /// What the app attached to the activity; nil for nothing.
    public var metadata: [String: Any]? { attachment.dictionary }

    /// Why the store cannot keep what is attached to the activity; nil for almost every activity.
    var refusal: HearthError? { attachment.unstorable?.refusal }

    /// Seconds without pauses.
    public var duration: TimeInterval { activity.duration }

    /// The workout's events that overlap the activity. An activity by itself, outside of a workout, has none.
    public var workoutEvents: [HKWorkoutEvent] { events.map(HKWorkoutEvent.init) }

    /// What the quantities of each type come to over the activity.
    public var allStatistics: [HKQuantityType: HKStatistics] { activity.statistics.byType }

    /// What the quantities of a type come to over the activity; nil when there are none.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        activity.statistics.of(quantityType.type).map(HKStatistics.init)
    }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKWorkoutActivity)?.activity == activity
    }

    override public var hash: Int { activity.id.hashValue }

    // MARK: - Copying and archives

    /// Archives hold bytes only, which are checked like those of a server.
    public static var supportsSecureCoding: Bool { true }

    /// The activity in an archive, with the events that overlap it; nil when what is there is not one.
    public convenience init?(coder: NSCoder) {
        let detail = coder.decodeReply { reply throws(HearthError) in
            let detail = try WorkoutPart.detail(reply)
            guard detail == WorkoutDetail(events: detail.events, activities: Array(detail.activities.prefix(1))),
                !detail.activities.isEmpty
            else { throw .ofOtherKind }
            return detail
        }
        guard let detail else { return nil }
        self.init(detail.activities[0], events: detail.events)
    }

    /// Archives the activity with the events that overlap it. One that the store could not keep is an error of the
    /// archiver.
    public func encode(with coder: NSCoder) {
        coder.encodeReply { () throws(HearthError) in
            if let refusal { throw refusal }
            return WorkoutPart(
                detail: WorkoutDetail(events: events, activities: [activity]),
                start: events.reduce(activity.start) { min($0, $1.start) },
                end: events.reduce(activity.end ?? activity.start) { max($0, $1.end) }
            ).reply
        }
    }

    /// The activity itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
