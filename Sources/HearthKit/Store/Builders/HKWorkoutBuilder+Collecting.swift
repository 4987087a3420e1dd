internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthSystem

extension HKWorkoutBuilder {
    func begin(_ startDate: Date) throws {
        try collection.change { collection throws(HearthError) in try collection.begin(at: startDate) }
        didChange()
    }

    func end(_ endDate: Date) throws {
        try collection.change { collection throws(HearthError) in try collection.end(at: endDate) }
        didChange()
    }

    func finish() async throws -> HKWorkout? {
        defer { didChange() }
        try await HKError.translating { try await willFinish() }
        return try await collection.finishing { collection throws(HearthError) in
            try collection.finish()
        } saving: { finished in
            let finished = try await mergingSources(finished)
            let head = SampleHead(
                collected: .workout,
                id: ids.first(1)[0],
                from: finished.start,
                to: finished.end,
                device: device,
                attached: finished.metadata
            )
            let workout = HKWorkout(
                head,
                activityType: finished.activityType,
                duration: finished.duration,
                detail: finished.detail
            )
            try await store.save(workout)
            let samples = added.withLock { $0.values.flatMap { $0 } }
            if !samples.isEmpty {
                _ = try await store.connection.add([], stored: samples, to: workout.id)
            }
            // A route that the app has not finished itself belongs to the workout too.
            try await routes.withLock { $0 }?.finishCollected(with: workout)
            return workout
        }
    }

    // MARK: - Adding

    func collect(_ samples: [HKSample]) async throws {
        // Checks the samples before saving them.
        _ = try collection.change { collection throws(HearthError) in
            var tried = collection
            try tried.add(samples)
        }
        // Before they are saved: a live builder may receive them from the store.
        let new = reserve(samples)
        do {
            // Samples from the store, such as series, are stored already and only have to be associated.
            let stored = try await store.associations.storedObjects(
                among: samples.filter(\.origin.isStored)
            )
            try await store.save(samples.filter { !stored.contains($0.id) })
            try await count(new)
        } catch {
            release(new.map { ($0.type, $0.id) })
            throw error
        }
        didChange()
    }

    /// Notes samples as added. Returns those that were not yet.
    func reserve(_ samples: [HKSample]) -> [HKSample] {
        added.withLock { added in
            samples.filter { added[$0.type, default: []].insert($0.id).inserted }
        }
    }

    /// Forgets samples that were added. Returns the types of those that were.
    @discardableResult
    func release(_ samples: [(type: ObjectType, id: ObjectID)]) -> Set<ObjectType> {
        added.withLock { added in
            Set(samples.filter { added[$0.type]?.remove($0.id) != nil }.map(\.type))
        }
    }

    /// Counts stored samples in the statistics.
    func count(_ samples: [HKSample]) async throws {
        try collection.change { collection throws(HearthError) in try collection.add(samples) }
        try await mergeSources(of: Set(samples.map(\.type)))
    }

    /// Has the store compute the statistics of those types that several sources have measured.
    func mergeSources(of types: Set<ObjectType>) async throws {
        let shared = collection.withLock { $0.shared }
        for type in types {
            guard let ids = shared[type], let merged = try await statistics(of: type, ids, .earliest ... .latest)
            else { continue }
            collection.withLock { $0.setMerged(merged) }
        }
    }

    func collect(_ events: [HKWorkoutEvent]) throws {
        try collection.change { collection throws(HearthError) in try collection.add(events) }
        didChange()
    }

    func collect(_ metadata: [String: Any]) throws {
        try collection.change { collection throws(HearthError) in try collection.add(Metadata(metadata)) }
        didChange()
    }

    func collect(_ activity: HKWorkoutActivity) throws {
        try collection.change { collection throws(HearthError) in try collection.add(activity) }
        didChange()
    }

    func endActivity(_ uuid: UUID, _ endDate: Date) throws {
        try collection.change { collection throws(HearthError) in
            try collection.endActivity(ObjectID(uuid), at: endDate)
        }
        didChange()
    }

    func collect(_ metadata: [String: Any], ofActivity uuid: UUID) throws {
        try collection.change { collection throws(HearthError) in
            try collection.addMetadata(Metadata(metadata), toActivity: ObjectID(uuid))
        }
        didChange()
    }
}
