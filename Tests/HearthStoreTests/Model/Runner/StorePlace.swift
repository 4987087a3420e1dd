import Foundation
import HearthModel
import HearthStore

/// Where a script's store lives.
enum StorePlace: Sendable {
    case memory
    /// A file in a temporary folder.
    case file
}

/// One store's place, which outlives the processes that open the store.
final class OpenPlace {
    private var memory: MemoryStorage?
    private let folder: URL

    init(_ place: StorePlace) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "hearth-model-\(UUID().uuidString)")
        switch place {
        case .memory: memory = MemoryStorage()
        case .file: try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    func storage(_ checkpoints: CheckpointOptions) throws(HearthError) -> any Storage {
        if let memory { return memory }
        let path = folder.appending(path: "store").path(percentEncoded: false)
        return try SQLiteStorage(path: path, checkpoints: checkpoints)
    }

    /// What another process finds after the one that had the store open.
    func endProcess() {
        memory = memory?.reopened()
    }

    func remove() {
        if memory == nil {
            try? FileManager.default.removeItem(at: folder)
        }
    }
}
