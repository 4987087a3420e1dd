internal import HearthModel
internal import HearthSystem

/// A mark in the store's file: changes that were acknowledged may be in the write-ahead log only.
///
///     first commit      the mark is in the file, on the disk, before the commit is acknowledged
///     while it is set   the log is never empty, whatever ends the process
///     close             the log is copied, the mark is cleared in the file, and then the log is emptied and removed
///
/// So a file with the mark and without a log was moved, copied or linked without its log. The mark goes with the file,
/// unlike the note in the lock file, which says more: how many changes are missing.
///
/// The mark is a bit of the version in SQLite's header, so SQLite writes it like the rest of a page. A Hearth that does not
/// know it takes a marked store for one of a newer version, and leaves it alone.
///
/// Unsafe pointers: `pread` and `pwrite` take the address of a buffer.
enum ServedMark {
    private static let bit: Int64 = 1 << 30
    /// Where the header of the file has the version: four bytes, the highest first.
    static let versionOffset = 60

    /// What SQLite's user version is to be.
    static func version(isSet: Bool) -> Int64 { SQLiteSchema.version | (isSet ? bit : 0) }

    /// The version of the schema in SQLite's user version.
    static func schemaVersion(_ version: Int64) -> Int64 { version & ~bit }

    static func isSet(in version: Int64) -> Bool { version & bit != 0 }

    /// Whether the file itself has the mark, whatever its log says.
    static func isSet(inFile file: Int32) -> Bool {
        highestByte(of: file).map { isSet(in: Int64($0) << 24) } ?? false
    }

    /// Clears the mark in a file that holds everything, and leaves its log as it is. False when that is not possible.
    static func clear(inFile file: Int32) -> Bool {
        guard var byte = highestByte(of: file) else { return false }
        byte &= ~UInt8(bit >> 24)
        return pwrite(file, &byte, 1, off_t(versionOffset)) == 1 && fsync(file) == 0
    }

    private static func highestByte(of file: Int32) -> UInt8? {
        var byte: UInt8 = 0
        return pread(file, &byte, 1, off_t(versionOffset)) == 1 ? byte : nil
    }
}

extension HearthError {
    static var lostLog: HearthError {
        HearthError(
            .storageCorrupt,
            "The store's -wal file is missing, and acknowledged changes may be in it alone: the store's file was moved,"
                + " copied or linked without it. It was left as it is. Put the -wal file that lay next to it here, too,"
                + " restore the store from a backup, or run 'hearth check --accept-loss', which gives them up."
        )
    }
}
