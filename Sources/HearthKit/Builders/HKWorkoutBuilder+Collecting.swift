internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthSystem

extension HKWorkoutBuilder {
    func begin(_ startDate: Date) throws {
        try collection.change { collection throws(HearthError) in try collection.begin(at: startDate) }
    }

    func end(_ endDate: Date) throws {
        try collection.change { collection throws(HearthError) in try collection.end(at: endDate) }
    }

    func finish() async throws -> HKWorkout? {
        try await collection.finishing { collection throws(HearthError) in
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
            let samples = added.withLock { $0 }
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
        // Samples from the store, such as series, are stored already and only have to be associated.
        let stored = try await store.associations.storedObjects(
            among: samples.filter(\.origin.isStored)
        )
        try await store.save(samples.filter { !stored.contains($0.id) })
        let shared = try collection.change { collection throws(HearthError) in
            try collection.add(samples)
            return collection.shared
        }
        added.withLock { $0 += samples.map(\.id) }
        for type in Set(samples.map(\.type)) {
            guard let ids = shared[type], let merged = try await statistics(of: type, ids, .earliest ... .latest)
            else { continue }
            collection.withLock { $0.setMerged(merged) }
        }
    }

    func collect(_ events: [HKWorkoutEvent]) throws {
        try collection.change { collection throws(HearthError) in try collection.add(events) }
    }

    func collect(_ metadata: [String: Any]) throws {
        try collection.change { collection throws(HearthError) in try collection.add(Metadata(metadata)) }
    }

    func collect(_ activity: HKWorkoutActivity) throws {
        try collection.change { collection throws(HearthError) in try collection.add(activity) }
    }

    func endActivity(_ uuid: UUID, _ endDate: Date) throws {
        try collection.change { collection throws(HearthError) in
            try collection.endActivity(ObjectID(uuid), at: endDate)
        }
    }

    func collect(_ metadata: [String: Any], ofActivity uuid: UUID) throws {
        try collection.change { collection throws(HearthError) in
            try collection.addMetadata(Metadata(metadata), toActivity: ObjectID(uuid))
        }
    }
}
