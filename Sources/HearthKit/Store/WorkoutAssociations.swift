internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Associates samples with workouts.
struct WorkoutAssociations {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Associates samples with a stored workout, and saves those that are not stored.
    func add(_ samples: [HKSample], to workout: HKWorkout) async throws {
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

    /// The identifiers of those samples that are stored.
    func storedObjects(among samples: [HKSample]) async throws -> Set<ObjectID> {
        guard !samples.isEmpty else { return [] }
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
