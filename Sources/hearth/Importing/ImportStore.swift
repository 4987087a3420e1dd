import HearthClient
import HearthFormats
import HearthModel
import HearthWire

/// Saves imported samples on behalf of their sources, unless they are stored already. The importer owns them.
actor ImportStore {
    /// The command's own connection, for reading and associating.
    let connection: Connection
    let search: StoredSampleSearch
    let updates: Bool
    let isDryRun: Bool
    private var sessions: ImportSessions
    /// The apps whose samples of a type were stored before those of the file.
    private var storedApps: [ObjectType: Set<String>] = [:]
    private var idsNameApps = false
    /// The workouts of the file that were not stored before.
    private(set) var newWorkouts: Set<ObjectID> = []
    private(set) var table: ImportTable
    private var fileFaults: FileFaults

    init(
        _ connection: Connection,
        updates: Bool,
        isDryRun: Bool,
        connect: @escaping @Sendable (App) -> Connection
    ) {
        self.connection = connection
        search = StoredSampleSearch(connection: connection, wantsOwners: updates)
        self.updates = updates
        self.isDryRun = isDryRun
        sessions = ImportSessions(connect: connect)
        table = ImportTable(replaces: updates)
        fileFaults = FileFaults(isDryRun: isDryRun)
    }

    /// Another file may have saved what this one has. `idsNameApps`: whether samples of two apps never have one UUID.
    func beginFile(idsNameApps: Bool) {
        storedApps = [:]
        newWorkouts = []
        self.idsNameApps = idsNameApps
    }

    func close() {
        sessions.close()
    }

    // MARK: - Counting

    var sampleCount: Int { table.sampleCount }

    /// What could have been taken and was not; empty: nothing.
    var faults: [String] {
        let objects = table.faultCount
        let text = "\(objects.counted("object was", "objects were")) not taken, as the table says"
        return fileFaults.texts + (objects > 0 ? [text] : [])
    }

    /// One of a thousand files does not stop the others.
    func omitFile(_ path: String, _ error: any Error) {
        fileFaults.omitFile(path, "\(error)")
    }

    /// A CSV file with a line that cannot be saved. `reason`: sentences.
    func omitTable(_ path: String, _ reason: String, isPartSaved: Bool) {
        fileFaults.omitTable(path, reason, isPartSaved: isPartSaved)
    }

    /// A file that is damaged further on.
    func omitRest(of path: String, _ error: FormatError) {
        fileFaults.omitRest(of: path, error)
    }

    func omit(_ subject: String, _ reason: String, count: Int = 1, isFault: Bool = true) {
        table.omit(subject, reason, count: count, isFault: isFault)
    }

    /// What an export at a path does not bring.
    func add(_ tally: HealthTally, of path: String) {
        table.add(tally)
        for damaged in tally.damagedFiles {
            fileFaults.printOmission(of: "\(path): \(damaged.name)", damaged.reason)
        }
    }

    func printTable() throws {
        var output = Output()
        try table.print(to: &output)
        try output.flush()
        if isDryRun {
            Terminal.printError("Nothing was saved, because of --dry-run.")
        } else if table.changedCount > 0, !updates {
            let changed = table.changedCount.counted("sample is", "samples are")
            Terminal.printError("\(changed) stored with another value and left as stored: --update replaces them.")
        }
        let unsupported = table.unsupportedCount
        if unsupported > 0 {
            let objects = unsupported.counted("object is of a kind", "objects are of kinds")
            Terminal.printError("\(objects) that this version cannot store, as the table says.")
        }
    }

    // MARK: - Saving

    /// Saves the samples that are not stored: correlations in parts, others in one save.
    func save(_ columns: [SampleColumns]) async throws {
        let left = try await unstored(columns)
        // Correlations come by themselves.
        let parts = left.first?.type.kind == .correlation ? left.flatMap(\.partsByTime) : [left]
        for part in parts {
            try await saveNew(part)
        }
        for samples in left where samples.type == .workout {
            noteNewWorkouts(samples.ids)
        }
    }

    func noteNewWorkouts(_ ids: [ObjectID]) {
        newWorkouts.formUnion(ids)
    }

    /// Saves samples that are not stored. Returns whether the server has refused some.
    @discardableResult
    func saveNew(_ columns: [SampleColumns]) async throws -> Bool {
        guard !isDryRun, !columns.isEmpty else {
            count(columns)
            return false
        }
        return try await save(columns, on: importer)
    }

    /// The connection as the importer.
    var importer: Connection { sessions[.importer] }

    /// The connection as an app that owns imported samples.
    func session(as app: String) -> Connection { sessions[App(bundleIdentifier: app)] }

    /// Counts samples that are stored as those of a workout which this store has written.
    func countKnown(_ columns: [SampleColumns]) {
        for samples in columns {
            table.add(ImportTable.Counts(known: samples.count), of: samples.type)
        }
    }

    func count(_ counts: ImportTable.Counts, of type: ObjectType) {
        table.add(counts, of: type)
    }

    /// Counts samples that were saved.
    func count(_ columns: [SampleColumns]) {
        for samples in columns {
            table.add(ImportTable.Counts(new: samples.count), of: samples.type)
        }
    }

    /// Saves samples; those that the server refuses are counted, and the others are saved. Correlations go by themselves.
    /// Returns whether it has refused some.
    private func save(_ columns: [SampleColumns], on session: Connection) async throws -> Bool {
        do {
            try await saveOnceThereIsRoom(columns + members(of: columns), on: session)
            count(columns)
            return false
        } catch let error as HearthError where error.isAboutSamples {
            guard columns.rowCount > 1 else {
                table.omit(columns[0].type.identifier, error.reason)
                return true
            }
            for half in columns.halves {
                _ = try await save(half, on: session)
            }
            return true
        }
    }

    func saveOnceThereIsRoom(_ columns: [SampleColumns], on session: Connection) async throws {
        try await retryingForRoom { try await session.save(columns) }
    }

    /// The saves of other clients may take all the room for a moment.
    func retryingForRoom(_ write: () async throws -> Committed) async throws {
        for attempt in 1... {
            do {
                _ = try await write()
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

    // MARK: - What is stored already

    /// The samples that are to be saved. Counts the others.
    func unstored(_ columns: [SampleColumns]) async throws -> [SampleColumns] {
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

    /// A file may have thousands of sources, so those of a type are asked for at once.
    func mayBeStored(_ type: ObjectType, of apps: Set<String>) async throws -> Bool {
        guard idsNameApps else { return !apps.isEmpty }
        if let stored = storedApps[type] { return !stored.isDisjoint(with: apps) }
        let stored = Set(try await connection.sources(of: [Clause(type: type)]).map(\.bundleIdentifier))
        storedApps[type] = stored
        return !stored.isDisjoint(with: apps)
    }

    private func unstored(_ samples: SampleColumns) async throws -> SampleColumns {
        let found = try await search.find(samples, of: idsNameApps ? samples.sources : [])
        var keys = EqualKeys(samples, found)
        keys.matchValues()
        return try await unstored(keys.samples, keys.found)
    }

    /// Counts the samples that are stored, and replaces those that have another value, if that is wanted.
    private func unstored(_ samples: SampleColumns, _ found: [StoredSampleSearch.Found?]) async throws
        -> SampleColumns
    {
        var counts = ImportTable.Counts()
        var changed: [Int] = []
        let rows = samples.ids.indices.filter { row in
            guard let known = found[row] else { return true }
            if known.hasValue(of: samples, row) {
                counts.known += 1
            } else {
                changed.append(row)
            }
            return false
        }
        if updates, !isDryRun {
            for (app, rows) in Dictionary(grouping: changed, by: { found[$0]?.owner }) {
                guard let app else {
                    omit(samples.type.identifier, "another app saved it", count: rows.count)
                    continue
                }
                try await replace(samples.selecting(.each(rows)), of: session(as: app))
            }
        } else {
            counts.changed = changed.count
        }
        table.add(counts, of: samples.type)
        return rows.count == samples.count ? samples : samples.selecting(.each(rows))
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
