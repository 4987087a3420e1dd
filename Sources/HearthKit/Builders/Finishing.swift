internal import HearthModel
internal import HearthSystem

extension Guarded {
    /// Changes what is collected. What goes wrong comes as HealthKit's errors.
    @discardableResult
    func change<Changed>(_ change: (inout Value) throws(HearthError) -> Changed) throws -> Changed {
        try HKError.translating { try withLock(change) }
    }

    /// Finishes what was collected, or fails and leaves it as it is, and saves what came of it. When that fails, what
    /// was collected is there again as it was, so that it can be finished again.
    func finishing<Finished, Saved>(
        _ finish: (inout Value) throws(HearthError) -> Finished,
        saving save: (Finished) async throws -> Saved
    ) async throws -> Saved where Value: Sendable {
        // At once: what is added by others in between would be lost when it is put back.
        let (before, finished) = try change { value throws(HearthError) in (value, try finish(&value)) }
        do {
            return try await save(finished)
        } catch {
            withLock { $0 = before }
            throw HKError.translated(error)
        }
    }
}

/// The identifiers of what a builder saves: the same ones when it saves again, so that what an earlier attempt may have
/// saved is not there twice.
final class FinishedIDs: Sendable {
    private let ids = Guarded<[ObjectID]>([])

    func first(_ count: Int) -> [ObjectID] {
        ids.withLock { ids in
            ids += ObjectIDGenerator.shared.next(count: max(0, count - ids.count))
            return Array(ids.prefix(count))
        }
    }
}
