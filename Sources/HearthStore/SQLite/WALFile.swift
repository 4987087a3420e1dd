internal import HearthModel
internal import HearthSystem

/// The write-ahead log of a store before SQLite recovers it.
enum WALFile {
    /// Throws for a log in which transactions that were acknowledged cannot be read, and leaves it as it is.
    ///
    /// The frames of a transaction without an end are cut off: if later transactions stopped short of them, they would be
    /// counted as lost at the next start.
    /// - Parameter acceptsLoss: keeps a copy of a damaged log and cuts it off before the damage.
    /// - Returns: whether there is a log to recover.
    static func prepare(ofStoreAt path: String, acceptsLoss: Bool) throws(HearthError) -> Bool {
        let wal = path + "-wal"
        let file = open(wal, O_RDWR | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return false }
            throw .cannotOpen(errno)
        }
        defer { close(file) }
        let scan = try WALScan(file)
        if scan.isDamaged {
            guard acceptsLoss else { throw .damagedWAL(scan.lostCommits) }
            try FileCopy.copy(file, to: nameForDamaged(wal))
        }
        if scan.isDamaged || (scan.remains > 0 && scan.end > 0) {
            guard ftruncate(file, off_t(scan.end)) == 0, fsync(file) == 0 else { throw .cannotOpen(errno) }
        }
        return scan.end > 0
    }

    /// The first name that is free: the log of an earlier damage is kept, too.
    private static func nameForDamaged(_ wal: String) -> String {
        let name = wal + ".damaged"
        var number = 2
        guard FileCopy.exists(name) else { return name }
        while FileCopy.exists("\(name)-\(number)") {
            number += 1
        }
        return "\(name)-\(number)"
    }

    /// Whether the log holds a whole transaction.
    static func hasCommits(ofStoreAt path: String) throws(HearthError) -> Bool {
        let file = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return try WALScan(file).hasCommits
    }

    /// Throws for a damaged log of a store that no process has open. SQLite would read the store without the
    /// transactions behind the damage.
    static func check(ofStoreAt path: String) throws(HearthError) {
        let file = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // A server that writes meanwhile makes a log look like a damaged one.
        guard try WALScan(file).isDamaged, let lock = try? LockFile(ofStoreAt: path) else { return }
        // The next start needs what the last process noted in it.
        defer { lock.release(removingFile: lock.acknowledged == nil) }
        let scan = try WALScan(file)
        if scan.isDamaged {
            throw .damagedWAL(scan.lostCommits)
        }
    }

    /// Copies the transactions of a log to which a server may append meanwhile. The server may not run a checkpoint
    /// meanwhile; it may restart the log once, when the file has all of it already.
    static func copy(ofStoreAt path: String, to target: String) throws(HearthError) {
        let file = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return }
            throw .cannotOpen(errno)
        }
        defer { close(file) }
        for _ in 0..<copiesMax {
            let scan = try scanWhileWritten(file)
            unlink(target + "-wal")
            try FileCopy.copy(file, upTo: scan.end, to: target + "-wal")
            if try WALScan(file).isSameLog(as: scan) { return }
        }
        throw HearthError(.storageFailed, "The store's -wal file changed while it was copied. Try again.")
    }

    private static let copiesMax = 10

    /// A server that writes meanwhile makes a log look like a damaged one, but then more of it is valid the next time.
    private static func scanWhileWritten(_ file: Int32) throws(HearthError) -> WALScan {
        var scan = try WALScan(file)
        for _ in 0..<copiesMax where scan.isDamaged {
            let next = try WALScan(file)
            guard !next.isDamaged || next.end != scan.end || !next.isSameLog(as: scan) else {
                throw .damagedWAL(scan.lostCommits)
            }
            scan = next
        }
        return scan
    }
}

extension HearthError {
    fileprivate static func damagedWAL(_ commits: Int) -> HearthError {
        HearthError(
            .storageCorrupt,
            "The store's -wal file is damaged: \(commits.counted("acknowledged commit")) cannot be read. It was left as it is."
                + " Restore the store from a backup, or run 'hearth check --accept-loss', which drops them."
        )
    }
}
