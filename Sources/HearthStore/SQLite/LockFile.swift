internal import HearthModel
internal import HearthSystem

/// Holds a store for one process: two writers would ruin it.
///
/// The file exists while a process has the store. Only the process that holds the lock removes it, so the file of a
/// killed process stays until the next process has used it. After taking the lock a process checks that the path still
/// leads to the file: a lock on a removed file would keep no other process out.
final class LockFile {
    private let path: String
    private var file: Int32

    /// More files than can have been removed between being opened and being locked: the folder does not tell files
    /// apart.
    private static let attempts = 1_000

    /// Locks the store at a path. The lock lies beside the file itself, also when the path leads there by a link.
    init(ofStoreAt store: String) throws(HearthError) {
        path = OpenFiles.resolved(store) + ".lock"
        for _ in 0..<LockFile.attempts {
            let locked = try LockFile.locked(path)
            if LockFile.leads(path, to: locked) {
                file = locked
                return
            }
            close(locked)
        }
        throw .storeIsTaken
    }

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

    /// Whether a path leads to a file that is open.
    private static func leads(_ path: String, to file: Int32) -> Bool {
        guard let found = FileStamp(path: path, followsLinks: false), let opened = FileStamp(descriptor: file) else {
            return false
        }
        return found.isSameFile(as: opened)
    }

    deinit {
        release()
    }

    func release() {
        guard file >= 0 else { return }
        // Another file may have taken its place.
        if LockFile.leads(path, to: file) {
            unlink(path)
        }
        close(file)
        file = -1
    }
}

extension HearthError {
    static var storeIsTaken: HearthError {
        HearthError(.storageFailed, "Another process has the store open. Connect to its server, or stop it.")
    }
}
