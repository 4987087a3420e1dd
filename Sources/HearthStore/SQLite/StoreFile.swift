package import HearthModel
internal import HearthSystem

/// The file of a store before SQLite sees it.
///
/// SQLite changes some files by merely opening and closing them. So a file that is not a store, or is a store of a
/// newer version, is recognized by its header and left alone.
///
/// Unsafe pointers: `read` takes the address of a buffer and its length, `stat` fills in a structure.
package enum StoreFile {
    private static let headerBytes = 100
    private static let magic = Array("SQLite format 3\0".utf8)
    /// Whom SQLite lets write and read the file: 1 for a rollback journal, 2 for a write-ahead log. With a greater number it
    /// refuses each write, or everything.
    private static let formatOffsets = 18...19
    // Where SQLite's header has them, as four bytes each, the highest first.
    private static let schemaOffset = 40
    private static let applicationOffset = 68

    /// Throws unless the file is a store that can be read. It need not be writable.
    package static func check(_ path: String) throws(HearthError) {
        close(try open(path, flags: O_RDONLY))
    }

    /// Throws unless SQLite may open the file. One that does not exist is created, for its owner alone. Returns a
    /// descriptor of the file, which the caller closes.
    static func open(_ path: String) throws(HearthError) -> Int32 {
        try open(path, flags: O_RDWR | O_CREAT)
    }

    private static func open(_ path: String, flags: Int32) throws(HearthError) -> Int32 {
        // Before anything is opened: opening a FIFO waits, and opening a device may do something.
        try checkKind(path, suffix: "")
        let resolved = OpenFiles.resolved(path)
        for suffix in ["-wal", "-shm", "-journal", ".lock"] {
            try checkKind(resolved + suffix, suffix: suffix)
        }
        try checkWALHasFile(resolved)
        let file = openDescriptor(path, flags)
        guard file >= 0 else { throw .cannotOpen(errno) }
        do throws(HearthError) {
            try checkLinks(file)
            try checkHeader(file, resolved)
            return file
        } catch {
            close(file)
            throw error
        }
    }

    private static func openDescriptor(_ path: String, _ flags: Int32) -> Int32 {
        let flags = flags | O_CLOEXEC | O_NONBLOCK
        #if canImport(Glibc)
            return Glibc.open(path, flags, 0o600)
        #elseif canImport(Musl)
            return Musl.open(path, flags, 0o600)
        #else
            return Darwin.open(path, flags, 0o600)
        #endif
    }

    /// The store's own path may be a symbolic link. Its companion files may not: SQLite does not follow such links.
    private static func checkKind(_ path: String, suffix: String) throws(HearthError) {
        var status = stat()
        guard (suffix.isEmpty ? stat(path, &status) : lstat(path, &status)) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(status.st_mode, suffix) }
    }

    /// SQLite deletes the log of a database file that is missing or empty, and with it what was acknowledged.
    private static func checkWALHasFile(_ path: String) throws(HearthError) {
        guard FileStamp(path: path, followsLinks: true)?.size ?? 0 == 0 else { return }
        guard try WALFile.hasCommits(ofStoreAt: path) else { return }
        throw .walWithoutStore
    }

    /// Each name of a file would have a log of its own: two servers, or one after the other, would ruin the store.
    private static func checkLinks(_ file: Int32) throws(HearthError) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .cannotOpen(errno) }
        guard status.st_nlink <= 1 else { throw .hasSeveralNames(Int(status.st_nlink)) }
    }

    /// - Parameter path: without symbolic links, as SQLite names the companion files after it.
    private static func checkHeader(_ file: Int32, _ path: String) throws(HearthError) {
        // The creation of the store was interrupted: SQLite rolls it back.
        guard access(path + "-journal", F_OK) != 0 else { return }
        var header = [UInt8](repeating: 0, count: headerBytes)
        let count = header.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw .cannotOpen(errno) }
        guard count > 0 else { return }
        guard count == headerBytes, header.starts(with: magic) else { throw .foreignFile }
        let application = number(header, at: applicationOffset)
        let version = ServedMark.schemaVersion(number(header, at: ServedMark.versionOffset))
        // None of the numbers: a database in which nothing was ever created.
        guard
            application == SQLiteSchema.applicationID
                || (application == 0 && version == 0 && number(header, at: schemaOffset) == 0)
        else { throw .foreignFile }
        guard version <= SQLiteSchema.version else { throw .newerStore }
        guard header[formatOffsets].allSatisfy({ $0 <= 2 }) else { throw .damagedStructure }
    }

    private static func number(_ header: [UInt8], at offset: Int) -> Int64 {
        header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension HearthError {
    fileprivate static func notARegularFile(_ mode: mode_t, _ suffix: String) -> HearthError {
        let kind =
            switch mode & S_IFMT {
            case S_IFDIR: "a directory"
            case S_IFIFO: "a FIFO"
            case S_IFSOCK: "a socket"
            case S_IFLNK: "a symbolic link"
            default: "a device"
            }
        let (what, advice) =
            switch (suffix, mode & S_IFMT) {
            case ("", _): ("The store", "Name another path.")
            case ("-wal", S_IFLNK):
                (
                    "The store's -wal file",
                    "Replace the link by the -wal file itself: it holds acknowledged commits."
                )
            case (_, S_IFLNK): ("The store's \(suffix) file", "Remove the link.")
            default: ("The store's \(suffix) file", "Remove it, or name another path.")
            }
        return HearthError(.storageFailed, "\(what) is \(kind), not a regular file. \(advice)")
    }

    fileprivate static var walWithoutStore: HearthError {
        HearthError(
            .storageFailed,
            "The store's file is missing or empty, but its -wal file holds acknowledged commits. Put the store's file back,"
                + " or move the -wal file away to begin a new store."
        )
    }

    fileprivate static func hasSeveralNames(_ count: Int) -> HearthError {
        HearthError(
            .storageFailed,
            "The store's file has \(count) names (hard links), and each would have a log of its own. Remove all names but"
                + " one, or copy the file and serve the copy."
        )
    }

    static var foreignFile: HearthError {
        HearthError(.storageCorrupt, "The file is not a Hearth store. It was left as it is; name another path.")
    }

    static var newerStore: HearthError {
        HearthError(
            .storageCorrupt,
            "A newer version of Hearth wrote the store. It was left as it is; open it with that version."
        )
    }

    static var damagedStructure: HearthError {
        HearthError(.storageCorrupt, "The structure of the file is damaged. Restore the store from a backup.")
    }

    static var storeIsGone: HearthError {
        HearthError(
            .storageFailed,
            "The store's file is gone or was replaced. Make it accessible again, or stop the server."
        )
    }

    static func cannotOpen(_ reason: Int32) -> HearthError {
        HearthError(
            .storageFailed,
            "The store cannot be opened: \(String(cString: strerror(reason))). The file has to be"
                + " writable, and its folder has to exist and to be writable."
        )
    }
}
