package import HearthModel
internal import HearthSystem

/// Holds a store for one process, because two writers would corrupt it.
///
/// The file exists while a process has the store open. Only the process that holds the lock removes it, so the file of
/// a killed process stays until another process has used the store. After taking the lock a process checks that the
/// path still names the file: a lock on a removed file would exclude nobody.
///
/// The file also carries two facts for other processes:
///
///     bytes 0 ..< 8   generation: changes whenever the store's file may change during a backup
///     bytes 8 ..< 40  the last acknowledged commit, with a checksum; zeros before the first one
///
/// Neither is synced. The second is written after the commit is durable, so the disk never names a commit that a loss of
/// power can take back. A store that is older than that commit has lost its write-ahead log.
///
/// Unsafe pointers: `pread` and `pwrite` take the address of a buffer.
final class LockFile {
    private let path: String
    private var file: Int32
    private var generation = UInt64.random(in: 1 ... .max)
    /// The last commit of a process that crashed; then this process's own.
    private(set) var acknowledged: AcknowledgedCommit?

    /// More files than can have been removed between being opened and being locked.
    private static let attempts = 1_000
    private static let acknowledgedOffset = 8

    /// Locks the store at a path. The lock lies next to the file itself when the path is a symbolic link.
    init(ofStoreAt store: String) throws(HearthError) {
        path = LockFile.path(ofStoreAt: store)
        for _ in 0..<LockFile.attempts {
            let locked = try LockFile.locked(path)
            if LockFile.leads(path, to: locked) {
                file = locked
                acknowledged = LockFile.acknowledged(in: locked)
                _ = writeGeneration()
                return
            }
            close(locked)
        }
        throw .storeIsTaken
    }

    private static func path(ofStoreAt store: String) -> String { StoreLock.path(ofStoreAt: store) }

    /// Opens the file, or creates it, and locks it.
    private static func locked(_ path: String) throws(HearthError) -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .cannotOpen(errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(file)
            throw reason == EWOULDBLOCK ? .storeIsTaken : .cannotOpen(reason)
        }
        return file
    }

    /// Whether a path names an open file.
    private static func leads(_ path: String, to file: Int32) -> Bool {
        guard let found = FileStamp(path: path, followsLinks: false), let opened = FileStamp(descriptor: file) else {
            return false
        }
        return found.isSameFile(as: opened)
    }

    deinit {
        release(removingFile: acknowledged == nil)
    }

    /// - Parameter removingFile: false when the store's file alone does not hold everything that was acknowledged.
    func release(removingFile: Bool = true) {
        guard file >= 0 else { return }
        // Another file may have replaced it.
        if removingFile, LockFile.leads(path, to: file) {
            unlink(path)
        }
        close(file)
        file = -1
    }

    // MARK: - Backups

    /// Changes the generation, so that a backup under way starts over. False when it cannot be written.
    func renewGeneration() -> Bool {
        generation &+= 1
        return writeGeneration()
    }

    private func writeGeneration() -> Bool {
        withUnsafeBytes(of: generation.littleEndian) { pwrite(file, $0.baseAddress, $0.count, 0) == $0.count }
    }

    /// What the process that has the store open, or had it open last, has left for others.
    struct Notice {
        /// Nil without a file.
        var generation: UInt64?
        var acknowledged: AcknowledgedCommit?
    }

    static func notice(ofStoreAt store: String) -> Notice {
        let file = open(path(ofStoreAt: store), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return Notice() }
        defer { close(file) }
        let generation = bytes(8, of: file, at: 0)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return Notice(generation: generation, acknowledged: acknowledged(in: file))
    }

    // MARK: - Acknowledged commits

    /// Notes a commit that is durable, before it is acknowledged.
    func note(_ commit: AcknowledgedCommit) {
        acknowledged = commit
        // A note that cannot be written makes the check of the next start miss a loss, and no more.
        _ = commit.bytes.withUnsafeBytes {
            pwrite(file, $0.baseAddress, $0.count, off_t(LockFile.acknowledgedOffset))
        }
    }

    private static func acknowledged(in file: Int32) -> AcknowledgedCommit? {
        bytes(AcknowledgedCommit.byteCount, of: file, at: acknowledgedOffset).flatMap(AcknowledgedCommit.init)
    }

    private static func bytes(_ count: Int, of file: Int32, at offset: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        let found = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(offset)) }
        return found == count ? buffer : nil
    }
}

/// The file by which a process has a store for itself.
package enum StoreLock {
    /// The lock lies next to the store's file itself when the path is a symbolic link.
    package static func path(ofStoreAt store: String) -> String { OpenFiles.resolved(store) + ".lock" }
}

extension HearthError {
    package static var storeIsTaken: HearthError {
        HearthError(.storageFailed, "Another process has the store open. Connect to its server, or stop it.")
    }
}
