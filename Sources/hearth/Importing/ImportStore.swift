import HearthClient
import HearthFormats
import HearthModel
import HearthWire

/// Saves imported samples on behalf of their sources, unless they are stored already. The importer owns them.
actor ImportStore {
    private struct Content: Hashable {
        let type: ObjectType
        let app: String
    }

    /// The command's own connection, for reading and associating.
    let connection: Connection
    private let updates: Bool
    let isDryRun: Bool
    private let connect: @Sendable (App) -> Connection
    /// Connections of the importer, and of apps that own what it replaces; the one used last at the end.
    private var sessions: [(app: App, connection: Connection)] = []
    /// Whether the store had samples of a type and an app when the file was opened.
    private var hasSamples: [Content: Bool] = [:]
    private var idsNameApps = false
    private(set) var table: ImportTable
    private var fileFaults = FileFaults()

    private static let maxSessions = 8
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
        table = ImportTable(replaces: updates)
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

    /// What could have been taken and was not, those with another value included; empty: nothing.
    var faults: [String] {
        let objects = table.faultCount + (updates ? 0 : table.changedCount)
        let text = "\(objects.counted("object was", "objects were")) not taken, as the table says"
        return fileFaults.texts + (objects > 0 ? [text] : [])
    }

    /// One of a thousand files does not stop the others.
    func omitFile(_ path: String, _ error: any Error) {
        fileFaults.omitFile(path, "\(error)")
    }

    func omitFile(_ path: String, because reason: String) {
        fileFaults.omitFile(path, reason)
    }

    /// A file that is damaged further on.
    func omitRest(of path: String, _ error: FormatError) {
        fileFaults.omitRest(of: path, error)
    }

    func omit(_ subject: String, _ reason: String, count: Int = 1, isFault: Bool = true) {
        table.omit(subject, reason, count: count, isFault: isFault)
    }

    func add(_ tally: HealthTally) {
        table.add(tally)
    }

    func printTable() throws {
        var output = Output()
        try table.print(to: &output)
        try output.flush()
        if isDryRun {
            Terminal.printError("Nothing was saved, because of --dry-run.")
        } else if table.changedCount > 0, !updates {
            let changed = table.changedCount.counted("sample is", "samples are")
            Terminal.printError("\(changed) stored with another value: --update replaces them.")
        }
        let unsupported = table.unsupportedCount
        if unsupported > 0 {
            let objects = unsupported.counted("object is of a kind", "objects are of kinds")
            Terminal.printError("\(objects) that this version cannot store, as the table says.")
        }
    }

    // MARK: - Saving

    /// Saves the samples that are not stored, in one save.
    func save(_ columns: [SampleColumns]) async throws {
        let left = try await unstored(columns)
        if isDryRun {
            return count(left)
        }
        if !left.isEmpty {
            try await save(left, on: session(.importer))
        }
    }

    /// Counts samples that are stored as those of a workout which this store has written.
    func countKnown(_ columns: [SampleColumns]) {
        for samples in columns {
            table.add(ImportTable.Counts(known: samples.count), of: samples.type)
        }
    }

    /// A route and its workout.
    struct Route: Sendable {
        let columns: SampleColumns
        let workout: ObjectID
    }

    /// Saves the routes that are not stored, each of them as part of its workout.
    func save(_ routes: [Route]) async throws {
        var stored: Set<ObjectID> = []
        if try await mayBeStored(.workoutRoute, of: Set(routes.flatMap(\.columns.sources))) {
            let ids = Set(routes.flatMap(\.columns.ids))
            try await SampleLookup(connection: connection).each(of: ids, types: [.workoutRoute]) { found in
                stored.formUnion(found.ids)
            }
        }
        table.add(ImportTable.Counts(known: stored.count), of: .workoutRoute)
        let new = routes.filter { stored.isDisjoint(with: $0.columns.ids) }
        guard !isDryRun else { return count(new.map(\.columns)) }
        let session = session(.importer)
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
            members.append($0.withoutOwners)
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
        if sessions.count == Self.maxSessions {
            sessions.removeFirst().connection.close()
        }
        let connection = connect(app)
        sessions.append((app, connection))
        return connection
    }

    // MARK: - What is stored already

    /// The samples that are to be saved. Counts the others.
    private func unstored(_ columns: [SampleColumns]) async throws -> [SampleColumns] {
        var left: [SampleColumns] = []
        for samples in columns {
            guard try await mayBeStored(samples.type, of: samples.sources) else {
                left.append(samples)
                continue
            }
            let new = try await unstored(samples)
            if new.count > 0 {
                left.append(new)
            }
        }
        return left
    }

    private func mayBeStored(_ type: ObjectType, of apps: Set<String>) async throws -> Bool {
        for app in apps where try await mayBeStored(type, of: app) {
            return true
        }
        return false
    }

    private func mayBeStored(_ type: ObjectType, of app: String) async throws -> Bool {
        guard idsNameApps else { return true }
        let content = Content(type: type, app: app)
        if let known = hasSamples[content] { return known }
        let predicate = Predicate(terms: [.sources([app])])
        var found = false
        let query = QuerySamples(clauses: [Clause(type: type, predicate: predicate)], limit: 1)
        for try await batch in connection.query(query) {
            found = found || batch.columns.contains { $0.count > 0 }
        }
        hasSamples[content] = found
        return found
    }

    private func unstored(_ samples: SampleColumns) async throws -> SampleColumns {
        var stored: [ObjectID: Double?] = [:]
        var owners: [ObjectID: String] = [:]
        let wantsOwners = updates
        try await SampleLookup(connection: connection).each(of: Set(samples.ids), types: [samples.type]) { found in
            for row in found.ids.indices {
                stored[found.ids[row]] = .some(found.number(row))
                if wantsOwners {
                    owners[found.ids[row]] = found.provenance[row]?.owningApp?.description
                }
            }
        }
        var counts = ImportTable.Counts()
        var changed: [Int] = []
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
            changed.append(row)
            return false
        }
        if updates, !isDryRun {
            // An import of an earlier version made each source the owner of what it brought.
            for (owner, rows) in Dictionary(grouping: changed, by: { owners[samples.ids[$0]] ?? "" }) {
                let owner = session(App(bundleIdentifier: owner))
                try await replace(samples.selecting(.each(rows)), of: owner)
            }
        } else {
            counts.changed = changed.count
        }
        table.add(counts, of: samples.type)
        return samples.selecting(.each(rows))
    }

    // MARK: - What is stored with another value

    /// Replaces stored samples of an owner by others with their UUIDs. What the server does not take leaves the stored one in
    /// place.
    private func replace(_ samples: SampleColumns, of owner: Connection) async throws {
        guard samples.count > 0 else { return }
        var stored: [SampleColumns] = []
        try await SampleLookup(connection: connection).each(of: Set(samples.ids), types: [samples.type]) { found in
            stored.append(found.withoutOwners)
        }
        do {
            _ = try await owner.delete(samples.ids)
        } catch let error as HearthError where error.code == .notOwner {
            return table.omit(samples.type.identifier, "another app saved it", count: samples.count)
        }
        do {
            try await saveOnceThereIsRoom([samples], on: session(.importer))
            table.add(ImportTable.Counts(changed: samples.count), of: samples.type)
        } catch {
            try await restore(stored, on: owner)
            guard let error = error as? HearthError, error.isAboutSamples else { throw error }
            guard samples.count > 1 else { return table.omit(samples.type.identifier, error.reason) }
            let half = samples.count / 2
            try await replace(samples.slice(0..<half), of: owner)
            try await replace(samples.slice(half..<samples.count), of: owner)
        }
    }

    /// Saves deleted samples again.
    private func restore(_ stored: [SampleColumns], on session: Connection) async throws {
        do {
            try await saveOnceThereIsRoom(stored, on: session)
        } catch {
            let samples = stored.reduce(0) { $0 + $1.count }.counted("sample")
            throw CommandError(
                "\(samples) of \(stored[0].type.shortName) could be neither replaced nor restored: \(ErrorText.text(of: error))"
                    + " Run the import again: it saves what the file has."
            )
        }
    }

    // MARK: - Characteristics

    /// Sets the characteristics of the owner that are not set; others only with `--update`.
    func save(_ values: CharacteristicValues) async throws {
        guard values != CharacteristicValues() else { return }
        let stored = try await connection.characteristics()
        var wanted = CharacteristicValues()
        var counts = ImportTable.Counts()
        func merge<Value: Equatable>(_ field: WritableKeyPath<CharacteristicValues, Value?>) {
            guard let value = values[keyPath: field] else { return }
            if value == stored[keyPath: field] {
                counts.known += 1
            } else if stored[keyPath: field] == nil {
                wanted[keyPath: field] = value
                counts.new += 1
            } else {
                wanted[keyPath: field] = updates ? value : nil
                counts.changed += 1
            }
        }
        merge(\.dateOfBirth)
        merge(\.biologicalSex)
        merge(\.bloodType)
        merge(\.fitzpatrickSkinType)
        if wanted != CharacteristicValues(), !isDryRun {
            _ = try await connection.characteristics(setting: wanted)
        }
        table.add(counts, of: "characteristics")
    }
}

extension Array {
    /// The elements in parts of at most a number.
    func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
