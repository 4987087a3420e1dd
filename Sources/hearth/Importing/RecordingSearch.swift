import HearthClient
import HearthFormats
import HearthModel
import HearthWire

/// Finds what a file of the same recording has brought: the same file, one that was cut off, or one that was exported before
/// its end or its sport was corrected.
struct RecordingSearch: Sendable {
    /// A stored workout of the recording.
    struct Stored: Sendable {
        let id: ObjectID
        let start: Timestamp
        let end: Timestamp
        let values: ComparedWorkout
        /// Whether its file ended too early.
        let isCut: Bool
        /// The app as which it was imported.
        let owner: String
        fileprivate let place: RecordingIdentity.Place?

        fileprivate func covers(_ time: Timestamp) -> Bool { start <= time && time < end }
    }

    /// What is stored of a workout in a file.
    enum Match: Sendable {
        case none
        /// The same workout, perhaps with other values.
        case same(Stored)
        /// The file was cut off, and adds nothing to a workout from the whole file or from more of it.
        case complete(Stored)
        /// A workout from a cut file has its time: that file had points of several sessions, and ended before their summaries.
        case covered
    }

    let connection: Connection

    /// `workout`: that of `samples`, as one of its source.
    func match(_ samples: WorkoutSamples, _ workout: SampleColumns) async throws -> Match {
        guard let recording = samples.recording, let id = workout.ids.first, let start = workout.starts.first else {
            return .none
        }
        let end = workout.end(0)
        let stored = try await workouts(of: recording, like: workout)
        let same =
            stored.first { $0.id.hasSameIdentity(as: id) }
            ?? stored.first { other in
                guard samples.isLaterSession else { return other.place == .firstSession }
                // A cut file has the start of its last session only roughly.
                let isOfCut = other.isCut && start <= other.start && other.start < end
                return other.place == .laterSession && (isOfCut || samples.isCut && other.covers(start))
            }
        if samples.isCut, let more = same ?? stored.first(where: { $0.covers(start) }), !more.isCut || more.end > end {
            return .complete(more)
        }
        if let same { return .same(same) }
        let isCovered = !samples.isCut && stored.contains { $0.isCut && $0.start < end && start < $0.end }
        return isCovered ? .covered : .none
    }

    /// The same route with the UUID of the one that another file of the recording has brought.
    func matched(_ route: SampleColumns) async throws -> SampleColumns {
        guard let start = route.starts.first, let id = route.ids.first else { return route }
        let moment = Interval(start: start, end: Timestamp(nanoseconds: start.nanoseconds + 1), strictStart: true)
        var route = route
        for try await batch in connection.query(query(.workoutRoute, moment, route.sources)) {
            let ids = batch.columns.flatMap(\.ids)
            guard !ids.contains(id) else { break }
            route.ids = ids.first { $0.hasSameIdentity(as: id) }.map { [$0] } ?? route.ids
        }
        return route
    }

    /// The imported workouts of a recording that have a part of a workout's time.
    private func workouts(of recording: RecordingIdentity, like workout: SampleColumns) async throws -> [Stored] {
        let second: Int64 = 1_000_000_000
        let times = Interval(start: workout.starts[0].adding(-second), end: workout.end(0).adding(second))
        var found: [Stored] = []
        for try await batch in connection.query(query(.workout, times, workout.sources)) {
            for columns in batch.columns {
                for row in columns.ids.indices {
                    let (id, start) = (columns.ids[row], columns.starts[row])
                    let place = recording.place(of: id, start)
                    guard place != nil || id.hasSameIdentity(as: workout.ids[0]),
                        let values = ComparedWorkout(columns, row),
                        let owner = columns.provenance[row]?.importingApp(from: workout.sources)
                    else { continue }
                    found.append(
                        Stored(
                            id: id,
                            start: start,
                            end: columns.end(row),
                            values: values,
                            isCut: columns.metadata[row]?[WorkoutSamples.cutKey] == .boolean(true),
                            owner: owner,
                            place: place
                        )
                    )
                }
            }
        }
        return found
    }

    private func query(_ type: ObjectType, _ times: Interval, _ sources: Set<String>) -> QuerySamples {
        let predicate = Predicate(terms: [.interval(times), .sources(sources.sorted())])
        return QuerySamples(clauses: [Clause(type: type, predicate: predicate)])
    }

    /// The samples that imports have made part of a workout of these sources, without their series, and without those that
    /// `file` has.
    func members(
        of workout: ObjectID,
        types: [ObjectType],
        from sources: Set<String>,
        lackingIn file: [SampleColumns]
    ) async throws -> [SampleColumns] {
        guard !types.isEmpty else { return [] }
        let ids = Set(file.flatMap(\.ids))
        let predicate = Predicate(terms: [.inWorkout(workout), .sources(sources.sorted())])
        var members: [SampleColumns] = []
        for try await batch in connection.query(
            QuerySamples(clauses: types.map { Clause(type: $0, predicate: predicate) })
        ) {
            members += batch.columns.map { columns in
                let rows = columns.ids.indices.filter {
                    columns.provenance[$0]?.importingApp(from: sources) != nil && !ids.contains(columns.ids[$0])
                }
                return columns.selecting(.each(rows))
            }
        }
        return members.filter { $0.count > 0 }
    }
}

extension ObjectID {
    /// Whether two derived UUIDs have the same start, type and origin: they differ only in the 12 bits that depend on the end.
    fileprivate func hasSameIdentity(as other: ObjectID) -> Bool {
        version == 7 && high >> 12 == other.high >> 12 && low == other.low
    }
}
