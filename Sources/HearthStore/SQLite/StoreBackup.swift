package import HearthModel
internal import HearthSystem

/// A copy of a store as one commit left it, made while a server keeps writing.
///
/// The copy is a store of its own, with an identifier of its own: what is saved in it later is not what was saved later
/// in the original, and an anchor of the one must not be taken for a position in the other.
package enum StoreBackup {
    /// Copies the store at a path to another path, where nothing may be, and reads the copy once to verify it. Returns
    /// the copy's state.
    @discardableResult
    package static func make(of store: String, at target: String) throws(HearthError) -> Snapshot {
        guard access(store, F_OK) == 0 else { throw .noStoreToCopy }
        guard !FileCopy.exists(target) else {
            throw HearthError(.storageFailed, "The backup's path names an existing file: choose another path.")
        }
        try StoreFile.check(store)
        try WALFile.check(ofStoreAt: OpenFiles.resolved(store))
        // Only a copy that is complete gets the name that was asked for.
        let partial = target + ".partial"
        FileCopy.removeStore(at: partial)
        defer { FileCopy.removeStore(at: partial) }
        let snapshot = try becomeAnother(partial, copy(store, to: partial))
        guard !Task.isCancelled else { throw .cancelledCopy }
        guard rename(partial, target) == 0 else { throw .cannotWriteCopy(errno) }
        try FileCopy.syncFolder(of: target)
        return snapshot
    }

    /// Copies the file and the transactions in its log, as a server that may write to them leaves them. The server appends
    /// to the log meanwhile, and runs no checkpoint before the log is very long. After one it has changed the generation
    /// in the lock file, and the copy starts over.
    /// - Returns: what the copy must hold.
    private static func copy(_ store: String, to partial: String) throws(HearthError) -> AcknowledgedCommit? {
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
        for _ in 0..<copiesMax {
            try lock(source)
            defer { ByteLock.release(ByteLock.copying, of: source) }
            let notice = LockFile.notice(ofStoreAt: path)
            FileCopy.removeStore(at: partial)
            let result = Result { () throws(HearthError) in
                try FileCopy.copy(source, to: partial)
                try WALFile.copy(ofStoreAt: path, to: partial)
            }
            // A checkpoint makes the log look damaged, too.
            if LockFile.notice(ofStoreAt: path).generation == notice.generation || Task.isCancelled {
                try result.get()
                return notice.acknowledged
            }
        }
        throw HearthError(
            .storageFailed,
            "The server wrote more than its log may hold while the store was copied. Try again when apps save less."
        )
    }

    private static let copiesMax = 10

    /// Waits for the end of a checkpoint. Where byte locks are unsupported, only the generation reveals one.
    private static func lock(_ source: Int32) throws(HearthError) {
        while ByteLock.take(ByteLock.copying, of: source, .shared) == .held {
            guard !Task.isCancelled else { throw .cancelledCopy }
            BackgroundThread.pause(nanoseconds: pauseNanoseconds)
        }
    }

    private static let pauseNanoseconds = 5_000_000

    /// Gives the copy its own identifier, which also syncs all of it to disk, and verifies it.
    private static func becomeAnother(
        _ partial: String,
        _ acknowledged: AcknowledgedCommit?
    ) throws(HearthError) -> Snapshot {
        let storage = try SQLiteStorage(path: partial)
        var header = try storage.load().header
        try acknowledged?.check(header)
        header.storeID = .random()
        try storage.commit(StorageChanges(header: header))
        let copy = try StoreWriter(storage)
        try copy.verify()
        let snapshot = copy.snapshot
        try copy.close()
        return snapshot
    }
}
