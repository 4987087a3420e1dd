public import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthSystem
internal import HearthWire

/// Collects a workout while its session runs: also what other apps save of the types of its data source.
///
/// `HKWorkoutSession.associatedWorkoutBuilder()` makes it. It collects from `beginCollection(at:)` to the end of the
/// collection, without the pauses. What was saved late is collected when the workout is finished.
///
/// `@unchecked Sendable`: as its superclass.
open class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
    private let live = Guarded(Live())

    private struct Live: @unchecked Sendable {
        weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
        weak var session: HKWorkoutSession?
        var collectsEvents = true
        var source: HKLiveWorkoutDataSource?
        var following: Task<Void, Never>?
        /// The samples that were collected, and not added by the app.
        var collected: [ObjectType: Set<ObjectID>] = [:]
        var activity: HKWorkoutActivity?
    }

    /// A builder for one workout.
    override public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
        super.init(healthStore: healthStore, configuration: configuration, device: device)
    }

    deinit {
        live.withLock { $0.following }?.cancel()
    }

    /// Receives what is collected.
    open var delegate: (any HKLiveWorkoutBuilderDelegate)? {
        get { live.withLock { $0.delegate } }
        set { live.withLock { $0.delegate = newValue } }
    }

    /// The session of the workout.
    open var workoutSession: HKWorkoutSession? { live.withLock { $0.session } }

    /// Whether events that the session generates are added.
    open var shouldCollectWorkoutEvents: Bool {
        get { live.withLock { $0.collectsEvents } }
        set { live.withLock { $0.collectsEvents = newValue } }
    }

    /// What is collected; nil: only what the app adds. It may change at any time.
    open var dataSource: HKLiveWorkoutDataSource? {
        get { live.withLock { $0.source } }
        set {
            let old = live.withLock { live in
                defer { live.source = newValue }
                return live.source
            }
            old?.follow(nil)
            newValue?.follow { [weak self] in self?.follow(restarting: true) }
            follow(restarting: true)
        }
    }

    /// Seconds without pauses from the beginning until now.
    open var elapsedTime: TimeInterval { elapsedTime(at: Date()) }

    /// The activity that the session has begun and not ended; nil: none.
    open var currentWorkoutActivity: HKWorkoutActivity? { live.withLock { $0.activity } }

    override func didChange() {
        follow()
        workoutSession?.keep()
    }

    // MARK: - Collecting

    /// Follows what is saved from the beginning of the workout on, as long as there is something to collect. `restarting`:
    /// something else than before.
    private func follow(restarting: Bool = false) {
        let start = collection.withLock { $0.isOver || $0.end != nil ? nil : $0.start }
        live.withLock { live in
            if restarting || start == nil || live.source == nil {
                live.following?.cancel()
                live.following = nil
            }
            guard let start, let source = live.source, live.following == nil else { return }
            let (holder, connection) = (Holder(builder: self), store.connection)
            live.following = Task {
                await HKLiveWorkoutBuilder.follow(source, from: start.date, on: connection, for: holder)
            }
        }
    }

    /// Does not keep the builder alive.
    ///
    /// `@unchecked Sendable`: the reference is only read.
    private struct Holder: @unchecked Sendable {
        weak var builder: HKLiveWorkoutBuilder?
    }

    private static func follow(
        _ source: HKLiveWorkoutDataSource,
        from start: Date,
        on connection: Connection,
        for holder: Holder
    ) async {
        do {
            let selections = try source.selections(from: start)
            let changes = try ChangeReading(selections, anchor: [], limit: 0, follow: true, on: connection)
            while let update = try await changes.next() {
                guard let builder = holder.builder else { return }
                try await builder.remove(Set(update.deleted.map(\.id)))
                try await builder.include(update.added)
            }
        } catch {
            guard !Task.isCancelled else { return }
            holder.builder?.workoutSession?.fail(HKError.translated(error))
        }
    }

    /// Counts those of the samples that belong to the workout and were not added yet.
    private func include(_ samples: [HKSample]) async throws {
        let included = collection.withLock { collection in
            samples.filter { collection.includes(Timestamp(clamping: $0.startDate)) }
        }
        let new = reserve(included)
        guard !new.isEmpty else { return }
        live.withLock { live in
            for sample in new {
                live.collected[sample.type, default: []].insert(sample.id)
            }
        }
        try await count(new)
        tellCollected(Set(new.map(\.type)))
    }

    /// Counts samples no longer.
    private func remove(_ ids: Set<ObjectID>) async throws {
        guard !ids.isEmpty else { return }
        let gone = added.withLock { added in
            added.flatMap { type, known in known.intersection(ids).map { (type: type, id: $0) } }
        }
        let types = release(gone)
        guard !types.isEmpty else { return }
        live.withLock { live in
            for type in types {
                live.collected[type]?.subtract(ids)
            }
        }
        collection.withLock { $0.remove(gone) }
        try await mergeSources(of: types)
        tellCollected(types)
    }

    private func tellCollected(_ types: Set<ObjectType>) {
        tell { $0.workoutBuilder($1, didCollectDataOf: Set(types.map(HKObjectType.sampleType))) }
    }

    /// What was saved or deleted meanwhile, or turned out to be in a pause.
    override func willFinish() async throws {
        let (source, following) = live.withLock { live in
            defer { live.following = nil }
            return (live.source, live.following)
        }
        following?.cancel()
        await following?.value
        guard let source, let start = collection.withLock({ $0.isOver ? nil : $0.start }) else { return }
        var found: [HKSample] = []
        let selections = try source.selections(from: start.date)
        let changes = try ChangeReading(selections, anchor: [], limit: 0, follow: false, on: store.connection)
        while let update = try await changes.next() {
            found += update.added
        }
        let ids = collection.withLock { collection in
            Set(found.filter { collection.includes(Timestamp(clamping: $0.startDate)) }.map(\.id))
        }
        let collected = live.withLock { $0.collected }
        try await remove(collected.values.reduce(into: []) { $0.formUnion($1.subtracting(ids)) })
        try await include(found)
    }

    // MARK: - The session

    func join(_ session: HKWorkoutSession) {
        live.withLock { $0.session = session }
    }

    /// The samples that the app has added itself.
    var addedByApp: [ObjectType: Set<ObjectID>] {
        let collected = live.withLock { $0.collected }
        return added.withLock { $0 }.reduce(into: [:]) { own, type in
            let ids = type.value.subtracting(collected[type.key] ?? [])
            own[type.key] = ids.isEmpty ? nil : ids
        }
    }

    /// The session has generated an event.
    func collect(_ event: HKWorkoutEvent) throws {
        guard shouldCollectWorkoutEvents, hasBegun else { return }
        try collect([event])
        tell { $0.workoutBuilderDidCollectEvent($1) }
    }

    /// The session has begun an activity.
    func begin(_ activity: HKWorkoutActivity) throws {
        guard hasBegun else { return }
        try collect(activity)
        live.withLock { $0.activity = activity }
        tell { $0.workoutBuilder($1, didBegin: activity) }
    }

    /// The session ends its activity, which is returned; nil: there is none.
    func endActivity(at date: Date) throws -> HKWorkoutActivity? {
        guard let activity = currentWorkoutActivity else { return nil }
        try endActivity(activity.uuid, date)
        live.withLock { $0.activity = nil }
        let ended = workoutActivities.first { $0.uuid == activity.uuid } ?? activity
        tell { $0.workoutBuilder($1, didEnd: ended) }
        return ended
    }

    private var hasBegun: Bool { collection.withLock { $0.start != nil && !$0.isOver } }

    private func tell(
        _ call: @escaping @Sendable (any HKLiveWorkoutBuilderDelegate, HKLiveWorkoutBuilder) -> Void
    ) {
        guard let delegate else { return }
        store.completions.call { call(delegate, self) }
    }

    /// Continues where a builder of an earlier run of the app was.
    func restore(_ record: SessionRecord) async throws {
        ids.restore(record.workout.id)
        guard record.hasBegun else { return }
        try begin(record.workout.startDate)
        try collect(record.workout.metadata ?? [:])
        try collect(record.events)
        for activity in record.activities {
            try collect(activity)
        }
        live.withLock { $0.activity = record.activities.last { $0.endDate == nil } }
        if record.hasEnded {
            try end(record.workout.endDate)
        }
        guard !record.added.isEmpty else { return }
        let clauses = record.added.map { type, ids in
            Clause(type: type, predicate: HearthModel.Predicate(terms: [.ids(Array(ids))]))
        }
        for try await batch in store.connection.query(QuerySamples(clauses: clauses)) {
            try await count(reserve(SampleDecoder.samples(batch)))
        }
    }
}
