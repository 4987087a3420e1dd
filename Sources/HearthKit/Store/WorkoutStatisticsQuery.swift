internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Computes the statistics of workouts over the samples that belong to them.
struct WorkoutStatisticsQuery: Sendable {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The statistics of the samples of a clause, or of what lies in a time of it; nil without any.
    func statistics(of clause: Clause, in time: Range<Timestamp>? = nil, for owner: ClosedRange<Timestamp>) async throws
        -> WorkoutStatistics?
    {
        let request = QueryStatistics(
            clauses: [clause],
            options: clause.type.aggregation == .cumulative
                ? [.sum, .mostRecent] : [.average, .minimum, .maximum, .mostRecent],
            edges: time.map { [$0.lowerBound, $0.upperBound] } ?? []
        )
        var found: WorkoutStatistics?
        do {
            for try await batch in connection.statistics(request)
            where batch.merged.count > 0 && batch.merged.counts[0] > 0 {
                let values = StatisticsValues(batch.merged, row: 0)
                found = WorkoutStatistics(
                    type: clause.type,
                    start: owner.lowerBound,
                    end: owner.upperBound,
                    sum: values.sum,
                    average: values.average,
                    minimum: values.minimum,
                    maximum: values.maximum,
                    mostRecent: values.mostRecent
                )
            }
        } catch let error as HearthError where error.code == .noData {
            return nil
        }
        return found
    }

    /// The statistics of each type that has samples associated with a stored workout, sorted by the types' names.
    func statistics(
        ofWorkout id: ObjectID,
        in time: Range<Timestamp>? = nil,
        for owner: ClosedRange<Timestamp>
    ) async throws -> [WorkoutStatistics] {
        var statistics: [WorkoutStatistics] = []
        for type in try await quantityTypes(inWorkout: id) {
            let clause = Clause(type: type, predicate: HearthModel.Predicate(terms: [.inWorkout(id)]))
            if let found = try await self.statistics(of: clause, in: time, for: owner) {
                statistics.append(found)
            }
        }
        return statistics
    }

    /// The quantity types of the samples that are associated with a workout.
    private func quantityTypes(inWorkout id: ObjectID) async throws -> [ObjectType] {
        let quantities = ObjectType.all.filter { $0.kind == .quantity }
        let clauses = quantities.map { Clause(type: $0, predicate: HearthModel.Predicate(terms: [.inWorkout(id)])) }
        var types: Set<ObjectType> = []
        for first in stride(from: 0, to: clauses.count, by: Int(Limits.standard.clauses)) {
            let some = Array(clauses[first...].prefix(Int(Limits.standard.clauses)))
            for try await batch in connection.query(QuerySamples(clauses: some)) {
                types.formUnion(batch.columns.filter { $0.count > 0 }.map(\.type))
            }
        }
        return types.sorted { $0.identifier < $1.identifier }
    }
}

extension [HKSample] {
    /// Lets the workouts among the samples compute their statistics, if they were saved without any.
    func setStatisticsLookup(_ connection: Connection) {
        for case let workout as HKWorkout in self where workout.detail.statistics.isEmpty {
            workout.setLookup { [weak connection, id = workout.id] time, owner in
                guard let connection else { return nil }
                return try? Blocking.wait {
                    try await WorkoutStatisticsQuery(connection).statistics(ofWorkout: id, in: time, for: owner)
                }
            }
        }
    }
}
