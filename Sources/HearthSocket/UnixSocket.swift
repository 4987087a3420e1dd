package import HearthSystem

/// Functions for Unix domain sockets that client and server share.
///
/// Unsafe pointers: the system calls take every kind of address as a pointer to `sockaddr`.
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
        guard descriptor >= 0 else { throw .failed("Cannot create a socket") }
        #if !os(Linux)
            setCloseOnExecAndNoSignal(descriptor)
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
        guard code == 0 else { throw .failed("Cannot create a pair of sockets") }
        #if !os(Linux)
            ends.forEach(setCloseOnExecAndNoSignal)
        #endif
        return (ends[0], ends[1])
    }

    /// The flag with which `send` reports a closed peer as an error, without a signal.
    #if os(Linux)
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
        private static let noSignal: Int32 = 0
    #endif

    #if !os(Linux)
        /// Sets on a socket what `SOCK_CLOEXEC` and `MSG_NOSIGNAL` do on Linux.
        private static func setCloseOnExecAndNoSignal(_ descriptor: Int32) {
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    #endif

    /// Sends bytes, or a part of them, as `send` does. A closed peer is an error, not a signal. Without waiting, a full
    /// socket is the error `EAGAIN`.
    package static func send(
        _ descriptor: Int32,
        _ bytes: UnsafeRawBufferPointer,
        waiting: Bool = true
    ) -> Int {
        let flags = noSignal | (waiting ? 0 : Int32(MSG_DONTWAIT))
        return HearthSystem.send(descriptor, bytes.baseAddress, bytes.count, flags)
    }

    /// Receives bytes, as `recv` does, which costs less than `read`: that first checks the kind of file.
    package static func receive(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        recv(descriptor, bytes.baseAddress, bytes.count, 0)
    }

    /// Lets sending and receiving fail after a time.
    package static func limitWaiting(_ descriptor: Int32, milliseconds: Int) {
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setTimeout(option, of: descriptor, milliseconds: milliseconds)
        }
    }

    /// 0: none.
    private static func setTimeout(_ option: Int32, of descriptor: Int32, milliseconds: Int) {
        var limit = timeval()
        limit.tv_sec = milliseconds / 1_000
        limit.tv_usec = .init(milliseconds % 1_000 * 1_000)
        setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Whether the peer has closed the connection, and not only its sending side.
    package static func isHungUp(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }

    /// A connection to the server at a path. `waitLimit`: how many milliseconds to wait for room among the connections that the
    /// server has yet to accept.
    package static func connect(to path: String, waitLimit: Int = 30_000) throws(SocketError) -> Int32 {
        let descriptor = try make()
        do throws(SocketError) {
            setTimeout(SO_SNDTIMEO, of: descriptor, milliseconds: waitLimit)
            try connect(descriptor, to: path)
            setTimeout(SO_SNDTIMEO, of: descriptor, milliseconds: 0)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func connect(_ descriptor: Int32, to path: String) throws(SocketError) {
        while true {
            let code = try withAddress(path) { address, length in
                HearthSystem.connect(descriptor, address, length) == 0 ? 0 : errno
            }
            switch code {
            case 0: return
            case EINTR: continue
            case EAGAIN: throw SocketError(.busy, "The server on the socket \(path) does not answer.")
            case ENOENT, ECONNREFUSED: throw SocketError(.noServer, SocketPath.noServer(path))
            default: throw .failed("Cannot connect to the socket \(path)", code)
            }
        }
    }

    /// Whether a descriptor is a listening Unix domain socket for streams.
    package static func isListening(_ descriptor: Int32) -> Bool {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        return isNamed && address.ss_family == sa_family_t(AF_UNIX)
            && option(SO_ACCEPTCONN, of: descriptor).map { $0 != 0 } == true
            && option(SO_TYPE, of: descriptor) == UnixSocket.streamType
    }

    #if os(Linux)
        private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
        private static let streamType = SOCK_STREAM
    #endif

    /// Nil if the descriptor is not that of a socket.
    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }

    /// The path to which a Unix domain socket is bound; nil: it has none.
    package static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        let bytes = withUnsafeBytes(of: address.sun_path) { $0.prefix { $0 != 0 } }
        guard isNamed, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    #if os(Linux)
        /// The system's `ucred`, which its headers declare only with GNU extensions.
        private struct Credentials {
            var process: pid_t = 0
            var user: uid_t = 0
            var group: gid_t = 0
        }
    #endif

    /// The user and the process of the peer.
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
