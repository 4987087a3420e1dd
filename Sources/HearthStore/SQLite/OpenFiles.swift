internal import HearthModel
internal import HearthSystem

/// The files of an open store. Detects that another program deleted, replaced or changed them.
///
/// A commit into a file that was deleted or replaced succeeds, and is gone with the process. The check compares the
/// files at the path with those that were opened, and their sizes and times of modification with those after the
/// store's own last write. Before a commit it takes two `stat` calls, or three when the path is a symbolic link, and an
/// `fstat` after it.
///
/// A store may be opened by a symbolic link. The name that the link resolved to when the store was opened must stay the
/// file itself: a link that replaces it is reported even if it leads to the same file, because the next start would
/// look for the write-ahead log next to the link's target.
final class OpenFiles {
    /// The path that SQLite gets: absolute and without symbolic links, so that no name has a special meaning for it.
    let path: String
    private let walPath: String
    private let indexPath: String
    private let given: String
    /// Kept open, so that no other file gets its inode. It is closed after SQLite's descriptors: closing any descriptor
    /// of a file drops all POSIX locks that the process has on it.
    private var descriptor: Int32
    /// Of the log. SQLite locks nothing in that file.
    private var walDescriptor: Int32 = -1
    private var database: FileStamp?
    private var wal: FileStamp?
    /// Other programs cannot open the file with SQLite.
    private(set) var isSealed = false

