#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Where the server of a user listens: chapter 2 of the protocol.
package enum SocketPath {
    /// The longest path that `sockaddr_un` has room for on Linux, without the NUL.
    package static let bytesMax = 107

    /// The path for this user, from the environment's variables.
    package static func standard(environment: [String: String], user: UInt32) -> String {
        if let path = environment["HEARTH_SOCKET"], !path.isEmpty {
            return path
        }
        if let directory = environment["XDG_RUNTIME_DIR"], !directory.isEmpty {
            return directory + "/hearth/hearth.sock"
        }
        return shared(user)
    }

    /// The path in a folder that anybody may have created: to be used only if it is the user's own.
    package static func shared(_ user: UInt32) -> String { "/tmp/hearth-\(user)/hearth.sock" }

    /// The folder in which a socket lies.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Throws when the path in the shared folder for temporary files leads to somebody else's.
    ///
    /// Unsafe pointers: `lstat` fills in a structure.
    package static func checkOwner(of path: String, user: UInt32) throws(SocketError) {
        guard path == shared(user) else { return }
        let directory = directory(of: path)
        var status = stat()
        guard lstat(directory, &status) == 0 else {
            throw SocketError(.noServer, noServer(path))
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user, status.st_mode & 0o777 == 0o700 else {
            throw SocketError(
                .badPath,
                "\(directory) is not this user's own folder with the permissions 0700, so that the socket in it may be"
                    + " anybody's. Remove it, or name another socket with HEARTH_SOCKET."
            )
        }
    }

    static func noServer(_ path: String) -> String {
        "No Hearth server listens on \(path). Start one with 'hearth serve', or name its socket with HEARTH_SOCKET."
    }
}
