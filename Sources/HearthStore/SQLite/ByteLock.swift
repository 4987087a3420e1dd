internal import HearthSystem

/// Locks on single bytes of the store's file, by which the programs that use the file coordinate. The bytes lie where
/// SQLite keeps its own locks, beyond the end of most files.
///
/// On Linux a lock belongs to the open file description. It therefore conflicts with locks of the same process, and
/// closing another descriptor of the file does not drop it. On other systems a lock belongs to the process.
///
/// Unsafe pointers: `fcntl` takes the address of a structure.
enum ByteLock {
    /// SQLite locks this byte for a moment whenever it opens the file. While it is locked here, no program can open the
    /// file with SQLite.
    static let opening = 0x4000_0000
    /// A server locks this byte during a checkpoint, and a backup while it reads the file.
    static let copying = 0x4000_0000 + 512

    /// A program that has the file open with SQLite holds a lock in this range.
    private static let users = 0x4000_0002..<0x4000_0000 + 512

    enum Kind {
        case shared, exclusive
    }

    enum Outcome: Equatable {
        case taken
        /// Another descriptor holds a conflicting lock.
        case held
        /// The system or the file system has no such locks.
        case unsupported
    }

    /// Locks a byte without waiting for other holders.
    static func take(_ byte: Int, of file: Int32, _ kind: Kind) -> Outcome {
        while set(byte, of: file, Int32(kind == .shared ? F_RDLCK : F_WRLCK)) != 0 {
            switch errno {
            case EINTR: continue
            case EAGAIN, EACCES: return .held
            default: return .unsupported
            }
        }
        return .taken
    }

    static func release(_ byte: Int, of file: Int32) {
        _ = set(byte, of: file, Int32(F_UNLCK))
    }

    /// Whether another process has the file open with SQLite.
    static func hasOtherUsers(_ file: Int32) -> Bool {
        var lock = lock(Int32(F_WRLCK), users)
        // A query for a lock of the process, with which the locks of its own SQLite connections do not conflict.
        return fcntl(file, F_GETLK, &lock) == 0 && Int32(lock.l_type) != Int32(F_UNLCK)
    }

    private static func set(_ byte: Int, of file: Int32, _ type: Int32) -> Int32 {
        var lock = lock(type, byte..<byte + 1)
        #if os(Linux)
            // F_OFD_SETLK, which is not imported everywhere.
            return fcntl(file, 37, &lock)
        #else
            return fcntl(file, F_SETLK, &lock)
        #endif
    }

    private static func lock(_ type: Int32, _ bytes: Range<Int>) -> flock {
        var lock = flock()
        lock.l_type = numericCast(type)
        lock.l_whence = numericCast(SEEK_SET)
        lock.l_start = numericCast(bytes.lowerBound)
        lock.l_len = numericCast(bytes.count)
        return lock
    }
}
