#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Which file a path or a descriptor leads to, and when it was last written.
///
/// Unsafe pointers: `stat` and `fstat` fill in a structure.
struct FileStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    let size: Int64
    private let modifiedNanoseconds: Int64

    /// Follows symbolic links. Nil: the path leads to no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
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
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        modifiedNanoseconds = Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)
    }

    func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }
}
