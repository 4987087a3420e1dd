package import HearthModel
internal import HearthSystem

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
        guard rename(partial, target) == 0 else { throw .cannotWriteCopy(errno) }
        try syncFolder(of: target)
        return snapshot
    }

    /// Copies the file and the transactions in its log, as the server that may write to them leaves them. The server
    /// appends to the log meanwhile, and does not copy the log into the file.
    private static func copy(_ store: String, to partial: String) throws(HearthError) {
        let path = OpenFiles.resolved(store)
        guard access(path + "-journal", F_OK) != 0 else {
            throw HearthError(
                .storageFailed,
                "The store was not created completely. Start its server once, then try again."
            )
        }
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .cannotOpen(errno) }
        defer { close(source) }
        guard ByteLock.take(ByteLock.copying, of: source, .shared, waits: true) else { throw .cannotLock(errno) }
        defer { ByteLock.release(ByteLock.copying, of: source) }
        try FileCopy.copy(source, to: partial)
        try WALFile.copy(ofStoreAt: path, to: partial)
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
        guard descriptor >= 0 else { throw .cannotWriteCopy(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .cannotWriteCopy(errno) }
    }
}

extension HearthError {
    fileprivate static func cannotLock(_ reason: Int32) -> HearthError {
        HearthError(.storageFailed, "The store cannot be locked: \(String(cString: strerror(reason))).")
    }
}
