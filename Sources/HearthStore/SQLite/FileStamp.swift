internal import HearthSystem

/// Identifies a file, and tells whether it was written since.
///
/// Unsafe pointers: `stat`, `lstat` and `fstat` fill in a structure.
struct FileStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    let size: Int64
    private let modifiedNanoseconds: Int64
    /// Hard links to the file. Not compared: a new one changes nothing in the file.
    let links: UInt64

    static func == (one: FileStamp, other: FileStamp) -> Bool {
        one.isSameFile(as: other) && one.size == other.size && one.modifiedNanoseconds == other.modifiedNanoseconds
    }

    /// Nil when the path leads nowhere. `followsLinks`: of the file behind a symbolic link instead of the link itself.
    init?(path: String, followsLinks: Bool) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        links = UInt64(status.st_nlink)
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        modifiedNanoseconds = Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)
    }

    func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }
}
