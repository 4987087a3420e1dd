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

    /// A route and its workout.
    struct Route: Sendable {
        let columns: SampleColumns
        let workout: ObjectID
    }

    /// Saves the routes that are not stored, each of them as part of its workout. Of stored ones the ends are compared.
    ///
    /// `comparesLocations`: whether their locations are compared too, which are read for that. `mayAdd`: whether those that
    /// are not stored are saved, and not only counted as changed.
    func save(_ routes: [Route], comparesLocations: Bool = false, mayAdd: Bool = true) async throws {
        guard !routes.isEmpty else { return }
        var stored: [ObjectID: StoredRoute] = [:]
        if try await mayBeStored(.workoutRoute, of: Set(routes.flatMap(\.columns.sources))) {
            let ids = Set(routes.flatMap(\.columns.ids))
            let lookup = SampleLookup(connection: connection)
            try await lookup.each(of: ids, types: [.workoutRoute], includesSeries: comparesLocations) { found in
                for row in found.ids.indices {
                    stored[found.ids[row]] = StoredRoute(
                        columns: found.selecting(.each([row])),
                        comparesLocations: comparesLocations
                    )
                }
            }
        }
        var new: [Route] = []
        for route in routes {
            guard let found = stored[route.columns.ids[0]] else {
                new.append(route)
                continue
            }
            try await save(route, instead: found)
        }
        guard mayAdd else { return count(ImportTable.Counts(changed: new.count), of: .workoutRoute) }
        guard !isDryRun else { return count(new.map(\.columns)) }
        // The server commits together what it gets together.
        try await new.forEach(atOnce: Self.routesAtOnce) { route in
            try await self.add([route.columns], to: route.workout)
        }
    }

    private struct StoredRoute {
        let columns: SampleColumns
        let comparesLocations: Bool

        /// Speeds, courses and accuracies are not compared.
        func isEqual(to route: SampleColumns) -> Bool {
            guard columns.end(0) == route.end(0) else { return false }
            guard comparesLocations, case .route(let own) = columns.payload, case .route(let other) = route.payload
            else { return true }
            return own.timestamps == other.timestamps && own.latitudes == other.latitudes
                && own.longitudes == other.longitudes && own.altitudes == other.altitudes
        }
    }

    /// Counts a route that is stored, and replaces it if it differs and that is wanted.
    private func save(_ route: Route, instead stored: StoredRoute) async throws {
        guard stored.isEqual(to: route.columns) else {
            guard updates, !isDryRun else { return count(ImportTable.Counts(changed: 1), of: .workoutRoute) }
            guard let app = stored.columns.provenance[0]?.importingApp(from: route.columns.sources) else {
                return omit(ObjectType.workoutRoute.identifier, "another app saved it")
            }
            return try await replace(route.columns, of: session(as: app), partOf: route.workout)
        }
        count(ImportTable.Counts(known: 1), of: .workoutRoute)
        // The workout was deleted, or an import was stopped while it replaced the workout.
        if newWorkouts.contains(route.workout) {
            try await associate(route.workout, route.columns.ids)
        }
    }

    /// A route of an hour has 200 KB.
    private static let routesAtOnce = 16

    /// Saves a workout and its quantities, as far as they are not stored. The quantities become part of it.
    func save(_ workout: SampleColumns, with quantities: [SampleColumns]) async throws {
        let id = workout.ids[0]
        let isNew = try await !unstored([workout]).isEmpty
        if isNew, try await saveNew([workout]) {
            // The server has refused it.
            try await saveNew(unstored(quantities))
            return
        }
        if isNew, !isDryRun {
            noteNewWorkouts([id])
        }
        try await save(quantities, partOf: id)
    }

    /// Saves quantities as far as they are not stored. All become part of a stored workout.
    func save(_ quantities: [SampleColumns], partOf id: ObjectID) async throws {
        let new = try await unstored(quantities)
        if isDryRun { return count(new) }
        if new.rowCount < quantities.rowCount {
            try await associate(id, search.others(of: quantities, than: id))
        }
        try await new.parts(ofRows: Self.rowsOfAddition).forEach(atOnce: Self.additionsAtOnce) { part in
            try await self.add(part, to: id)
        }
    }

    /// What one call saves or names: half a megabyte, which fits a frame and is committed without preparation.
    private static let rowsOfAddition = 1 << 14
    private static let additionsAtOnce = 4

    /// Saves new samples as part of a workout. Those that the server refuses are counted, and the others are saved.
    private func add(_ columns: [SampleColumns], to workout: ObjectID) async throws {
        let importer = importer
        do {
            try await retryingForRoom { try await importer.add(columns, to: workout) }
            count(columns)
        } catch let error as HearthError where error.isAboutMissingObjects {
            // Another client has deleted the workout meanwhile, or the server has refused it.
            for samples in columns {
                omit(samples.type.identifier, error.reason, count: samples.count)
            }
        } catch let error as HearthError where error.isAboutSamples {
            guard columns.rowCount > 1 else { return omit(columns[0].type.identifier, error.reason) }
            for half in columns.halves {
                try await add(half, to: workout)
            }
        }
    }

    /// Makes stored samples part of a workout: those that an app measured within its time, whose last moment belongs to it.
    func associate(_ workout: ObjectID, _ app: String, from start: Timestamp, to end: Timestamp, types: [ObjectType])
        async throws
    {
        guard !isDryRun else { return }
        var terms: [Predicate.Term] = [.interval(Interval(start: start, end: end.next)), .sources([app])]
        if !newWorkouts.contains(workout) {
            terms += [.inWorkout(workout), .noneOf(1)]
        }
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

    /// Makes stored samples part of a workout.
    func associate(_ workout: ObjectID, _ ids: [ObjectID]) async throws {
        guard !isDryRun else { return }
        for part in ids.parts(of: Self.rowsOfAddition) {
            try await associatePart(workout, Array(part))
        }
    }

    private func associatePart(_ workout: ObjectID, _ ids: [ObjectID]) async throws {
        let connection = connection
        do {
            _ = try await retryingForRoom { try await connection.add([], stored: ids, to: workout) }
        } catch let error as HearthError where error.code == .workoutNotFound {
            // Another client has deleted it meanwhile.
            omit(ObjectType.workout.identifier, error.reason)
        } catch let error as HearthError where error.code == .objectNotFound {
            // Or one of the samples: the others belong to the workout.
            guard ids.count > 1 else { return }
            for half in ids.parts(of: (ids.count + 1) / 2) {
                try await associatePart(workout, Array(half))
            }
        }
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
