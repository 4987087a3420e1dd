internal import Foundation
internal import HearthModel
internal import HearthSystem

/// The workout session of an app: one at a time.
final class WorkoutSessions: Sendable {
    private let place: SessionPlace
    private let app: AppID
    private let active = Guarded<HKWorkoutSession?>(nil)

    init(of app: AppID, in place: SessionPlace) {
        self.app = app
        self.place = place
    }

    /// A session starts. One that was active ends.
    func start(_ session: HKWorkoutSession) {
        let earlier = active.withLock { active in
            defer { active = session }
            return active
        }
        if let earlier, earlier !== session {
            earlier.interrupt()
        }
    }

    /// Keeps the state of a session, if it is the active one; nil: it is over.
    func keep(_ record: SessionRecord?, of session: HKWorkoutSession) throws {
        try active.withLock { active in
            guard active === session else { return }
            guard let record else {
                active = nil
                return place.remove(app)
            }
            try place.write(record.archived(), app)
        }
    }

    /// The session that is active, or was when the app ended; nil: none.
    func recover(for store: HKHealthStore) async throws -> HKWorkoutSession? {
        if let session = active.withLock({ $0 }) { return session }
        guard let data = place.read(app), let record = SessionRecord(data) else { return nil }
        let session = try await HKWorkoutSession(recovering: record, in: store)
        active.withLock { $0 = session }
        return session
    }
}
