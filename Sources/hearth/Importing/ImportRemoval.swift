import HearthClient
import HearthFormats
import HearthModel
import HearthWire

/// Deletes what an import of files has brought: the stored samples that have the UUIDs and sources of those in the files, and
/// that the importer owns; and the characteristics that still have the value in a file.
struct ImportRemoval: Sendable {
    let connection: Connection
    /// Connects as an app.
    let connect: @Sendable (App) -> Connection
    /// Without it nothing is deleted.
    let isSure: Bool

    private static let idsPerDeletion = 1 << 14

    /// What cannot be read was not imported either, and does not stop the others.
    func run(_ files: [ImportFile]) async throws {
        if let table = files.first(where: { $0.kind == .csv }) {
            throw CommandError(
                "\(table.path.printable) is CSV. Its samples belong to the app that saved them, and the store does not know"
                    + " which file they are from. 'hearth delete TYPE UUID...' deletes those that you name. 'hearth delete TYPE"
                    + " --since DATE --until DATE' deletes all that the app saved of a time, also from elsewhere."
            )
        }
        var found = Found()
        var unread = 0
        do {
            for file in files {
                unread += try await each(file) { columns in
                    try await remove(columns, &found)
                } values: { values in
                    try await remove(values, &found)
                }
            }
        } catch {
            try printTable(found)
            throw error
        }
        try printTable(found)
        let count = found.count
        guard isSure || count == 0 else {
            throw CommandError("Nothing was deleted. With --yes this deletes \(found.words).")
        }
        if count == 0 {
            Terminal.printError("Nothing is stored of what an import of these files brings.")
        }
        guard unread == 0 else {
            throw CommandError(
                "\(unread.counted("file")) could not be read to the end: what an earlier import brought of the rest remains."
            )
        }
    }

    /// What is deleted, or would be.
    private struct Found {
        private(set) var samples: [ObjectType: Int] = [:]
        private(set) var characteristics: Set<ObjectType> = []
        /// The samples that are counted and stay: another file or another part of one may have them, too.
        private var remaining: Set<ObjectID> = []

        var count: Int { samples.values.reduce(0, +) + characteristics.count }

        /// `3 samples and 1 characteristic`.
        var words: String {
            let (all, own) = (samples.values.reduce(0, +), characteristics.count)
            let parts = (all > 0 ? [all.counted("sample")] : []) + (own > 0 ? [own.counted("characteristic")] : [])
            return parts.joined(separator: " and ")
        }

        var rows: [[String]] {
            let counts = samples.map { ($0.key.shortName, $0.value) } + characteristics.map { ($0.shortName, 1) }
            return counts.sorted { $0.0 < $1.0 }.map { [$0.0, "\($0.1)"] }
        }

        mutating func add(_ ids: [ObjectID], of type: ObjectType, areDeleted: Bool) {
            let new = areDeleted ? ids.count : ids.count { remaining.insert($0).inserted }
            guard new > 0 else { return }
            samples[type, default: 0] += new
        }

        mutating func add(_ type: ObjectType) { characteristics.insert(type) }
    }

    private func printTable(_ found: Found) throws {
        guard found.count > 0 else { return }
        var table = Table(["type", isSure ? "deleted" : "to delete"], rightAligned: [1])
        var output = Output()
        for line in table.lines(found.rows) {
            try output.print(line)
        }
        try output.flush()
    }

    /// Calls a function with what a file holds, a part at a time. Returns the number of files that cannot be read.
    private func each(
        _ file: ImportFile,
        _ body: ([SampleColumns]) async throws -> Void,
        values: (CharacteristicValues) async throws -> Void
    ) async throws -> Int {
        if let fault = file.fault {
            return try await counted(file.path) { throw fault }
        }
        let key = try await connection.identityKey()
        switch file.kind {
        case .appleHealth, .healthConnect:
            var archive: (any HealthArchive)?
            let unread = try await counted(file.path) {
                let export = try HealthImport.archive(file, key: key)
                archive = export
                while let batch = try export.next() {
                    let routes = batch.routes.map { $0.columns.saved(by: HealthImport.app($0.origin)) }
                    try await body(
                        batch.groups.flatMap { group in
                            group.columns.map { $0.saved(by: HealthImport.app(group.origin)) }
                        } + routes
                    )
                }
            }
            // One that is cut off has brought them, too.
            if let archive {
                try await values(archive.characteristics)
            }
            return unread
        case .workout:
            return try await counted(file.path) { try await each(WorkoutFileSource(file.path), key, body) }
        case .strava:
            var unread = 0
            let archives = try await counted(file.path) {
                let archive = try WorkoutImport.archive(file)
                for activity in archive.activities {
                    unread += try await counted("\(file.path)/\(activity.path)") {
                        try await each(archive.read(activity), key, body)
                    }
                }
            }
            return unread + archives
        case .csv:
            return 0
        }
    }

