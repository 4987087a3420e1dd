internal import HearthSystem

/// Where the server of a user listens: chapter 2 of the protocol.
package enum SocketPath {
    /// The longest path that `sockaddr_un` has room for on Linux, without the NUL.
    package static let bytesMax = 107

    /// The paths at which a server of this user may listen, in the order in which clients try them. A server listens at
    /// the first.
    /// - Parameter runtimeFolders: where the system keeps a folder for each user that is logged in.
    package static func candidates(
        environment: [String: String],
        user: UInt32,
        runtimeFolders: String = "/run/user"
    ) -> [String] {
        if let path = environment["HEARTH_SOCKET"], !path.isEmpty {
            return [path]
        }
        var folders: [String] = []
        if let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty {
            folders.append(folder)
        }
        let folder = "\(runtimeFolders)/\(user)"
        if !folders.contains(folder), isFolder(folder, of: user) {
            folders.append(folder)
        }
        return folders.map { $0 + "/hearth/hearth.sock" } + [shared(user)]
    }

    /// Unsafe pointers: `lstat` fills in a structure.
    private static func isFolder(_ path: String, of user: UInt32) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == user
    }

    /// The path in a folder that anybody may have created: to be used only if it is the user's own.
    package static func shared(_ user: UInt32) -> String { "/tmp/hearth-\(user)/hearth.sock" }

    /// The folders in which other programs listen as well.
    package static func sharedFolders(_ environment: [String: String]) -> [String] {
        ["/run", "/tmp", "/var/tmp", environment["XDG_RUNTIME_DIR"] ?? ""].filter { $0.hasPrefix("/") }
    }

    /// The directory of a socket.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What to do about a socket's folder that others can list or change. Other programs may need a folder as it is: `/tmp` and
    /// a home directory do. Only a folder that is Hearth's own by its name is to be closed.
    package static func advice(forOpenFolder path: String, permissions: UInt32, user: UInt32) -> String {
        let own = "hearth-\(user)"
        let name = path.split(separator: "/").last ?? ""
        guard name == "hearth" || name == own, permissions & (S_ISVTX | S_IWGRP | S_IWOTH) == 0 else {
            let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
            return "name a socket in a folder of its own, such as \(folder)/\(own)/hearth.sock, which the server makes"
        }
        return "run 'chmod 700 \(path)', or name another socket"
    }

    /// Throws when the path in the shared folder for temporary files leads to another user's.
    ///
    /// Unsafe pointers: `lstat` fills in a structure.
    package static func checkOwner(of path: String, user: UInt32) throws(SocketError) {
        guard path == shared(user) else { return }
        let directory = directory(of: path)
        var status = stat()
        guard lstat(directory, &status) == 0 else {
            throw SocketError(.noServer, noServer(path))
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user else {
            throw SocketError(
                .badPath,
                "\(directory) is not a directory of this user, so the socket in it may be anybody's. Name another socket"
                    + " with HEARTH_SOCKET."
            )
        }
        guard status.st_mode & 0o777 == 0o700 else {
            throw SocketError(
                .badPath,
                "The permissions of \(directory) are not 0700, so the socket in it may be anybody's. Remove the directory,"
                    + " or name another socket with HEARTH_SOCKET."
            )
        }
    }

    static func noServer(_ paths: String...) -> String { noServer(paths) }

    static func noServer(_ paths: [String]) -> String {
        let list =
            paths.count > 1
            ? paths.dropLast().joined(separator: ", ") + " or " + paths[paths.count - 1] : paths.joined()
        return
            "No Hearth server listens on \(list). Start one with 'hearth serve', or name its socket with HEARTH_SOCKET."
    }
}
