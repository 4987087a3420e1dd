import HearthModel
import HearthSocket
import HearthStore
import HearthSystem

extension ActivatedSockets {
    /// Throws unless the folder of each app's socket holds, at any depth, no other socket and not the store: a sandbox shows the
    /// app all of it. `main`: the socket of all apps.
    func checkFolders(
        besides main: String,
        _ store: StoreLocation,
        _ environment: [String: String]
    ) throws(SystemError) {
        let server = SocketPath.directory(of: main)
        var held = [(server, "the socket of all apps"), (server + "/apps", "the sockets of the other apps")]
        if case .file(let path) = store {
            held.append((SocketPath.directory(of: path), "the store"))
        }
        let shared = SocketPath.sharedFolders(environment) + ["/run/user/\(geteuid())"]
        held += shared.map { ($0, "sockets of other programs") }
        let sorted = apps.sorted { $0.key < $1.key }
        for (app, socket) in sorted {
            let folder = SocketPath.directory(of: socket.path)
            let others = sorted.filter { $0.key != app }
            let all = held + others.map { (SocketPath.directory(of: $0.value.path), "the socket of the app \($0.key)") }
            guard let other = all.first(where: { Folder(folder).holds($0.0) }) else { continue }
            throw SystemError(
                "The folder \(folder) of the socket of the app \(app) also holds \(other.1): ListenStream= of an app is in a"
                    + " folder of its own, with no other socket at any depth."
            )
        }
    }

    /// A folder, by whatever path it is reached.
    ///
    /// Unsafe pointers: `stat` fills in a structure, and `realpath` returns memory that has to be freed.
    private struct Folder: Equatable {
        private let device: UInt64
        private let inode: UInt64
        /// Where the folder cannot be seen.
        private let path: String

        init(_ folder: String) {
            var status = stat()
            let isSeen = stat(folder, &status) == 0
            device = isSeen ? UInt64(truncatingIfNeeded: status.st_dev) : 0
            inode = isSeen ? UInt64(truncatingIfNeeded: status.st_ino) : 0
            path = isSeen ? "" : folder
        }

        /// Whether another folder is this one, or in it at any depth.
        func holds(_ other: String) -> Bool {
            var place = Folder.resolved(other)
            while Folder(place) != self {
                let parent = SocketPath.directory(of: place)
                guard parent != place, parent != "." else { return false }
                place = parent
            }
            return true
        }

        private static func resolved(_ path: String) -> String {
            guard let resolved = realpath(path, nil) else { return path }
            defer { free(resolved) }
            return String(cString: resolved)
        }
    }
}
