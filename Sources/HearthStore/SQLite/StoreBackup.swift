package import HearthModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A copy of a store as one commit left it, made while a server goes on writing.
///
/// The copy is a store of its own, with an identifier of its own: what is saved in it later is not what was saved later
/// in the original, and an anchor of the one must not be taken for a place in the other.
package enum StoreBackup {
    /// Copies the store at a path to another path, where nothing may be, and reads the copy once to verify it. Returns
    /// the copy's state.
    @discardableResult
    package static func make(of store: String, at target: String) throws(HearthError) -> Snapshot {
        guard access(store, F_OK) == 0 else {
            throw HearthError(.storageFailed, "There is no store to copy: name the one that is meant.")
        }
        guard access(target, F_OK) != 0 else {
            throw HearthError(.storageFailed, "There is a file where the backup is to be: name another path.")
        }
        try StoreFile.check(store)
        try WALFile.check(ofStoreAt: OpenFiles.resolved(store))
        // Only a copy that is complete gets the name that was asked for.
        let partial = target + ".partial"
        remove(partial)
        defer { remove(partial) }
        try copy(store, to: partial)
        let snapshot = try becomeAnother(partial)
        guard rename(partial, target) == 0 else { throw .cannotWriteBackup(errno) }
        try syncFolder(of: target)
        return snapshot
    }

    private static func copy(_ store: String, to partial: String) throws(HearthError) {
        // For its owner alone from the first byte on; SQLite writes into a file that is there if it is empty.
        let file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .cannotWriteBackup(errno) }
        close(file)
        let source = try SQLiteConnection(path: OpenFiles.resolved(store), vfs: nil, sourceAccess(to: store))
        defer { source.close() }
        source.takeLogWhenClosed()
        try source.run("PRAGMA busy_timeout = 2000")
        let statement = try source.statement("VACUUM INTO ?1")
        statement.bind(partial, at: 1)
        try statement.run()
    }

    /// A connection that may not write leaves the log that it needs behind, empty. One that may, and is the last, takes the
    /// log away when it is closed, with the file locked as a whole: a server that begins meanwhile waits or keeps its log.
    /// A log that is there already, of a server that runs or was killed, is the server's to copy back, and only read here.
    private static func sourceAccess(to store: String) -> SQLiteConnection.Access {
        let isInUse = ["-wal", "-journal"].contains { access(OpenFiles.resolved(store) + $0, F_OK) == 0 }
        return isInUse ? .readOnly : .readWrite
    }

    /// Gives the copy its own identifier, which also brings all of it to the disk, and verifies it.
    private static func becomeAnother(_ partial: String) throws(HearthError) -> Snapshot {
        let storage = try SQLiteStorage(path: partial)
        var header = try storage.load().header
        header.storeID = .random()
        try storage.commit(StorageChanges(header: header))
        let copy = try StoreWriter(storage)
        try copy.verify()
        let snapshot = copy.snapshot
        try copy.close()
        return snapshot
    }

    private static func remove(_ partial: String) {
        for suffix in ["", "-wal", "-shm", "-journal", ".lock"] {
            unlink(partial + suffix)
        }
    }

    /// The name of a file is on the disk when its folder is.
    private static func syncFolder(of path: String) throws(HearthError) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = open(String(folder), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWriteBackup(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .cannotWriteBackup(errno) }
    }
}

extension HearthError {
    fileprivate static func cannotWriteBackup(_ reason: Int32) -> HearthError {
        HearthError(
            reason == ENOSPC ? .storageFull : .storageFailed,
            "The backup cannot be written: \(String(cString: strerror(reason)))."
        )
    }
}
