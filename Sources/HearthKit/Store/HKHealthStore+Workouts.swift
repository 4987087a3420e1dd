internal import HearthClient
internal import HearthModel
internal import HearthWire

extension HKHealthStore {
    /// Associates samples with a workout that is stored. Samples that are not stored are saved, without a device.
    ///
    /// `HKQuery.predicateForObjects(from:)` finds them again. The workout's totals do not change.
    public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        guard !samples.isEmpty else { return }
        try await HKError.translating {
            let stored = try await storedObjects(among: samples)
            let new = samples.filter { !stored.contains($0.id) }
            _ = try await connection.add(
                new.isEmpty ? [] : try SampleEncoder.columns(of: new).map(\.withoutDevices),
                stored: samples.map(\.id).filter(stored.contains),
                to: workout.id
            )
        }
    }

    /// Associates samples with a workout that is stored, and then calls `completion`.
    @preconcurrency
    public func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.addSamples(samples, to: workout) }
    }

    private func storedObjects(among samples: [HKSample]) async throws -> Set<ObjectID> {
        let clauses = Dictionary(grouping: samples, by: \.type).map { type, samples in
            Clause(type: type, predicate: HearthModel.Predicate(terms: [.ids(samples.map(\.id))]))
        }
        var stored: Set<ObjectID> = []
        for try await batch in connection.query(QuerySamples(clauses: clauses)) {
            for columns in batch.columns {
                stored.formUnion(columns.ids)
            }
        }
        return stored
    }
}

extension SampleColumns {
    fileprivate var withoutDevices: SampleColumns {
        var columns = self
        columns.provenance = DictionaryColumn()
        return columns
    }
}
