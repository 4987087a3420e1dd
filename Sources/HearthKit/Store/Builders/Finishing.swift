internal import HearthModel
internal import HearthSystem

extension Guarded {
    /// Changes the collected data. Errors are translated to HealthKit's.
    @discardableResult
    func change<Changed>(_ change: (inout Value) throws(HearthError) -> Changed) throws -> Changed {
        try HKError.translating { try withLock(change) }
    }

    /// Finishes the collection and saves the result. If either fails, the collection is as before, and can be finished
    /// again.
    func finishing<Finished, Saved>(
        _ finish: (inout Value) throws(HearthError) -> Finished,
        saving save: (Finished) async throws -> Saved
    ) async throws -> Saved where Value: Sendable {
        // In one step: restoring the collection would lose anything added in between.
        let (before, finished) = try change { value throws(HearthError) in (value, try finish(&value)) }
        do {
            return try await save(finished)
        } catch {
            withLock { $0 = before }
            throw HKError.translated(error)
        }
    }
}

/// The identifiers of the samples that a builder saves. They stay the same when it saves again, so that samples which
/// an earlier attempt has saved are not stored twice.
final class FinishedIDs: Sendable {
    private let ids = Guarded<[ObjectID]>([])

    /// Continues with the identifier of an earlier attempt.
    func restore(_ id: ObjectID) {
        ids.withLock { $0 = [id] }
    }

    func first(_ count: Int) -> [ObjectID] {
        ids.withLock { ids in
            ids += ObjectIDGenerator.shared.next(count: max(0, count - ids.count))
            return Array(ids.prefix(count))
        }
    }
}
