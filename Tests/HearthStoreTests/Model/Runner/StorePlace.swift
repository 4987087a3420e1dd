import Foundation
import HearthModel
import HearthStore
import HearthTestSupport

/// Where a script's store lives.
enum StorePlace: Sendable {
    case memory
    /// A file in a temporary folder.
    case file
    /// A database of PostgreSQL.
    case database
}

/// One store's place, which outlives the processes that open the store.
final class OpenPlace {
    private var memory: MemoryStorage?
    private var database: StoreLocation?
    private let folder: URL

    init(_ place: StorePlace) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "hearth-model-\(UUID().uuidString)")
        switch place {
        case .memory: memory = MemoryStorage()
        case .database: database = try StoreLocation(DatabaseProcess.shared.get().newStore())
        case .file: try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    func storage(_ checkpoints: CheckpointOptions) throws(HearthError) -> any Storage {
        if let memory { return memory }
        if let database { return try database.open() }
        let path = folder.appending(path: "store").path(percentEncoded: false)
        return try SQLiteStorage(path: path, checkpoints: checkpoints)
    }

    /// What another process finds after the one that had the store open.
    func endProcess() {
        memory = memory?.reopened()
    }

    func remove() {
        if memory == nil, database == nil {
            try? FileManager.default.removeItem(at: folder)
        }
    }
}