    /// Calls a function that reads a file. Returns 1 if it cannot be read, which is reported.
    private func counted(_ path: String, _ body: () async throws -> Void) async throws -> Int {
        do {
            try await body()
            return 0
        } catch let error as FormatError {
            Terminal.printError("\(path.printable) cannot be read: \(error).")
            return 1
        }
    }

    private func each(
        _ file: WorkoutFileSource,
        _ key: IdentityKey?,
        _ body: ([SampleColumns]) async throws -> Void
    ) async throws {
        while let workouts = try file.next() {
            guard let format = file.format else { continue }
            for workout in workouts {
                guard let samples = WorkoutSamples(workout, from: format, key: key) else { continue }
                let app = WorkoutImport.app(samples, format)
                var whole = ([samples.workout] + samples.routes).map { $0.saved(by: app) }
                var parts = samples.quantities.map { $0.saved(by: app) }
                if samples.recording != nil {
                    try await match(samples, &whole, &parts)
                }
                if workout.origin != nil, try await !isImported(parts + whole.dropFirst()) { continue }
                try await body(whole + parts)
            }
        }
    }

    /// Gives a workout and its routes the UUIDs of what another file of the recording has brought, and adds the samples that
    /// the other file had and this one does not.
    private func match(
        _ samples: WorkoutSamples,
        _ whole: inout [SampleColumns],
        _ parts: inout [SampleColumns]
    ) async throws {
        let search = RecordingSearch(connection: connection)
        for index in whole.indices.dropFirst() {
            whole[index] = try await search.matched(whole[index])
        }
        switch try await search.match(samples, whole[0]) {
        case .same(let stored), .complete(let stored):
            whole[0].ids = [stored.id]
            parts += try await search.members(
                of: stored.id,
                types: WorkoutSamples.types,
                from: whole[0].sources,
                lackingIn: whole + parts
            )
        case .covered, .none: break
        }
    }

    /// Whether some of the samples are stored and were imported. A file that a store has exported names the UUID of a workout
    /// that another file or an app may have brought; the samples around it have UUIDs of this file.
    private func isImported(_ columns: [SampleColumns]) async throws -> Bool {
        for samples in columns {
            let sources = samples.sources
            var isImported = false
            try await SampleLookup(connection: connection).each(of: Set(samples.ids), types: [samples.type]) { found in
                isImported =
                    isImported
                    || found.ids.indices.contains { found.provenance[$0]?.importingApp(from: sources) != nil }
            }
            if isImported { return true }
        }
        return false
    }

    /// Clears the characteristics that still have the value in a file.
    private func remove(_ values: CharacteristicValues, _ found: inout Found) async throws {
        guard values != CharacteristicValues() else { return }
        let stored = try await connection.characteristics()
        var cleared = CharacteristicValues()
        func clear<Value: Equatable>(
            _ field: WritableKeyPath<CharacteristicValues, Value?>,
            _ type: ObjectType,
            _ none: Value
        ) {
            guard let value = values[keyPath: field], value == stored[keyPath: field] else { return }
            cleared[keyPath: field] = none
            found.add(type)
        }
        clear(\.dateOfBirth, .dateOfBirth, .cleared)
        clear(\.biologicalSex, .biologicalSex, 0)
        clear(\.bloodType, .bloodType, 0)
        clear(\.fitzpatrickSkinType, .fitzpatrickSkinType, 0)
        guard isSure, cleared != CharacteristicValues() else { return }
        _ = try await connection.characteristics(setting: cleared)
    }

    /// Deletes the samples that are stored and were imported, and counts them.
    private func remove(_ columns: [SampleColumns], _ found: inout Found) async throws {
        for samples in columns {
            let sources = samples.sources
            var ids: [String: [ObjectID]] = [:]
            try await SampleLookup(connection: connection).each(of: Set(samples.ids), types: [samples.type]) { stored in
                for row in stored.ids.indices {
                    guard let owner = stored.provenance[row]?.importingApp(from: sources) else { continue }
                    ids[owner, default: []].append(stored.ids[row])
                }
            }
            for (owner, ids) in ids {
                found.add(ids, of: samples.type, areDeleted: isSure)
                guard isSure else { continue }
                let session = connect(App(bundleIdentifier: owner))
                defer { session.close() }
                for part in ids.parts(of: Self.idsPerDeletion) {
                    _ = try await session.delete(Array(part))
                }
            }
        }
    }
}
