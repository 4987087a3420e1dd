internal import Foundation
internal import HearthModel

/// A workout while it is recorded: begun, filled with samples, events and activities, ended, and finished.
///
///     configured ─ begin ─▶ begun ─ end ─▶ ended ─ finish ─▶ finished
///          └────────────────┴───── discard ┴─────────────────▶ discarded
///
/// Samples, events and activities can be added from the beginning until it is finished, also after its end.
struct WorkoutCollection {
    private let activityType: WorkoutActivityType
    /// The configuration as metadata, as HealthKit keeps it.
    private let configured: Metadata
    private var stage = CollectionStage.collecting
    private(set) var start: Timestamp?
    private(set) var end: Timestamp?
    private(set) var metadata = Metadata.none
    /// Sorted by start.
    private(set) var events: [WorkoutEvent] = []
    private var added: [WorkoutActivity] = []
    private var quantities = CollectedQuantities()
    /// The statistics that the store has computed, because several sources have measured.
    private var merged: [ObjectType: WorkoutStatistics] = [:]

    /// A finished workout.
    struct Workout {
        var start: Date
        var end: Date
        var activityType: WorkoutActivityType
        var duration: Double
        var detail: WorkoutDetail
        var metadata: Metadata
        /// The samples of those types that several sources have measured.
        var shared: [ObjectType: [ObjectID]]

        /// Sets the totals to those of the statistics.
        mutating func setTotals() {
            for total in WorkoutTotal.allCases {
                detail[keyPath: total.detail] = total.sum(detail.statistics, of: activityType)
            }
        }
    }

    init(_ configuration: HKWorkoutConfiguration) {
        activityType = configuration.activityType.type
        configured = configuration.metadata
    }

    // MARK: - From begin to end

    mutating func begin(at date: Date) throws(HearthError) {
        try stage.requireCollecting()
        guard start == nil else {
            throw HearthError(.invalidArgument, "The workout has begun already.")
        }
        start = try validTime(date)
    }

    mutating func end(at date: Date) throws(HearthError) {
        let start = try requireBegun()
        guard end == nil else {
            throw HearthError(.invalidArgument, "The workout has ended already.")
        }
        let time = try validTime(date)
        guard time >= start else {
            throw HearthError(.invalidArgument, "The workout cannot end before it starts.")
        }
        end = time
    }

    mutating func discard() {
        stage = .discarded
    }

    /// The workout. If it has not ended, or has events outside of its times, this throws, and the app can correct it.
    mutating func finish() throws(HearthError) -> Workout {
        let start = try requireBegun()
        guard let end else {
            throw HearthError(.invalidArgument, "The workout has not ended: end the collection first.")
        }
        guard events.allSatisfy({ $0.start >= start && $0.end <= end }) else {
            throw HearthError(.invalidArgument, "An event is outside of the workout.")
        }
        let pauses = PausedTime(events, until: end)
        let detail = WorkoutDetail(
            events: events,
            activities: added.map { activity($0, pauses, until: end) },
            statistics: quantities.statistics(from: start, to: end)
        )
        var workout = Workout(
            start: start.date,
            end: end.date,
            activityType: activityType,
            duration: pauses.activeSeconds(from: start, to: end),
            detail: detail,
            metadata: try configured.merging(metadata),
            shared: quantities.shared
        )
        workout.setTotals()
        stage = .finished
        return workout
    }

    // MARK: - Adding

    /// Adds the quantities among the samples to the statistics.
    mutating func add(_ samples: [HKSample]) throws(HearthError) {
        try requireBegun()
        for case let sample as HKQuantitySample in samples {
            try quantities.add(sample)
        }
    }

    /// Removes quantities from the statistics.
    mutating func remove(_ samples: [(type: ObjectType, id: ObjectID)]) {
        for (type, ids) in Dictionary(grouping: samples, by: \.type) {
            quantities.remove(Set(ids.map(\.id)), of: type)
            merged[type] = nil
        }
    }

    /// The samples of those types that several sources have measured.
    var shared: [ObjectType: [ObjectID]] { quantities.shared }

    /// Takes over the statistics that the store has computed for such a type.
    mutating func setMerged(_ statistics: WorkoutStatistics) {
        merged[statistics.type] = statistics
    }