    /// Takes over the descriptor of the database file.
    init(path given: String, descriptor: Int32) throws(HearthError) {
        self.given = given
        self.descriptor = descriptor
        path = OpenFiles.resolved(given)
        walPath = path + "-wal"
        indexPath = path + "-shm"
        #if os(Linux)
            // The lock file excludes a server that opens the store through the same folder. This lock excludes one that
            // uses another path, such as a bind mount. On other systems it would conflict with SQLite's own locks.
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .storeIsTaken }
        #endif
    }

    deinit {
        close()
    }

    /// Closes the files and lifts the seal. The connections of this process are closed before.
    func close() {
        #if os(Linux)
            if descriptor >= 0 {
                // A process that is being started has a copy of the descriptor for a moment, and with it the locks.
                flock(descriptor, LOCK_UN)
                ByteLock.release(ByteLock.opening, of: descriptor)
            }
        #endif
        for open in [descriptor, walDescriptor] where open >= 0 {
            closeDescriptor(open)
        }
        (descriptor, walDescriptor, isSealed) = (-1, -1, false)
    }

    /// Unsafe pointers: `realpath` returns memory that has to be freed.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    // MARK: - The seal

    /// Excludes other programs from opening the file with SQLite until `close`. It stays open to them while one of them
    /// has the file open already, or the system has no such locks.
    ///
    /// SQLite maps the index of the log (the `-shm` file) into memory. A program that truncates that file would end this
    /// process with a bus error. Without a name the file cannot be truncated, and only the connections of this process
    /// have it. Another program would make an index of its own and read pages that a checkpoint is just writing.
    func seal() {
        #if os(Linux)
            guard !isSealed, ByteLock.take(ByteLock.opening, of: descriptor, .exclusive) == .taken else { return }
            // SQLite opens the index some time after the file.
            guard !ByteLock.hasOtherUsers(descriptor) else {
                ByteLock.release(ByteLock.opening, of: descriptor)
                return
            }
            unlink(indexPath)
            isSealed = true
        #endif
    }

    /// Removes the log that a checkpoint has emptied. While other programs may have it open, SQLite does that.
    func removeEmptyWAL() {
        if isSealed, hasEmptyWAL {
            unlink(walPath)
        }
    }

    /// Whether the log that was opened is still at its path and empty.
    var hasEmptyWAL: Bool {
        guard let found = FileStamp(path: walPath, followsLinks: false),
            let opened = FileStamp(descriptor: walDescriptor)
        else { return false }
        return found.size == 0 && found.isSameFile(as: opened)
    }

    // MARK: - The mark of a served store

    /// Whether the file itself says that acknowledged changes may be in its log only.
    var isMarked: Bool { ServedMark.isSet(inFile: descriptor) }

    /// Clears the mark in the file, which holds everything. False when that is not possible.
    func clearMark() -> Bool {
        defer { noteDatabase() }
        return ServedMark.clear(inFile: descriptor)
    }

    /// Whether there is a log at its path, and something in it.
    var hasLog: Bool { (FileStamp(path: walPath, followsLinks: false)?.size ?? 0) > 0 }

    // MARK: - Backups

    /// A backup keeps this lock while it reads the file. Taken before a checkpoint.
    func lockForCheckpoint() -> ByteLock.Outcome {
        ByteLock.take(ByteLock.copying, of: descriptor, .exclusive)
    }

    func unlockAfterCheckpoint() {
        ByteLock.release(ByteLock.copying, of: descriptor)
    }

    // MARK: - Own writes

    /// SQLite has opened the files.
    func noteOpened() {
        database = FileStamp(descriptor: descriptor)
        if walDescriptor >= 0 {
            closeDescriptor(walDescriptor)
        }
        walDescriptor = open(walPath, O_RDONLY | O_CLOEXEC)
        noteWAL()
    }

    /// The store has written to its log.
    func noteWAL() {
        wal = FileStamp(descriptor: walDescriptor)
    }

    /// A checkpoint has written to the database file, which it never makes shorter.
    func noteDatabase() {
        guard let now = FileStamp(descriptor: descriptor), now.size >= database?.size ?? 0 else { return }
        database = now
    }

    /// The size of the database file.
    var databaseBytes: Int { Int(database?.size ?? 0) }

    // MARK: - Changes by others

    /// What another program did to the files.
    enum Change {
        case moved
        case linked
        case overwritten
        case walMoved
        case walOverwritten
    }

    /// Whether the open files, wherever they are now, are as the store left them.
    /// - Parameter isCheckpointing: as for `change`.
    func areAsWritten(isCheckpointing: Bool) -> Bool {
        guard let database, let now = FileStamp(descriptor: descriptor) else { return false }
        return (isCheckpointing ? now.size >= database.size : now == database)
            && wal == FileStamp(descriptor: walDescriptor)
    }

    /// - Parameter isCheckpointing: another thread of this process runs a checkpoint, which changes the database file.
    func change(isCheckpointing: Bool) -> Change? {
        guard let database else { return nil }
        guard let found = FileStamp(path: path, followsLinks: false), found.isSameFile(as: database),
            given == path || FileStamp(path: given, followsLinks: true)?.isSameFile(as: database) == true
        else { return .moved }
        guard isCheckpointing ? found.size >= database.size : found == database else { return .overwritten }
        if let change = walChange() { return change }
        return found.links > 1 ? .linked : nil
    }

    /// SQLite does not follow symbolic links to the log, so a link with its name is another file.
    private func walChange() -> Change? {
        guard let wal else { return nil }
        guard let found = FileStamp(path: walPath, followsLinks: false), found.isSameFile(as: wal) else {
            return .walMoved
        }
        return found == wal ? nil : .walOverwritten
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
            "The store's file was deleted, moved or replaced (also by a link to it) while it was served. Nothing is saved"
                + " until it is back. What was acknowledged is copied into the file that was opened. To serve what is there now, restart the server."
        case .linked:
            "The store's file got another name (a hard link) while it was served. Nothing is saved until the other name"
                + " is removed: each name would have a log of its own."
        case .overwritten:
            "Another program wrote to the store's file while it was served. Nothing is saved any more. Stop the server; if"
                + " a copy was written over the file, remove its -wal file, which belongs to the old one; then start the"
                + " server again."
        case .walMoved:
            "The store's -wal file was deleted or replaced while it was served. Nothing is saved until the"
                + " server is restarted. What was acknowledged is copied into the store's file."
        case .walOverwritten:
            "Another program wrote to the store's -wal file while it was served. Nothing is saved any more. Stop the"
                + " server and run 'hearth check'."
        }
    }
}
