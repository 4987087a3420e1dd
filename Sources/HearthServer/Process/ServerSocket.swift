import HearthSocket
package import HearthSystem

/// The socket that listens: made here, or handed over by systemd.
///
/// Unsafe pointers: `lstat` fills in a structure.
package final class ServerSocket: Sendable {
    package let descriptor: Int32
    /// What is to be removed in the end; nil for a socket that systemd made.
    private let file: File?

    /// The socket in the file system. Its path may lead to the socket of another server later.
    private struct File: Equatable {
        let path: String
        let device: UInt64
        let inode: UInt64
        /// The inode may be used again for the next socket.
        let changedNanoseconds: Int64

        /// Nil if nothing is there.
        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            self.path = path
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
            #if canImport(Darwin)
                let changed = status.st_ctimespec
            #else
                let changed = status.st_ctim
            #endif
            changedNanoseconds = Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec)
        }
    }

    private init(_ descriptor: Int32, _ file: File?) {
        self.descriptor = descriptor
        self.file = file
    }

    /// As many may wait to be accepted as the system allows.
    private static let backlog: Int32 = 4_096

    /// A socket that systemd made and passed as this descriptor.
    static func activated(_ descriptor: Int32) throws(SystemError) -> ServerSocket {
        guard UnixSocket.isListening(descriptor) else {
            throw SystemError(
                "The descriptor passed by socket activation is not a listening Unix socket for streams: see hearth.socket."
            )
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return ServerSocket(descriptor, nil)
    }

    /// A socket at a path, in a folder of its owner. One that a server has left is replaced. `group`: whose members can connect
    /// to it, too, where they can pass the folder; nil: only its owner can.
    package static func make(at path: String, group: gid_t? = nil) throws(SystemError) -> ServerSocket {
        let folder = SocketPath.directory(of: path)
        try ServiceFolder.create(folder)
        try ServiceFolder.checkPrivate(folder)
        // Of servers that start at once, one looks at a time.
        let lock = open(folder, O_RDONLY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            throw SystemError("Cannot lock directory \(folder): \(String(cString: strerror(errno))).")
        }
        defer { close(lock) }
        try removeStale(path)
        do throws(SocketError) {
            // Before the lock is given back: the path leads to what was made here.
            let descriptor = try listen(at: path, group)
            return ServerSocket(descriptor, File(path))
        } catch {
            throw SystemError(error.description)
        }
    }

    private static func removeStale(_ path: String) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError("\(path) exists and is not a socket: remove it, or name another socket with --socket.")
        }
        let connection: Int32
        do throws(SocketError) {
            connection = try UnixSocket.connect(to: path)
        } catch {
            guard error.reason == .noServer else { throw SystemError(error.description) }
            unlink(path)
            return
        }
        defer { close(connection) }
        let process = UnixSocket.peer(of: connection)?.process ?? 0
        throw SystemError(
            "Process \(process) already listens on \(path): stop it, or name another socket with --socket."
        )
    }

    /// Nobody can connect before the socket has its permissions.
    private static func listen(at path: String, _ group: gid_t?) throws(SocketError) -> Int32 {
        let descriptor = try UnixSocket.make()
        let code = try UnixSocket.withAddress(path) { address, length in bind(descriptor, address, length) }
        guard code == 0, chmod(path, 0o600) == 0, share(path, with: group), Self.listen(descriptor) == 0 else {
            let reason = errno
            close(descriptor)
            guard code != 0 || group == nil || reason != EPERM else {
                unlink(path)
                throw SocketError(
                    .failed,
                    "The server's user cannot give the socket \(path) to the group, as it is not a member. Add it with"
                        + " 'usermod -aG', and restart the server."
                )
            }
            throw .failed("The socket \(path) cannot be made", reason)
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    private static func share(_ path: String, with group: gid_t?) -> Bool {
        guard let group else { return true }
        return chown(path, .max, group) == 0 && chmod(path, 0o660) == 0
    }

    private static func listen(_ descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.listen(descriptor, backlog)
        #elseif canImport(Musl)
            Musl.listen(descriptor, backlog)
        #else
            Darwin.listen(descriptor, backlog)
        #endif
    }

    /// Removes the socket file that this server made, unless it is another server's by now.
    package func remove() {
        guard let file else { return }
        // No server takes the path between the look and the removal. One that holds the lock now has found this socket
        // without a server: the removal does not wait for it, as it may wait for this server.
        let lock = open(SocketPath.directory(of: file.path), O_RDONLY | O_CLOEXEC)
        defer { closeDescriptor(lock) }
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0, File(file.path) == file else { return }
        unlink(file.path)
    }
}
