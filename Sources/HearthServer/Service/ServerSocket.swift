import HearthSocket

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The socket that listens: made here, or handed over by systemd.
///
/// Unsafe pointers: `lstat` fills in a structure.
package final class ServerSocket: Sendable {
    package let descriptor: Int32
    /// What is to be removed in the end; nil for a socket that somebody else made.
    private let path: String?

    private init(_ descriptor: Int32, path: String?) {
        self.descriptor = descriptor
        self.path = path
    }

    /// As many may wait to be accepted as the system allows.
    private static let backlog: Int32 = 4_096

    /// The socket of systemd's socket activation; nil when there is none.
    static func activated(_ environment: [String: String]) throws(StartError) -> ServerSocket? {
        guard let process = environment["LISTEN_PID"].flatMap({ Int32($0) }), process == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0
        else { return nil }
        // No child process is to take it for its own.
        unsetenv("LISTEN_PID")
        unsetenv("LISTEN_FDS")
        guard count == 1 else {
            throw StartError("Socket activation hands over \(count) sockets, and Hearth listens on one.")
        }
        let first: Int32 = 3
        guard UnixSocket.isListening(first) else {
            throw StartError("What socket activation hands over is no Unix socket that listens: see hearth.socket.")
        }
        _ = fcntl(first, F_SETFD, FD_CLOEXEC)
        _ = fcntl(first, F_SETFL, O_NONBLOCK)
        return ServerSocket(first, path: nil)
    }

    /// A socket at a path, in a folder that only its owner can enter. One that a server has left is replaced.
    package static func make(at path: String) throws(StartError) -> ServerSocket {
        let folder = SocketPath.directory(of: path)
        try ServiceFolder.create(folder)
        try ServiceFolder.checkPrivate(folder)
        // Of servers that start at once, one looks at a time.
        let lock = open(folder, O_RDONLY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            throw StartError("The folder \(folder) cannot be locked: \(String(cString: strerror(errno))).")
        }
        defer { close(lock) }
        try removeStale(path)
        do throws(SocketError) {
            return ServerSocket(try listen(at: path), path: path)
        } catch {
            throw StartError(error.description)
        }
    }

    private static func removeStale(_ path: String) throws(StartError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw StartError("\(path) is there and is no socket: remove it, or name another socket with --socket.")
        }
        let connection: Int32
        do throws(SocketError) {
            connection = try UnixSocket.connect(to: path)
        } catch {
            guard error.reason == .noServer else { throw StartError(error.description) }
            unlink(path)
            return
        }
        defer { close(connection) }
        let process = UnixSocket.peer(of: connection)?.process ?? 0
        throw StartError(
            "The process \(process) listens on \(path) already: stop it, or name another socket with --socket."
        )
    }

    private static func listen(at path: String) throws(SocketError) -> Int32 {
        let descriptor = try UnixSocket.make()
        let code = try UnixSocket.withAddress(path) { address, length in bind(descriptor, address, length) }
        guard code == 0, chmod(path, 0o600) == 0, Self.listen(descriptor) == 0 else {
            let reason = errno
            close(descriptor)
            throw .failed("The socket \(path) cannot be made", reason)
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
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

    /// Removes what was made: nobody is to find a socket on which nobody listens.
    package func remove() {
        if let path {
            unlink(path)
        }
    }
}
