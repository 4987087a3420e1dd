import HearthModel
import HearthSocket
package import HearthStore
import HearthSystem

/// Where the server has its store and its socket.
package struct ServicePaths: Hashable, Sendable {
    package var socket: String
    package var store: StoreLocation

    /// What the command line names, or else the environment.
    package init(socket: String?, store: String?, environment: [String: String]) throws(SystemError) {
        self.socket = socket ?? SocketPath.candidates(environment: environment, user: geteuid())[0]
        if let store {
            self.store = try ServicePaths.named(store)
        } else {
            self.store = .file(try ServicePaths.store(environment))
        }
    }

    private static func named(_ store: String) throws(SystemError) -> StoreLocation {
        let location: StoreLocation
        do throws(HearthError) {
            location = try StoreLocation(store)
        } catch {
            throw SystemError(error.message)
        }
        guard case .file(let path) = location else { return location }
        try checkName(path)
        return .file(absolute(path))
    }

    /// The path from the root, by which other programs find the same file.
    ///
    /// Unsafe pointers: `getcwd` allocates its text.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// Refuses names that are not paths to SQLite, such as that of a store in memory, which would lose acknowledged
    /// saves.
    private static func checkName(_ store: String) throws(SystemError) {
        guard !store.isEmpty else { throw SystemError("--store takes the path of a file, and this one is empty.") }
        guard !store.hasPrefix(":"), !store.hasPrefix("file:") else {
            throw SystemError(
                "--store takes the path of a file: for one of this name write './\(store)'. A store in memory would lose"
                    + " what was acknowledged."
            )
        }
    }

    private static func store(_ environment: [String: String]) throws(SystemError) -> String {
        if let data = environment["XDG_DATA_HOME"], !data.isEmpty {
            return data + "/hearth/store.hearth"
        }
        guard let home = environment["HOME"], !home.isEmpty else {
            throw SystemError("Neither XDG_DATA_HOME nor HOME is set: name the store with --store.")
        }
        return home + "/.local/share/hearth/store.hearth"
    }
}

/// The folders in which the store and the socket lie.
enum ServiceFolder {
    /// Makes a folder for its owner alone, with those above it; one that is there is left as it is.
    static func create(_ path: String) throws(SystemError) {
        guard !path.isEmpty, !isFolder(path) else { return }
        try create(SocketPath.directory(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SystemError("Cannot create directory \(path): \(String(cString: strerror(errno))).")
        }
        guard isFolder(path) else { throw SystemError("\(path) is not a directory: remove it, or name another path.") }
    }

    /// Sets the permissions of a folder of this user. `group`: the group that they are for; nil: the one that it has.
    static func set(_ permissions: mode_t, of path: String, group: gid_t? = nil) throws(SystemError) {
        // No link is followed.
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        defer { closeDescriptor(folder) }
        let isGiven = folder >= 0 && group.map { fchown(folder, .max, $0) == 0 } ?? true
        guard isGiven, fchmod(folder, permissions) == 0 else {
            throw SystemError("Cannot set the permissions of directory \(path): \(String(cString: strerror(errno))).")
        }
    }

    /// The permissions keep others from listing or changing the socket's folder. They may pass through it to sockets of apps.
    ///
    /// Unsafe pointers: `stat` fills in a structure.
    static func checkPrivate(_ path: String) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw SystemError("Cannot examine directory \(path): \(String(cString: strerror(errno))).")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemError("\(path) is not a directory: remove it, or name another socket with --socket.")
        }
        guard status.st_uid == geteuid() else {
            throw SystemError("The folder \(path) belongs to another user: name another socket with --socket.")
        }
        guard status.st_mode & 0o066 == 0 else {
            let advice = SocketPath.advice(forOpenFolder: path, permissions: status.st_mode, user: geteuid())
            throw SystemError("Other users can list or change the folder '\(path)': \(advice).")
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
