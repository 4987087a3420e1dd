internal import HearthSystem

/// Locks on single bytes of the store's file, by which the programs that use the file agree. The bytes lie where SQLite
/// keeps its own locks, far behind what most files have.
///
/// On Linux a lock belongs to the open descriptor, so it conflicts with locks of the same process too, and closing
/// another descriptor of the file does not drop it. On other systems it belongs to the process.
///
/// Unsafe pointers: `fcntl` takes the address of a structure.
enum ByteLock {
    /// Every program that opens the file with SQLite locks this byte for a moment. While it is locked here, none can.
    static let opening = 0x4000_0000
    /// A server locks this byte while it copies its log into the file, and a backup while it reads the file.
    static let copying = 0x4000_0000 + 512

    enum Kind {
        case shared, exclusive
    }

    /// False when another descriptor has the byte locked, or the file system has no such locks. `waits`: until no other
    /// descriptor has it locked.
    static func take(_ byte: Int, of file: Int32, _ kind: Kind, waits: Bool = false) -> Bool {
        var code: Int32
        repeat {
            code = set(byte, of: file, Int32(kind == .shared ? F_RDLCK : F_WRLCK), waits: waits)
        } while code != 0 && errno == EINTR
        return code == 0
    }

    static func release(_ byte: Int, of file: Int32) {
        _ = set(byte, of: file, Int32(F_UNLCK), waits: false)
    }

    private static func set(_ byte: Int, of file: Int32, _ type: Int32, waits: Bool) -> Int32 {
        var lock = flock()
        lock.l_type = numericCast(type)
        lock.l_whence = numericCast(SEEK_SET)
        lock.l_start = numericCast(byte)
        lock.l_len = 1
        #if os(Linux)
            // F_OFD_SETLK and F_OFD_SETLKW, which are not imported everywhere.
            return fcntl(file, waits ? 38 : 37, &lock)
        #else
            return fcntl(file, waits ? F_SETLKW : F_SETLK, &lock)
        #endif
    }
}
