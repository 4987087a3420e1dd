internal import HearthModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The write-ahead log of a store before SQLite recovers it.
///
/// Unsafe pointers: `pread` and `write` take the address of a buffer and its length.
enum WALFile {
    /// Throws for a log in which transactions that were acknowledged cannot be read, and leaves it as it is.
    ///
    /// What a transaction without an end has left is cut off: if later ones stopped short of its frames, these would be
    /// counted as lost at the next start.
    /// - Parameter acceptsLoss: keeps a copy of a damaged log and cuts it off before the damage.
    /// - Returns: whether there is a log to recover.
    static func prepare(ofStoreAt path: String, acceptsLoss: Bool) throws(HearthError) -> Bool {
        let log = path + "-wal"
        let file = open(log, O_RDWR | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return false }
            throw .cannotOpen(errno)
        }
        defer { close(file) }
        let scan = try WALScan(file)
        if scan.isDamaged {
            guard acceptsLoss else { throw .damagedLog(scan.lostCommits) }
            try keep(file, at: log + ".damaged")
        }
        if scan.isDamaged || (scan.remains > 0 && scan.end > 0) {
            guard ftruncate(file, off_t(scan.end)) == 0, fsync(file) == 0 else { throw .cannotOpen(errno) }
        }
        return scan.end > 0
    }

    /// Whether the log holds a whole transaction.
    static func hasCommits(ofStoreAt path: String) throws(HearthError) -> Bool {
        let file = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return try WALScan(file).hasCommits
    }

    /// Throws for a damaged log of a store that no process has open. SQLite would read the store as if nothing was missing.
    static func check(ofStoreAt path: String) throws(HearthError) {
        let file = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // A server that writes meanwhile makes a log look like a damaged one.
        guard try WALScan(file).isDamaged, let lock = try? LockFile(ofStoreAt: path) else { return }
        defer { lock.release() }
        let scan = try WALScan(file)
        if scan.isDamaged {
            throw .damagedLog(scan.lostCommits)
        }
    }

    private static func keep(_ file: Int32, at path: String) throws(HearthError) {
        let copy = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { throw .cannotKeepLog(errno) }
        defer { close(copy) }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var offset = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(offset)) }
            guard count > 0 else {
                guard count == 0, fsync(copy) == 0 else { throw .cannotKeepLog(errno) }
                return
            }
            guard buffer.withUnsafeBytes({ write(copy, $0.baseAddress, count) }) == count else {
                throw .cannotKeepLog(errno)
            }
            offset += count
        }
    }
}

extension HearthError {
    fileprivate static func damagedLog(_ commits: Int) -> HearthError {
        HearthError(
            .storageCorrupt,
            "The store's -wal file is damaged: \(commits.counted("acknowledged commit")) cannot be read. It was left as it is."
                + " Restore the store from a backup, or run 'hearth check --accept-loss', which drops them."
        )
    }

    fileprivate static func cannotKeepLog(_ reason: Int32) -> HearthError {
        HearthError(
            .storageFailed,
            "The damaged log cannot be copied to the store's '-wal.damaged' file: \(String(cString: strerror(reason)))."
                + " Nothing was changed."
        )
    }
}
