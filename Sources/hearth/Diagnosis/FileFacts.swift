import HearthSystem

/// What the system says about a file or a folder.
///
/// Unsafe pointers: `lstat` and `statvfs` fill in structures.
struct FileFacts: Hashable, Sendable {
    let isFolder: Bool
    let isSocket: Bool
    let isOwn: Bool
    let bytes: UInt64
    let permissions: mode_t
    let group: gid_t
    /// The same for each name of a file, and for each place at which a folder is mounted.
    let identity: Identity

    /// Which file or folder of the machine it is.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    /// The permissions of others than the owner.
    var openTo: mode_t { permissions & 0o077 }

    /// Nil when nothing is there. Follows symbolic links.
    init?(_ path: String) {
        var status = HearthSystem.stat()
        guard stat(path, &status) == 0 else { return nil }
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        isOwn = status.st_uid == geteuid()
        bytes = UInt64(max(0, status.st_size))
        permissions = status.st_mode & ~S_IFMT
        group = status.st_gid
        identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// The bytes that a user may still write where a file or folder is.
    static func freeBytes(at path: String) -> UInt64? {
        var status = HearthSystem.statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}
