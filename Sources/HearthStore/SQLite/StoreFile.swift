internal import HearthModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The file of a store before SQLite sees it.
///
/// SQLite changes some files by merely opening and closing them. So what is not a store, or is one of a newer version, is
/// told by its header and left alone.
///
/// Unsafe pointers: `read` takes the address of a buffer and its length, `statvfs` that of what it fills in.
enum StoreFile {
    private static let headerBytes = 100
    private static let magic = Array("SQLite format 3\0".utf8)
    // Where SQLite's header has them, as four bytes each, the highest first.
    private static let schemaOffset = 40
    private static let versionOffset = 60
    private static let applicationOffset = 68

    /// Throws unless SQLite may open the file. One that does not exist is created, for its owner alone.
    static func check(_ path: String) throws(HearthError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .cannotOpen(errno) }
        defer { close(file) }
        // The creation of a store was cut off: SQLite takes it back.
        guard access(path + "-journal", F_OK) != 0 else { return }
        var header = [UInt8](repeating: 0, count: headerBytes)
        let count = header.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw .cannotOpen(errno) }
        guard count > 0 else { return }
        guard count == headerBytes, header.starts(with: magic) else { throw .foreignFile }
        let application = number(header, at: applicationOffset)
        let version = number(header, at: versionOffset)
        // None of the numbers: a database in which nothing was ever created.
        guard
            application == SQLiteSchema.applicationID
                || (application == 0 && version == 0 && number(header, at: schemaOffset) == 0)
        else { throw .foreignFile }
        guard version <= SQLiteSchema.version else { throw .newerStore }
    }

    /// Whether the file system of a store has so many bytes left for it; false when it does not say.
    static func hasRoom(for bytes: Int, beside path: String) -> Bool {
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { return false }
        return UInt64(system.f_bavail) >= UInt64(bytes) / max(UInt64(system.f_frsize), 1)
    }

    private static func number(_ header: [UInt8], at offset: Int) -> Int64 {
        header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension HearthError {
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
            "The store's file is gone or is another one than was opened. Make it accessible again, or stop the server."
        )
    }

    static func cannotOpen(_ reason: Int32) -> HearthError {
        HearthError(
            .storageFailed,
            "The store cannot be opened: \(String(cString: strerror(reason))). Its folder has to exist and to be writable."
        )
    }
}
