package import HearthSystem

/// What both sides do with Unix domain sockets.
///
/// Unsafe pointers: the system's calls take addresses as pointers to a common beginning of theirs.
package enum UnixSocket {
    /// Calls `body` with the address of a path.
    package static func withAddress<Result>(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) throws(SocketError) -> Result {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= SocketPath.bytesMax, !bytes.contains(0) else {
            throw SocketError(
                .badPath,
                "The path of a socket has 1 to \(SocketPath.bytesMax) bytes, and this one has \(bytes.count): name a"
                    + " shorter one with HEARTH_SOCKET or --socket."
            )
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// A new socket that no child process inherits.
    package static func make() throws(SocketError) -> Int32 {
        #if os(Linux)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw .failed("A socket cannot be made") }
        #if !os(Linux)
            keepForOurselves(descriptor)
        #endif
        return descriptor
    }

    /// The two ends of a connection within the process, which no child process inherits.
    package static func pair() throws(SocketError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        #if os(Linux)
            let code = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
        #else
            let code = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
        #endif
        guard code == 0 else { throw .failed("A pair of sockets cannot be made") }
        #if !os(Linux)
            ends.forEach(keepForOurselves)
        #endif
        return (ends[0], ends[1])
    }

    #if !os(Linux)
        /// What Linux is told with `SOCK_CLOEXEC`, and with `MSG_NOSIGNAL` each time.
        private static func keepForOurselves(_ descriptor: Int32) {
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    #endif

    /// Sends bytes, or a part of them, as `send` does. When the other side is gone that is an error and no signal.
    /// Without waiting it is the error `EAGAIN` that the socket takes nothing at the moment.
    package static func send(
        _ descriptor: Int32,
        _ bytes: UnsafeRawBufferPointer,
        waiting: Bool = true
    ) -> Int {
        let wait = waiting ? 0 : Int32(MSG_DONTWAIT)
        #if canImport(Glibc)
            return Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | wait)
        #elseif canImport(Musl)
            return Musl.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | wait)
        #else
            return Darwin.send(descriptor, bytes.baseAddress, bytes.count, wait)
        #endif
    }

    /// Receives bytes, as `recv` does: it costs less than `read`, which asks first what kind of file it has.
    package static func receive(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.recv(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Musl)
            Musl.recv(descriptor, bytes.baseAddress, bytes.count, 0)
        #else
            Darwin.recv(descriptor, bytes.baseAddress, bytes.count, 0)
        #endif
    }

    /// A connection to the server at a path.
    package static func connect(to path: String) throws(SocketError) -> Int32 {
        let descriptor = try make()
        do throws(SocketError) {
            try connect(descriptor, to: path)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func connect(_ descriptor: Int32, to path: String) throws(SocketError) {
        while true {
            let code = try withAddress(path) { address, length in
                #if canImport(Glibc)
                    Glibc.connect(descriptor, address, length) == 0 ? 0 : errno
                #elseif canImport(Musl)
                    Musl.connect(descriptor, address, length) == 0 ? 0 : errno
                #else
                    Darwin.connect(descriptor, address, length) == 0 ? 0 : errno
                #endif
            }
            switch code {
            case 0: return
            case EINTR: continue
            case ENOENT, ECONNREFUSED: throw SocketError(.noServer, SocketPath.noServer(path))
            default: throw .failed("The socket \(path) cannot be connected to", code)
            }
        }
    }

    /// Whether a descriptor is a Unix domain socket that waits for connections.
    package static func isListening(_ descriptor: Int32) -> Bool {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        var listens: Int32 = 0
        length = socklen_t(MemoryLayout<Int32>.size)
        return isNamed && address.ss_family == sa_family_t(AF_UNIX)
            && getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens != 0
    }

    #if os(Linux)
        /// The system's `ucred`, which its headers show to C with GNU's extensions only.
        private struct Credentials {
            var process: pid_t = 0
            var user: uid_t = 0
            var group: gid_t = 0
        }
    #endif

    /// The user and the process on the other side.
    package static func peer(of descriptor: Int32) -> (user: UInt32, process: Int32)? {
        #if os(Linux)
            var credentials = Credentials()
            var length = socklen_t(MemoryLayout<Credentials>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
            return (credentials.user, credentials.process)
        #else
            var user: uid_t = 0
            var group: gid_t = 0
            guard getpeereid(descriptor, &user, &group) == 0 else { return nil }
            return (user, 0)
        #endif
    }
}
