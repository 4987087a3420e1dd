import HearthClient
import HearthModel
import HearthWire

/// Workouts, and the samples that become theirs.
extension ImportStore {
    /// Whether a workout is stored.
    func hasWorkout(_ id: ObjectID) async throws -> Bool {
        var isStored = false
        try await SampleLookup(connection: connection).each(of: [id], types: [.workout]) { found in
            isStored = isStored || found.count > 0
        }
        return isStored
    }

    /// Makes stored samples part of a workout: those that an app measured within its time, whose last moment belongs to it.
    func associate(_ workout: ObjectID, _ app: String, from start: Timestamp, to end: Timestamp, types: [ObjectType])
        async throws
    {
        guard !isDryRun else { return }
        let terms: [Predicate.Term] = [
            .interval(Interval(start: start, end: end.next)), .sources([app]), .inWorkout(workout), .noneOf(1),
        ]
        let clauses = types.map { Clause(type: $0, predicate: Predicate(terms: terms)) }
        var ids: [ObjectID] = []
        for try await batch in connection.query(QuerySamples(clauses: clauses)) {
            for samples in batch.columns {
                for row in samples.ids.indices where samples.starts[row] >= start && samples.end(row) <= end {
                    ids.append(samples.ids[row])
                }
            }
        }
        try await associate(workout, ids)
    }

    /// What one call names, which must fit a frame.
    private static let idsPerCall = 1 << 14

    /// Makes stored samples part of a workout.
    func associate(_ workout: ObjectID, _ ids: [ObjectID]) async throws {
        guard !isDryRun else { return }
        do {
            for part in ids.parts(of: Self.idsPerCall) {
                _ = try await connection.add([], stored: Array(part), to: workout)
            }
        } catch let error as HearthError where error.isAboutMissingObjects {
            // Another client has deleted the workout or a sample meanwhile.
            omit(ObjectType.workout.identifier, error.reason)
        }
    }

    /// The samples that are stored, of those that a file has: the server may have refused some.
    func stored(_ columns: [SampleColumns]) async throws -> [ObjectID] {
        var stored: [ObjectID] = []
        let ids = Set(columns.flatMap(\.ids))
        try await SampleLookup(connection: connection).each(of: ids, types: columns.map(\.type)) { found in
            stored += found.ids
        }
        return stored
    }

    /// Other workouts of an activity that lie mostly within a time, or the other way round.
    func workouts(like activity: WorkoutActivityType, from start: Timestamp, to end: Timestamp, except id: ObjectID)
        async throws -> Int
    {
        let interval = Predicate(terms: [.interval(Interval(start: start, end: end))])
        var count = 0
        let query = QuerySamples(clauses: [Clause(type: .workout, predicate: interval)])
        for try await batch in connection.query(query) {
            for samples in batch.columns {
                guard case .workout(let workouts) = samples.payload else { continue }
                for row in samples.ids.indices where workouts.activityTypes[row] == activity && samples.ids[row] != id {
                    let overlap =
                        min(samples.end(row), end).nanoseconds - max(samples.starts[row], start).nanoseconds
                    let shorter = min(
                        end.nanoseconds - start.nanoseconds,
                        samples.end(row).nanoseconds - samples.starts[row].nanoseconds
                    )
                    count += overlap > shorter / 2 ? 1 : 0
                }
            }
        }
        return count
    }
}

extension Timestamp {
    /// The moment after this one.
    fileprivate var next: Timestamp { Timestamp(nanoseconds: nanoseconds + 1) }
}
