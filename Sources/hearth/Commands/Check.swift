import Foundation
import HearthModel
import HearthServer
import HearthStore

/// `hearth check`.
enum Check: Command {
    static let name = "check"
    static let summary = "verify every checksum of a store"
    static let flags = ["--accept-loss"]
    static let values = ["--store"]
    static let operands = 0...1
    static let operandNames = ["PATH"]

    static let help = """
        Reads the whole store and compares it with its checksums and its directory.

        usage: hearth check [PATH | --store PATH] [--accept-loss]

          PATH           the store's file, such as that of a backup

        options:
          --store PATH   the store's file; default: as for 'hearth serve'
          --accept-loss  goes on without acknowledged commits that cannot be read, so that the store can be served again:
                         those after a damaged place in the write-ahead log, which is kept next to the store as
                         '-wal.damaged', and those of a log that is gone

        No server may have the store open: check a backup instead (see 'hearth backup --help'). A store that an
        older version of Hearth wrote is migrated to this version first, as by 'hearth serve'. A store in a read-only file
        or folder is copied to $TMPDIR, or else /tmp, and the copy is checked.
        The exit code is 0 for an intact store and 1 for a damaged one.
        """

    static func run(_ given: GivenOptions) throws {
        guard given.operands.isEmpty || given["--store"] == nil else {
            throw given.usageError("PATH and --store exclude each other.")
        }
        let named = given.operands.first ?? given["--store"]
        let paths = try ServicePaths(socket: nil, store: named, environment: Terminal.environment)
        try StorePath.checkExists(paths.store)
        do throws(HearthError) {
            let acceptsLoss = given.has("--accept-loss")
            let snapshot =
                acceptsLoss || isWritable(paths.store)
                ? try check(paths.store, acceptsLoss) : try checkCopy(of: paths.store)
            print(
                ("\(paths.store): intact. \(snapshot.sampleCount.pluralized("sample")) in"
                    + " \(snapshot.segmentCount.pluralized("segment")), \(snapshot.deletionCount.pluralized("deletion")),"
                    + " \(snapshot.head.pluralized("change")).").printable
            )
        } catch {
            let advice =
                error == .storeIsTaken
                ? " To check it while it is served, check a backup: see 'hearth backup --help'." : ""
            throw StartError("\(paths.store): \(error.message)\(advice)")
        }
    }

    private static func check(_ path: String, _ acceptsLoss: Bool) throws(HearthError) -> Snapshot {
        let store = try StoreWriter(SQLiteStorage(path: path, acceptsLoss: acceptsLoss))
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
