public import Foundation
internal import HearthModel

/// One activity of a workout with several, such as the swim of a triathlon.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKWorkoutActivity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let activity: WorkoutActivity
    /// The workout's events that overlap the activity.
    private let events: [WorkoutEvent]
    private let attachment: AttachedMetadata
    /// Nil if the statistics are those that the activity was saved with.
    private let computed: ComputedStatistics?

    /// `lookup` asks for the statistics of an activity of a workout that was saved without any.
    init(_ activity: WorkoutActivity, events: [WorkoutEvent], _ lookup: ComputedStatistics.Lookup? = nil) {
        self.activity = activity
        computed = activity.statistics.isEmpty ? lookup.map(ComputedStatistics.init) : nil
        attachment = AttachedMetadata(stored: activity.metadata)
        self.events = activity.overlapping(events)
    }

    /// An activity; without an end it is in progress. An end before the start stops the program, as it does in
    /// HealthKit.
    public init(
        workoutConfiguration: HKWorkoutConfiguration,
        start startDate: Date,
        end endDate: Date?,
        metadata: [String: Any]?
    ) {
        let end = endDate ?? startDate
        require(startDate <= end, "an activity cannot end before it starts")
        let attachment = AttachedMetadata(metadata)
        activity = WorkoutActivity(
            id: ObjectIDGenerator.shared.next(),
            activityType: workoutConfiguration.activityType.type,
            location: workoutConfiguration.locationType.location,
            swimmingLocation: workoutConfiguration.swimmingLocationType.location,
            lapLength: workoutConfiguration.lapLength?.given(in: .meter, "the length of a lap"),
            start: Timestamp(clamping: startDate),
            end: endDate.map(Timestamp.init(clamping:)),
            duration: end.timeIntervalSince(startDate),
            metadata: attachment.metadata
        )
        self.attachment = attachment
        computed = nil
        events = []
    }

    /// Identifies the activity.
    open var uuid: UUID { activity.id.uuid }

    /// A copy of the configuration.
    open var workoutConfiguration: HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = HKWorkoutActivityType(activity.activityType)
        configuration.locationType = HKWorkoutSessionLocationType(activity.location)
        configuration.swimmingLocationType = HKWorkoutSwimmingLocationType(activity.swimmingLocation)
        configuration.lapLength = activity.lapLength.map { HKQuantity($0, .meter) }
        return configuration
    }

    /// When the activity begins.
    open var startDate: Date { activity.start.date }

    /// When the activity ends; nil while it is in progress.
    open var endDate: Date? { activity.end?.date }

    /// The activity's metadata; nil: none.
    open var metadata: [String: Any]? { attachment.dictionary }

    /// Why the store cannot keep the metadata; nil for almost every activity.
    var refusal: HearthError? { attachment.unstorable?.refusal }

    /// Seconds without pauses.
    open var duration: TimeInterval { activity.duration }

    /// The workout's events that overlap the activity. An activity outside of a workout has none.
    open var workoutEvents: [HKWorkoutEvent] { events.map(HKWorkoutEvent.init) }

    /// The statistics of each type over the activity: what its workout was saved with, or else, for a workout from the
    /// store, the statistics of those of its samples that lie in the activity.
    open var allStatistics: [HKQuantityType: HKStatistics] { statistics.byType }

    /// The statistics of a type over the activity; nil without quantities.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        statistics.of(quantityType.type).map(HKStatistics.init)
    }

    private var statistics: [WorkoutStatistics] {
        guard let computed, let end = activity.end, activity.start < end else { return activity.statistics }
        return computed.statistics(in: activity.start..<end, for: activity.start...end)
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKWorkoutActivity)?.activity == activity
    }

    override open var hash: Int { activity.id.hashValue }

    override open var description: String {
        let end = endDate.map { "\($0)" } ?? "in progress"
        return "\(workoutConfiguration), \(duration) s \(uuid) (\(startDate) - \(end))"
    }

    // MARK: - Copying and archives

    /// An archive holds only bytes, which are checked like a server's replies.
    open class var supportsSecureCoding: Bool { true }

    /// The activity in an archive, with the events that overlap it; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        let detail = coder.decodeReply { reply throws(HearthError) in
            let detail = try WorkoutPart.detail(reply)
            guard detail == WorkoutDetail(events: detail.events, activities: Array(detail.activities.prefix(1))),
                !detail.activities.isEmpty
            else { throw .ofOtherKind }
            return detail
        }
        guard let detail else { return nil }
        activity = detail.activities[0]
        attachment = AttachedMetadata(stored: activity.metadata)
        computed = nil
        events = activity.overlapping(detail.events)
    }

    /// Archives the activity with the events that overlap it. An activity that the store could not keep is an error of
    /// the archiver.
    open func encode(with coder: NSCoder) {
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
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension WorkoutActivity {
    /// The events of a workout that overlap the activity.
    fileprivate func overlapping(_ events: [WorkoutEvent]) -> [WorkoutEvent] {
        events.filter { $0.end >= start && $0.start <= (end ?? $0.start) }
    }
}
