import Foundation
import HearthClient
import HearthFormats
import HearthModel
import HearthWire

/// Writes the store in the format of Apple's export, as an archive.
struct HealthExporter {
    let connection: Connection
    let selection: SampleSelection
    let types: [ObjectType]

    /// The samples that were written, and what the format cannot hold.
    private(set) var count = 0
    private(set) var losses: [HealthLoss: Int] = [:]
    /// The samples of types for which the format has no element, by type.
    private(set) var leftOut: [String: Int] = [:]
    private var beatCount = 0
    private static let root = "apple_health_export"
    private static let variability = ObjectType(identifier: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN")

    init(_ connection: Connection, _ selection: SampleSelection, _ types: [ObjectType]) {
        self.connection = connection
        self.selection = selection
        self.types = types
    }

    mutating func write(to path: String) async throws {
        try PrivateFile.checkReplacing(path)
        let drafts = try DraftFolder(path + ".files")
        defer { drafts.remove() }
        let folder = drafts.path
        let document = try PrivateFile("\(folder)/export.xml")
        var files = [(name: "\(Self.root)/export.xml", path: "\(folder)/export.xml")]
        func save(_ more: [HealthWriter.File]) throws {
            for file in more {
                let path = "\(folder)/\(files.count)"
                let draft = try PrivateFile(path)
                try draft.write(Array(file.content))
                try draft.finish(isPart: true)
                files.append((name: "\(Self.root)/\(file.path)", path: path))
            }
        }
        var writer = HealthWriter(at: Date(), of: try await connection.characteristics())
        for type in types {
            switch type.kind {
            case .quantity, .category, .correlation: try await append(type, to: &writer, document)
            case .workout: try await appendWorkouts(to: &writer, document, save)
            case .electrocardiogram, .audiogram, .prescription, .clinical:
                try await appendRecords(of: type, to: &writer, document, save)
            case .workoutRoute, .heartbeatSeries: break
            default: try await countOthers(type)
            }
        }
        try await countBeats()
        writer.finish()
        try document.write(writer.takeBytes())
        try document.finish(isPart: true)
        losses.merge(writer.losses) { $0 + $1 }
        let draft = "\(folder)/export.zip"
        do throws(ZipFile.Failure) {
            try ZipFile.write(files, to: draft)
        } catch {
            throw CommandError("\(path.printable) cannot be written: \(error.reason).")
        }
        try PrivateFile.publish(draft, as: path)
    }

    private mutating func append(_ type: ObjectType, to writer: inout HealthWriter, _ document: PrivateFile)
        async throws
    {
        for try await batch in connection.query(QuerySamples(clauses: [selection.clause(of: type)])) {
            for columns in batch.columns {
                if type.kind == .correlation {
                    writer.append(columns, members: batch.members)
                } else if type == Self.variability, types.contains(.heartbeatSeries) {
                    let beats = try await beats(of: columns)
                    writer.append(columns, beats)
                    beatCount += beats.matching(columns)
                } else {
                    writer.append(columns)
                }
                count += columns.count
            }
            try document.write(writer.takeBytes())
        }
    }

    private mutating func appendRecords(
        of type: ObjectType,
        to writer: inout HealthWriter,
        _ document: PrivateFile,
        _ save: ([HealthWriter.File]) throws -> Void
    ) async throws {
        let query = QuerySamples(clauses: [selection.clause(of: type)], includeSeries: true)
        for try await batch in connection.query(query) {
            for columns in batch.columns {
                try save(writer.append(records: columns))
                count += columns.count
            }
            try document.write(writer.takeBytes())
        }
    }

    private mutating func appendWorkouts(
        to writer: inout HealthWriter,
        _ document: PrivateFile,
        _ save: ([HealthWriter.File]) throws -> Void
    ) async throws {
        let withRoutes = types.contains(.workoutRoute)
        for try await batch in connection.query(QuerySamples(clauses: [selection.clause(of: .workout)])) {
            for columns in batch.columns {
                for row in columns.ids.indices {
                    let routes = withRoutes ? try await routes(of: columns.ids[row]) : []
                    let files = writer.append(columns, row, routes: routes)
                    try save(files)
                    count += files.count + 1
                    try document.write(writer.takeBytes())
                }
            }
        }
    }

    private func routes(of workout: ObjectID) async throws -> [SampleColumns] {
        let clause = Clause(type: .workoutRoute, predicate: Predicate(terms: [.inWorkout(workout)]))
        var routes: [SampleColumns] = []
        for try await batch in connection.query(QuerySamples(clauses: [clause], includeSeries: true)) {
            routes += batch.columns
        }
        return routes
    }

    /// The heartbeat series at the times of samples.
    private func beats(of columns: SampleColumns) async throws -> HealthBeats {
        var beats = HealthBeats()
        guard let start = columns.starts.min(), let end = columns.ids.indices.map({ columns.end($0) }).max() else {
            return beats
        }
        let interval = Interval(start: start, end: Timestamp(nanoseconds: end.nanoseconds + 1))
        let clause = Clause(type: .heartbeatSeries, predicate: Predicate(terms: [.interval(interval)]))
        for try await batch in connection.query(QuerySamples(clauses: [clause], includeSeries: true)) {
            for columns in batch.columns {
                beats.append(columns)
            }
        }
        return beats
    }

    /// Heartbeats without a record of heart rate variability are not written.
    private mutating func countBeats() async throws {
        guard types.contains(.heartbeatSeries) else { return }
        var stored = 0
        for try await batch in connection.query(QuerySamples(clauses: [selection.clause(of: .heartbeatSeries)])) {
            stored += batch.columns.reduce(0) { $0 + $1.count }
        }
        count += beatCount
        leaveOut(.heartbeatSeries, stored - beatCount)
    }

    private mutating func countOthers(_ type: ObjectType) async throws {
        for try await batch in connection.query(QuerySamples(clauses: [selection.clause(of: type)])) {
            leaveOut(type, batch.columns.reduce(0) { $0 + $1.count })
        }
    }

    private mutating func leaveOut(_ type: ObjectType, _ count: Int) {
        guard count > 0 else { return }
        losses[.kind, default: 0] += count
        leftOut[type.shortName, default: 0] += count
    }
}
