import Foundation
import HearthFormats
import HearthModel
import HearthTestSupport

/// A generated export on disk, that is gone when the test is over.
final class ExportFolder {
    let path: String
    let export: AppleExport

    init(seed: UInt64, records: Int, style: AppleExport.Style = .metric, document: String = "Export.xml") throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-export-\(UUID())")
        path = folder.path(percentEncoded: false)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: document)
        _ = FileManager.default.createFile(atPath: file.path(percentEncoded: false), contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        var export = AppleExport(seed: seed, style: style) { try handle.write(contentsOf: $0) }
        try export.generate(records: records)
        try handle.close()
        try Self.write(export.files, in: folder)
        self.export = export
        self.document = file.path(percentEncoded: false)
    }

    /// Writes the files beside a document.
    static func write(_ files: [(path: String, text: String)], in folder: URL) throws {
        for file in files {
            let path = folder.appending(path: file.path)
            let parent = path.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: path)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of the XML.
    let document: String

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The export as an archive, in which everything is in a folder.
    func archive(_ document: String, decoys: [(String, Data)] = []) throws -> String {
        let xml = try Data(contentsOf: URL(filePath: self.document))
        let files = export.files.map { ("apple_health_export/\($0.path)", Data($0.text.utf8)) }
        let entries = decoys + [("apple_health_export/\(document)", xml)] + files
        try ZipWriter.write(entries.map { (name: $0.0, content: $0.1) }, to: file("export.zip"))
        return file("export.zip")
    }
}

/// What an export holds, all of it.
struct ReadExport {
    var samples: [AppleExport.Sample] = []
    var counts: [String: Int] = [:]
    var omitted: [String: Int] = [:]
    var ids: Set<ObjectID> = []
    var columns: [SampleColumns] = []
    private var sources: [String: Set<String>] = [:]
    var routes: [HealthRoute] = []
    var workouts: [HealthWorkout] = []
    var characteristics = CharacteristicValues()
    var failure: FormatError?

    /// Reads a generated export, which lives until then.
    init(_ folder: ExportFolder, _ selection: HealthSelection = HealthSelection()) throws(FormatError) {
        defer { withExtendedLifetime(folder) {} }
        try self.init(folder.path, selection)
    }

    /// Reads what is at a path.
    init(_ path: String, _ selection: HealthSelection = HealthSelection()) throws(FormatError) {
        let export = try HealthExport(at: path, selection, key: nil)
        do throws(FormatError) {
            while let batch = try export.next() {
                add(batch)
            }
        } catch {
            failure = error
        }
        for (omission, count) in export.tally.omissions {
            omitted[omission.subject, default: 0] += count
        }
        characteristics = export.characteristics
    }

    private mutating func add(_ batch: HealthBatch) {
        for group in batch.groups {
            for columns in group.columns {
                add(columns, group.origin.name)
            }
        }
        for route in batch.routes {
            add(route.columns, route.origin.name)
        }
        routes += batch.routes
        workouts += batch.workouts
    }

    private mutating func add(_ columns: SampleColumns, _ source: String) {
        self.columns.append(columns)
        sources[columns.type.shortName, default: []].insert(source)
        ids.formUnion(columns.ids)
        let name = Self.name(columns.type)
        counts[name, default: 0] += columns.count
        for row in columns.ids.indices {
            let value: Double
            switch columns.payload {
            case .quantity(let quantities): value = quantities.values[row]
            case .category(let categories): value = Double(categories.values[row])
            default: continue
            }
            samples.append(
                AppleExport.Sample(
                    type: name,
                    start: columns.starts[row].nanoseconds / 1_000_000_000,
                    end: columns.end(row).nanoseconds / 1_000_000_000,
                    value: value,
                    source: source
                )
            )
        }
    }

    /// The name with which the generator counts a type.
    private static func name(_ type: ObjectType) -> String {
        for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"] where type.identifier.hasPrefix(prefix) {
            return String(type.identifier.dropFirst(prefix.count))
        }
        return type.shortName
    }

    func columns(_ name: String) -> [SampleColumns] {
        columns.filter { $0.type.shortName == name }
    }

    func sourceNames(_ name: String) -> Set<String> { sources[name] ?? [] }

    /// The metadata of the samples of a type.
    func metadata(_ name: String) -> [Metadata] {
        columns(name).flatMap { columns in columns.ids.indices.map { columns.metadata[$0] ?? .none } }
    }
}
