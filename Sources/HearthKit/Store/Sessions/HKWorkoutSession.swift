public import Foundation
internal import HearthModel
internal import HearthSystem

/// A workout while it happens. Its builder collects what apps on this machine save meanwhile.
///
/// An app has one session at a time, which its store object keeps until the workout is finished or discarded. It survives a restart of the app:
/// `HKHealthStore.recoverActiveWorkoutSession()` returns it until its workout is finished or discarded.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; a lock guards the mutable state.
open class HKWorkoutSession: NSObject, @unchecked Sendable {
    private let store: HKHealthStore
    private let builder: HKLiveWorkoutBuilder
    private let held: Guarded<Held>

    private struct Held: @unchecked Sendable {
        var state = HKWorkoutSessionState.notStarted
        var startDate: Date?
        var endDate: Date?
        weak var delegate: (any HKWorkoutSessionDelegate)?
    }

    /// A session for a workout.
    public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration) throws {
        store = healthStore
        builder = HKLiveWorkoutBuilder(healthStore: healthStore, configuration: configuration, device: nil)
        held = Guarded(Held())
        super.init()
        builder.join(self)
    }

    /// A session that was active when the app ended.
    init(recovering record: SessionRecord, in store: HKHealthStore) async throws {
        self.store = store
        builder = HKLiveWorkoutBuilder(healthStore: store, configuration: record.configuration, device: nil)
        held = Guarded(Held(state: record.state, startDate: record.startDate, endDate: record.endDate))
        super.init()
        try await builder.restore(record)
        builder.join(self)
    }

    // MARK: - What it is

    /// On this machine.
    open var type: HKWorkoutSessionType { .primary }

    /// A copy of the configuration that the session was created with.
    open var workoutConfiguration: HKWorkoutConfiguration { builder.workoutConfiguration }

    /// The state.
    open var state: HKWorkoutSessionState { held.withLock { $0.state } }

    /// When the workout started; nil before it has.
    open var startDate: Date? { held.withLock { $0.startDate } }

    /// When the workout ended; nil before it has.
    open var endDate: Date? { held.withLock { $0.endDate } }

    /// The activity that was begun last and has not ended, or else that of the whole workout.
    open var currentActivity: HKWorkoutActivity {
        if let activity = builder.currentWorkoutActivity { return activity }
        let (start, end) = held.withLock { ($0.startDate ?? Date(), $0.endDate) }
        return HKWorkoutActivity(
            workoutConfiguration: workoutConfiguration,
            start: start,
            end: end.map { max($0, start) },
            metadata: nil
        )
    }

    /// Receives changes of the session.
    open var delegate: (any HKWorkoutSessionDelegate)? {
        get { held.withLock { $0.delegate } }
        set { held.withLock { $0.delegate = newValue } }
    }

    /// The builder of the workout: always the same.
    open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder { builder }

    // MARK: - From start to end

    // What the state does not allow is an error, which the delegate receives.

    /// Prepares the start.
    open func prepare() {
        change(to: .prepared, from: [.notStarted], at: Date()) { _, _ in }
    }

    /// Starts the workout, now or at a date.
    open func startActivity(with date: Date?) {
        let date = date ?? Date()
        change(to: .running, from: [.notStarted, .prepared], at: date) { $0.startDate = $1 }
    }

    /// Ends the workout, now or at a date. Its last data can still be collected.
    open func stopActivity(with date: Date?) {
        change(to: .stopped, from: [.running, .paused], at: date ?? Date()) { $0.endDate = $1 }
    }

    /// Ends the session.
    open func end() {
        change(to: .ended, from: [.notStarted, .prepared, .running, .paused, .stopped], at: Date()) { held, now in
            held.endDate = held.endDate ?? now
        }
    }

    /// Pauses: what is measured until the workout resumes does not belong to it.
    open func pause() {
        generate(.pause, .paused, from: .running)
    }

    /// Resumes after a pause.
    open func resume() {
        generate(.resume, .running, from: .paused)
    }

    private func generate(_ type: HKWorkoutEventType, _ state: HKWorkoutSessionState, from old: HKWorkoutSessionState) {
        let event = HKWorkoutEvent(type: type, date: Date())
        guard change(to: state, from: [old], at: event.date, { _, _ in }) else { return }
        do {
            try builder.collect(event)
        } catch {
            fail(error)
        }
        tell { $0.workoutSession($1, didGenerate: event) }
    }

    @discardableResult
    private func change(
        to new: HKWorkoutSessionState,
        from allowed: Set<HKWorkoutSessionState>,
        at date: Date,
        _ change: (inout Held, Date) -> Void
    ) -> Bool {
        let old = held.withLock { held -> HKWorkoutSessionState? in
            guard allowed.contains(held.state) else { return nil }
            defer {
                held.state = new
                change(&held, date)
            }
            return held.state
        }
        guard let old else {
            let text = "The session is \(state): it cannot become \(new)."
            fail(HKError(.errorInvalidArgument, userInfo: [NSLocalizedDescriptionKey: text]))
            return false
        }
        if new == .running, old != .paused {
            store.sessions.start(self)
        }
        keep()
        tell { $0.workoutSession($1, didChangeTo: new, from: old, date: date) }
        return true
    }

    // MARK: - Activities

    /// Begins an activity of the workout, and ends the one before.
    open func beginNewActivity(configuration: HKWorkoutConfiguration, date: Date, metadata: [String: Any]?) {
        guard state == .running else {
            return fail(
                HKError(.errorInvalidArgument, userInfo: [NSLocalizedDescriptionKey: "The session does not run."])
            )
        }
        endCurrentActivity(on: date)
        let activity = HKWorkoutActivity(
            workoutConfiguration: configuration,
            start: date,
            end: nil,
            metadata: metadata
        )
        do {
            try builder.begin(activity)
        } catch {
            return fail(error)
        }
        tell { $0.workoutSession($1, didBeginActivityWith: activity.workoutConfiguration, date: date) }
    }

    /// Ends the activity that was begun last, if there is one.
    open func endCurrentActivity(on date: Date) {
        do {
            guard let activity = try builder.endActivity(at: date) else { return }
            tell { $0.workoutSession($1, didEndActivityWith: activity.workoutConfiguration, date: date) }
        } catch {
            fail(error)
        }
    }

    // MARK: - The delegate, and the session on disk

    /// Another session has started.
    func interrupt() {
        fail(HKError(.errorAnotherWorkoutSessionStarted))
        end()
    }

    func fail(_ error: any Error) {
        tell { $0.workoutSession($1, didFailWithError: error) }
    }

    private func tell(_ call: @escaping @Sendable (any HKWorkoutSessionDelegate, HKWorkoutSession) -> Void) {
        guard let delegate else { return }
        store.completions.call { call(delegate, self) }
    }

    /// Keeps the state for a restart of the app.
    func keep() {
        do {
            try store.sessions.keep(record, of: self)
        } catch {
            fail(HKError(.errorDatabaseInaccessible))
        }
    }

    /// Nil if there is nothing to continue.
    private var record: SessionRecord? {
        let (state, start, end) = held.withLock { ($0.state, $0.startDate, $0.endDate) }
        let (begin, finish, metadata, isOver) = builder.collection.withLock { collection in
            (collection.start?.date, collection.end?.date, collection.metadata, collection.isOver)
        }
        guard !isOver, state != .ended || begin != nil else { return nil }
        let date = begin ?? start ?? Date()
        let head = SampleHead(
            collected: .workout,
            id: builder.ids.first(1)[0],
            from: date,
            to: max(date, finish ?? date),
            device: nil,
            attached: metadata
        )
        return SessionRecord(
            state: state,
            startDate: start,
            endDate: end,
            configuration: workoutConfiguration,
            workout: HKWorkout(
                head,
                activityType: workoutConfiguration.activityType.type,
                duration: 0,
                detail: WorkoutDetail()
            ),
            hasBegun: begin != nil,
            hasEnded: finish != nil,
            events: builder.workoutEvents,
            activities: builder.workoutActivities,
            added: builder.addedByApp
        )
    }
}
