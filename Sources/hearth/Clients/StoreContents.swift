import Foundation
import HearthModel
import HearthServer
import HearthStore
import HearthSystem

/// The contents of a store, compared with their checksums and the directory.
enum StoreContents {
    /// Reads the whole store, or a copy of it: of one that is served or must not change.
    static func verify(_ location: StoreLocation, asCopy: Bool = false) throws(HearthError) -> Snapshot {
        guard case .file(let path) = location, asCopy || !isWritable(path) else { return try check(location) }
        return try checkCopy(of: path)
    }

    /// Opens a store and reads all of it.
    /// - Parameter acceptsLoss: see `SQLiteStorage`; a database loses nothing by itself.
    static func check(_ location: StoreLocation, acceptsLoss: Bool = false) throws(HearthError) -> Snapshot {
        let store = try StoreWriter(location.open(acceptsLoss: acceptsLoss))
        try store.verify()
        let snapshot = store.snapshot
        try store.close()
        return snapshot
    }

    /// A store that must not change, such as an archived backup, is copied, and the copy is verified.
    private static func checkCopy(of path: String) throws(HearthError) -> Snapshot {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-check-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw HearthError(.storageFailed, "The store is read-only, and no copy can be made in \(folder.path).")
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try StoreBackup.make(of: path, at: folder.appending(path: "copy.hearth").path)
    }

    /// Opening a store writes to its file and to files next to it.
    private static func isWritable(_ path: String) -> Bool {
        let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
        return access(path, W_OK) == 0 && access(folder, W_OK) == 0
    }
}
