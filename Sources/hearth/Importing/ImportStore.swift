import HearthClient
import HearthFormats
import HearthModel
import HearthWire

/// Saves imported samples, each as one of the app that stands for its source, unless it is stored already.
actor ImportStore {
    private struct Content: Hashable {
        let type: ObjectType
        let app: String
    }

    /// The command's own connection, for reading and associating.
    private let connection: Connection
    private let updates: Bool
    let isDryRun: Bool
    private let connect: @Sendable (App) -> Connection
    /// Connections of the apps, the one used last at the end.
    private var sessions: [(app: App, connection: Connection)] = []
    /// Whether the store had samples of a type and an app when the file was opened.
    private var hasSamples: [Content: Bool] = [:]
    private var idsNameApps = false
    private(set) var table = ImportTable()

    private static let mostSessions = 8
    /// Calls that wait for the disk at once.
    static let callsAtOnce = 16
    /// An export prints six digits in whatever unit the phone is set to.
    private static let tolerance = 1e-5

    init(
        _ connection: Connection,
        updates: Bool,
        isDryRun: Bool,
        connect: @escaping @Sendable (App) -> Connection
    ) {
        self.connection = connection
        self.updates = updates
        self.isDryRun = isDryRun
        self.connect = connect
    }

    /// Another file may have saved what this one has. `idsNameApps`: whether samples of two apps never have one UUID.
    func beginFile(idsNameApps: Bool) {
        hasSamples = [:]
        self.idsNameApps = idsNameApps
    }

    func close() {
        for session in sessions {
            session.connection.close()
        }
        sessions = []
    }

    // MARK: - Counting

    var sampleCount: Int { table.sampleCount }

    /// The objects that were not taken, those with another value included.
    var omittedCount: Int { table.omittedCount + (updates ? 0 : table.changedCount) }

    func omit(_ subject: String, _ reason: String, count: Int = 1) {
        table.omit(subject, reason, count: count)
    }

    func add(_ tally: HealthTally) {
        table.add(tally)
    }

    func printTable() throws {
        var output = Output()
        for line in table.lines {
            try output.print(line)
        }
        try output.flush()
        if isDryRun {
            Terminal.printError("Nothing was saved, because of --dry-run.")
        } else if table.changedCount > 0, !updates {
            let changed = table.changedCount.pluralized("sample is", "samples are")
            Terminal.printError("\(changed) stored with another value: --update replaces them.")
        }
    }

    // MARK: - Saving

    /// Saves the samples of an app that are not stored, in one save.
    func save(_ columns: [SampleColumns], as app: App) async throws {
        let left = try await unstored(columns, as: app)
        guard !left.isEmpty else { return }
        if isDryRun {
            count(left)
        } else {
            try await save(left, on: session(app))
        }
    }

    /// A route and its workout.
    struct Route: Sendable {
        let columns: SampleColumns
        let workout: ObjectID
    }

    /// Saves the routes that are not stored, each of them as part of its workout.
    func save(_ routes: [Route], as app: App) async throws {
        var stored: Set<ObjectID> = []
        if try await mayBeStored(.workoutRoute, of: app) {
            let ids = Set(routes.flatMap(\.columns.ids))
            try await SampleLookup(connection: connection).each(of: ids, types: [.workoutRoute]) { found in
                stored.formUnion(found.ids)
            }
        }
        table.add(ImportTable.Counts(known: stored.count), of: .workoutRoute)
        let new = routes.filter { stored.isDisjoint(with: $0.columns.ids) }
        guard !isDryRun else { return count(new.map(\.columns)) }
        let session = session(app)
        // The server commits together what it gets together.
        for part in new.parts(of: Self.callsAtOnce) {
            try await withThrowingTaskGroup(of: (SampleColumns, HearthError?).self) { group in
                for route in part {
                    group.addTask {
                        do {
                            _ = try await session.add([route.columns], to: route.workout)
                            return (route.columns, nil)
                        } catch let error as HearthError where error.isAboutSamples || error.isAboutMissingObjects {
                            return (route.columns, error)
                        }
                    }
                }
                for try await (columns, error) in group {
                    if let error {
                        table.omit(columns.type.identifier, error.reason)
                    } else {
                        count([columns])
                    }
                }
            }
        }
    }

    private func count(_ columns: [SampleColumns]) {
        for samples in columns {
            table.add(ImportTable.Counts(new: samples.count), of: samples.type)
        }
    }

    /// Saves samples; those that the server refuses are counted, and the others are saved. Correlations go by themselves.
    private func save(_ columns: [SampleColumns], on session: Connection) async throws {
        do {
            try await saveOnceThereIsRoom(columns + members(of: columns), on: session)
            count(columns)
        } catch let error as HearthError where error.isAboutSamples {
            let rows = columns.reduce(0) { $0 + $1.count }
            guard rows > 1 else { return table.omit(columns[0].type.identifier, error.reason) }
            if columns.count > 1 {
                let half = columns.count / 2
                try await save(Array(columns[..<half]), on: session)
                try await save(Array(columns[half...]), on: session)
            } else {
                let half = columns[0].count / 2
                try await save([columns[0].slice(0..<half)], on: session)
                try await save([columns[0].slice(half..<columns[0].count)], on: session)
            }
        }
    }

    /// The saves of other clients may take all the room for a moment.
    private func saveOnceThereIsRoom(_ columns: [SampleColumns], on session: Connection) async throws {
        for attempt in 1... {
            do {
                _ = try await session.save(columns)
                return
            } catch let error as HearthError where error.isAboutRoom && attempt < Self.attemptsMax {
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    private static let attemptsMax = 120

    /// The stored members of correlations, which a save of these has to contain: the server leaves them as they are.
    private func members(of columns: [SampleColumns]) async throws -> [SampleColumns] {
        var ids: Set<ObjectID> = []
        var types: Set<ObjectType> = []
        for samples in columns {
            guard case .correlation(let correlations) = samples.payload else { continue }
            ids.formUnion(correlations.members)
            types.formUnion(ObjectType.all.filter(samples.type.allowsMember))
        }
        guard !ids.isEmpty else { return [] }
        var members: [SampleColumns] = []
        try await SampleLookup(connection: connection).each(of: ids, types: types.sorted { $0.index < $1.index }) {
            found in
            var found = found
            // Who saved them stays as it is, and is not for a save to say.
            let provenances = found.ids.indices.map { Provenance(device: found.provenance[$0]?.device) }
            found.provenance = DictionaryColumn(provenances)
            members.append(found)
        }
        return members
    }

    /// The connection of an app.
    private func session(_ app: App) -> Connection {
        if let index = sessions.firstIndex(where: { $0.app == app }) {
            let session = sessions.remove(at: index)
            sessions.append(session)
            return session.connection
        }
        if sessions.count == Self.mostSessions {
            sessions.removeFirst().connection.close()
        }
        let connection = connect(app)
        sessions.append((app, connection))
        return connection
    }

    // MARK: - What is stored already

    /// The samples that are to be saved. Counts the others.
    private func unstored(_ columns: [SampleColumns], as app: App) async throws -> [SampleColumns] {
        var left: [SampleColumns] = []
        for samples in columns {
            guard try await mayBeStored(samples.type, of: app) else {
                left.append(samples)
                continue
            }
            let new = try await unstored(samples, as: app)
            if new.count > 0 {
                left.append(new)
            }
        }
        return left
    }

    private func mayBeStored(_ type: ObjectType, of app: App) async throws -> Bool {
        guard idsNameApps else { return true }
        let content = Content(type: type, app: app.bundleIdentifier)
        if let known = hasSamples[content] { return known }
        let predicate = Predicate(terms: [.sources([app.bundleIdentifier])])
        var found = false
        let query = QuerySamples(clauses: [Clause(type: type, predicate: predicate)], limit: 1)
        for try await batch in connection.query(query) {
            found = found || batch.columns.contains { $0.count > 0 }
        }
        hasSamples[content] = found
        return found
    }

    private func unstored(_ samples: SampleColumns, as app: App) async throws -> SampleColumns {
        var stored: [ObjectID: Double?] = [:]
        try await SampleLookup(connection: connection).each(of: Set(samples.ids), types: [samples.type]) { found in
            for row in found.ids.indices {
                stored[found.ids[row]] = .some(found.number(row))
            }
        }
        var counts = ImportTable.Counts()
        var replaced: [ObjectID] = []
        let rows = samples.ids.indices.filter { row in
            guard let known = stored[samples.ids[row]] else { return true }
            guard let number = samples.number(row), let known else {
                counts.known += 1
                return false
            }
            if abs(number - known) <= Self.tolerance * max(abs(number), abs(known)) {
                counts.known += 1
                return false
            }
            counts.changed += 1
            guard updates else { return false }
            replaced.append(samples.ids[row])
            return true
        }
        if !replaced.isEmpty, !isDryRun {
            _ = try await session(app).delete(replaced)
        }
        table.add(counts, of: samples.type)
        return samples.selecting(.each(rows))
    }

    // MARK: - Workouts

    /// Makes stored samples part of a workout: those that an app measured within its time.
    func associate(_ workout: ObjectID, _ app: String, from start: Timestamp, to end: Timestamp, types: [ObjectType])
        async throws
    {
        guard !isDryRun else { return }
        let terms: [Predicate.Term] = [
            .interval(Interval(start: start, end: end)), .sources([app]), .inWorkout(workout), .noneOf(1),
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

    /// Makes stored samples part of a workout.
    func associate(_ workout: ObjectID, _ ids: [ObjectID]) async throws {
        guard !isDryRun, !ids.isEmpty else { return }
        do {
            _ = try await connection.add([], stored: ids, to: workout)
        } catch let error as HearthError where error.isAboutMissingObjects {
            // Another client has deleted the workout or a sample meanwhile.
            table.omit(ObjectType.workout.identifier, error.reason)
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

    // MARK: - Characteristics

    /// Sets the characteristics of the owner that are not set; others only with `--update`.
    func save(_ values: CharacteristicValues) async throws {
        guard values != CharacteristicValues() else { return }
        let stored = try await connection.characteristics()
        var wanted = CharacteristicValues()
        var conflicts = 0
        func merge<Value: Equatable>(_ field: WritableKeyPath<CharacteristicValues, Value?>) {
            guard let value = values[keyPath: field], value != stored[keyPath: field] else { return }
            if stored[keyPath: field] == nil || updates {
                wanted[keyPath: field] = value
            } else {
                conflicts += 1
            }
        }
        merge(\.dateOfBirth)
        merge(\.biologicalSex)
        merge(\.bloodType)
        merge(\.fitzpatrickSkinType)
        if wanted != CharacteristicValues(), !isDryRun {
            _ = try await connection.characteristics(setting: wanted)
        }
        if conflicts > 0 {
            table.omit("characteristics", "another value is set: --update replaces it", count: conflicts)
        }
    }
}

extension Array {
    /// The elements in parts of at most a number.
    func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