    mutating func add(_ events: [HKWorkoutEvent]) throws(HearthError) {
        try requireBegun()
        if let refusal = events.lazy.compactMap(\.refusal).first {
            throw refusal
        }
        // Sorting keeps the order of events of the same moment.
        self.events = (self.events + events.map(\.event)).sorted { $0.start < $1.start }
    }

    mutating func add(_ metadata: Metadata) throws(HearthError) {
        try stage.requireCollecting()
        self.metadata = try self.metadata.merging(metadata)
    }

    mutating func add(_ activity: HKWorkoutActivity) throws(HearthError) {
        try requireBegun()
        if let refusal = activity.refusal {
            throw refusal
        }
        let activity = activity.activity
        guard !added.contains(where: { $0.id == activity.id }) else {
            throw HearthError(.invalidArgument, "The workout has the activity already.")
        }
        added.append(activity)
    }

    mutating func endActivity(_ id: ObjectID, at date: Date) throws(HearthError) {
        let index = try index(ofActivity: id)
        let time = try validTime(date)
        guard time >= added[index].start else {
            throw HearthError(.invalidArgument, "An activity cannot end before it starts.")
        }
        added[index].end = time
    }

    mutating func addMetadata(_ metadata: Metadata, toActivity id: ObjectID) throws(HearthError) {
        let index = try index(ofActivity: id)
        added[index].metadata = try added[index].metadata.merging(metadata)
    }

    // MARK: - Interim results

    /// Whether it was finished or discarded.
    var isOver: Bool { stage != .collecting }

    /// Whether what was measured at a moment belongs to the workout.
    func includes(_ time: Timestamp) -> Bool {
        guard let start, !isOver else { return false }
        return time >= start && time <= end ?? .latest && !PausedTime(events, until: .latest).contains(time)
    }

    /// Seconds without pauses from the beginning until a moment; not more than until the end.
    func elapsedTime(at date: Date) -> TimeInterval {
        guard let start else { return 0 }
        let moment = min(Timestamp(clamping: date), end ?? .latest)
        return PausedTime(events, until: moment).activeSeconds(from: start, to: moment)
    }

    /// The activities, with their durations and statistics so far.
    var activities: [WorkoutActivity] {
        let until = end ?? quantities.lastEnd ?? start ?? Timestamp(nanoseconds: 0)
        let pauses = PausedTime(events, until: until)
        return added.map { activity in
            var known = self.activity(activity, pauses, until: max(until, activity.start))
            known.end = activity.end
            return known
        }
    }

    /// The statistics of each type so far.
    var statistics: [WorkoutStatistics] {
        guard let start else { return [] }
        let end = end ?? max(start, quantities.lastEnd ?? start)
        return quantities.statistics(from: start, to: end).map { own in
            guard var statistics = merged[own.type] else { return own }
            (statistics.start, statistics.end) = (start, end)
            return statistics
        }
    }

    private func activity(_ activity: WorkoutActivity, _ pauses: PausedTime, until end: Timestamp) -> WorkoutActivity {
        var whole = activity
        let activityEnd = activity.end ?? max(end, activity.start)
        whole.end = activityEnd
        whole.duration = pauses.activeSeconds(from: activity.start, to: activityEnd)
        whole.statistics = quantities.statistics(within: activity.start...activityEnd)
        return whole
    }

    // MARK: - Checks

    @discardableResult
    private func requireBegun() throws(HearthError) -> Timestamp {
        try stage.requireCollecting()
        guard let start else {
            throw HearthError(.invalidArgument, "The workout has not begun: begin the collection first.")
        }
        return start
    }

    private func index(ofActivity id: ObjectID) throws(HearthError) -> Int {
        try requireBegun()
        guard let index = added.firstIndex(where: { $0.id == id }) else {
            throw HearthError(.invalidArgument, "The activity is not in the workout.")
        }
        return index
    }

    private func validTime(_ date: Date) throws(HearthError) -> Timestamp {
        let time = Timestamp(clamping: date)
        guard time.isValid else {
            throw HearthError(.invalidArgument, "The time is outside 1900-01-01 to 2150-01-01.")
        }
        return time
    }
}
