internal import HearthModel
internal import HearthSystem

/// The files of an open store. Detects that another program deleted, replaced or changed them.
///
/// A commit into a file that was deleted or replaced succeeds, and is gone with the process. The check compares the
/// files at the path with those that were opened, and their sizes and times of modification with those after the
/// store's own last write. Before a commit it takes two `stat` calls, and an `fstat` after it.
final class OpenFiles {
    /// The path that SQLite gets: absolute and without symbolic links, so that no name has a special meaning for it.
    let path: String
    private let logPath: String
    private let indexPath: String
    private let given: String
    /// Kept open, so that no other file gets its inode. It is closed after SQLite's descriptors: closing any descriptor
    /// of a file drops all POSIX locks that the process has on it.
    private var descriptor: Int32
    /// Of the log. SQLite locks nothing in that file.
    private var logDescriptor: Int32 = -1
    private var database: FileStamp?
    private var log: FileStamp?

    /// Takes over the descriptor of the database file.
    init(path given: String, descriptor: Int32) throws(HearthError) {
        self.given = given
        self.descriptor = descriptor
        path = OpenFiles.resolved(given)
        logPath = path + "-wal"
        indexPath = path + "-shm"
        #if os(Linux)
            // The lock file keeps out a server that opens the store through the same folder. This lock keeps out one
            // that uses another path, such as a bind mount. On other systems it would conflict with SQLite's own locks.
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .storeIsTaken }
        #endif
    }

    deinit {
        close()
    }

    func close() {
        #if os(Linux)
            if descriptor >= 0 {
                // A process that is being started has a copy of the descriptor for a moment, and with it the lock.
                flock(descriptor, LOCK_UN)
            }
        #endif
        for open in [descriptor, logDescriptor] where open >= 0 {
            OpenFiles.closeDescriptor(open)
        }
        (descriptor, logDescriptor) = (-1, -1)
    }

    /// Unsafe pointers: `realpath` returns memory that has to be freed.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func closeDescriptor(_ descriptor: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
    }

    // MARK: - Own writes

    /// SQLite has opened the files. Keeps other programs from opening them until `unseal`.
    func noteOpened() {
        seal()
        database = FileStamp(descriptor: descriptor)
        if logDescriptor >= 0 {
            OpenFiles.closeDescriptor(logDescriptor)
        }
        logDescriptor = open(logPath, O_RDONLY | O_CLOEXEC)
        noteLog()
    }

    /// SQLite maps the index of its log into memory. A program that truncates the file of the index would end this
    /// process with a bus error. Without a name the file cannot be truncated, and only the connections of this process
    /// have it. Another program would make an index of its own and read what the store is just copying, so none may
    /// open the file.
    private func seal() {
        #if os(Linux)
            guard ByteLock.take(ByteLock.opening, of: descriptor, .exclusive) else { return }
            unlink(indexPath)
        #endif
    }

    /// The store is going to close its connections: SQLite takes locks then that the seal excludes.
    func unseal() {
        #if os(Linux)
            ByteLock.release(ByteLock.opening, of: descriptor)
        #endif
    }

    // MARK: - Backups

    /// Has to be asked before the log is copied into the file, and `endCheckpoint` told after it. False while another
    /// program makes a backup: what it reads must stay as it is.
    func beginCheckpoint() -> Bool {
        ByteLock.take(ByteLock.copying, of: descriptor, .exclusive)
    }

    func endCheckpoint() {
        ByteLock.release(ByteLock.copying, of: descriptor)
    }

    /// The store has written to its log.
    func noteLog() {
        log = FileStamp(descriptor: logDescriptor)
    }

    /// The store has copied its log into the database file, which never makes the file shorter.
    func noteDatabase() {
        guard let now = FileStamp(descriptor: descriptor), now.size >= database?.size ?? 0 else { return }
        database = now
    }

    // MARK: - Changes by others

    /// What another program did to the files.
    enum Change {
        case moved
        case linked
        case overwritten
        case logMoved
        case logOverwritten
    }

    /// - Parameter isCopying: another thread of this process copies the log, which changes the database file.
    func change(isCopying: Bool) -> Change? {
        guard let database else { return nil }
        guard let found = FileStamp(path: given, followsLinks: true), found.isSameFile(as: database) else {
            return .moved
        }
        guard isCopying ? found.size >= database.size : found == database else { return .overwritten }
        if let change = logChange() { return change }
        return found.links > 1 ? .linked : nil
    }

    /// SQLite does not follow symbolic links to the log, so one in its place is another file.
    private func logChange() -> Change? {
        guard let log else { return nil }
        guard let found = FileStamp(path: logPath, followsLinks: false), found.isSameFile(as: log) else {
            return .logMoved
        }
        return found == log ? nil : .logOverwritten
    }
}

extension OpenFiles.Change {
    /// For the owner of the store, and for the app whose write is refused.
    var error: HearthError { HearthError(.storageFailed, message) }

    /// For the owner of the store, when the server stops in this state.
    var errorAtClose: HearthError {
        HearthError(.storageFailed, "\(message) The -wal file was left as it is, for the next start to recover.")
    }

    private var message: String {
        switch self {
        case .moved:
            "The store's file was deleted, moved or replaced while it was served. Nothing is saved until it is back."
                + " To serve what is there now, restart the server."
        case .linked:
            "The store's file got another name (a hard link) while it was served. Nothing is saved until the other name"
                + " is removed: each name would have a log of its own."
        case .overwritten:
            "Another program wrote to the store's file while it was served. Nothing is saved any more. Stop the server; if"
                + " a copy was written over the file, remove its -wal file, which belongs to the old one; then start the"
                + " server again."
        case .logMoved:
            "The store's -wal file was deleted or replaced while it was served. Nothing is saved until the"
                + " server is restarted. What was acknowledged is copied into the store's file."
        case .logOverwritten:
            "Another program wrote to the store's -wal file while it was served. Nothing is saved any more. Stop the"
                + " server and run 'hearth check'."
        }
    }
}
