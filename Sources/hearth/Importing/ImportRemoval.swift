import Foundation
import HearthClient
import HearthFormats
import HearthModel
import HearthWire

/// Deletes what an import of files has brought: the stored samples that have the UUIDs of those in the files, and that the
/// importer owns.
struct ImportRemoval: Sendable {
    let connection: Connection
    /// Connects as an app.
    let connect: @Sendable (App) -> Connection
    /// Without it nothing is deleted.
    let isSure: Bool

    private static let idsPerDeletion = 1 << 14

    func run(_ files: [ImportFile]) async throws {
        var removed: [String: Int] = [:]
        for file in files {
            try await each(file) { columns in
                for (type, count) in try await remove(columns) {
                    removed[type.shortName, default: 0] += count
                }
            }
        }
        let count = removed.values.reduce(0, +)
        var table = Table(["type", isSure ? "deleted" : "to delete"], rightAligned: [1])
        var output = Output()
        for line in count == 0 ? [] : table.lines(removed.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] }) {
            try output.print(line)
        }
        try output.flush()
        guard isSure || count == 0 else {
            throw CommandError("Nothing was deleted. With --yes this deletes \(count.counted("sample")).")
        }
        if count == 0 {
            Terminal.printError("Nothing is stored of what an import of these files brings.")
        }
    }

    /// Calls a function with what a file holds, a part at a time.
    private func each(_ file: ImportFile, _ body: ([SampleColumns]) async throws -> Void) async throws {
        let key = try await connection.identityKey()
        do {
            switch file.kind {
            case .appleHealth, .healthConnect:
                let export = try HealthImport.archive(file, key: key)
                while let batch = try export.next() {
                    let routes = batch.routes.map { $0.columns.saved(by: HealthImport.app($0.origin)) }
                    try await body(
                        batch.groups.flatMap { group in
                            group.columns.map { $0.saved(by: HealthImport.app(group.origin)) }
                        } + routes
                    )
                }
            case .workout:
                try await each(WorkoutFile(contentsOf: URL(filePath: file.path)), key, body)
            case .strava:
                let archive = try WorkoutImport.archive(file)
                for activity in archive.activities {
                    // What cannot be read was not imported either.
                    guard let read = try? archive.read(activity) else { continue }
                    try await each(read, key, body)
                }
            case .csv:
                throw CommandError(
                    "\(file.path): samples of CSV files belong to an app: 'hearth delete TYPE --app ID' deletes them."
                )
            }
        } catch let error as WorkoutFileError {
            throw CommandError("\(file.path) cannot be read: \(error).")
        }
    }

    private func each(
        _ file: WorkoutFile,
        _ key: IdentityKey?,
        _ body: ([SampleColumns]) async throws -> Void
    ) async throws {
        for samples in file.workouts.compactMap({ WorkoutSamples($0, from: file.format, key: key) }) {
            let app = WorkoutImport.app(samples, file.format)
            let columns = samples.quantities + [samples.workout] + samples.routes
            try await body(columns.map { $0.saved(by: app) })
        }
    }

    /// Deletes the samples that are stored and were imported. Returns their numbers.
    private func remove(_ columns: [SampleColumns]) async throws -> [(ObjectType, Int)] {
        var counts: [(ObjectType, Int)] = []
        for samples in columns {
            let sources = samples.sources
            var ids: [String: [ObjectID]] = [:]
            try await SampleLookup(connection: connection).each(of: Set(samples.ids), types: [samples.type]) { found in
                for row in found.ids.indices {
                    guard let owner = found.provenance[row]?.owningApp?.description,
                        owner == App.importer.bundleIdentifier || sources.contains(owner)
                    else { continue }
                    ids[owner, default: []].append(found.ids[row])
                }
            }
            for (owner, ids) in ids {
                counts.append((samples.type, ids.count))
                guard isSure else { continue }
                let session = connect(App(bundleIdentifier: owner))
                defer { session.close() }
                for part in ids.parts(of: Self.idsPerDeletion) {
                    _ = try await session.delete(Array(part))
                }
            }
        }
        return counts
    }
}
