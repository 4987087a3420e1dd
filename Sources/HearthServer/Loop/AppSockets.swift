import HearthModel
import HearthSocket
import HearthStore
import HearthSystem

/// A socket that listens at a path.
struct OpenSocket {
    let descriptor: Int32
    /// Removes its file.
    let remove: () -> Void
}

/// The sockets that apps have of their own: a client that connects through one is that app.
final class AppSockets {
    private struct Socket {
        let file: OpenSocket
        let listener: Listener
        let group: String
    }

    /// The sockets that systemd made, of apps that have been added or not.
    struct Activated {
        let descriptors: [AppID: Int32]
        /// Begins to refuse the connections of a socket that listens, which stays open. Nil if no descriptor is left.
        let refuse: (_ descriptor: Int32) -> Listener?
    }

    private let folder: AppSocketFolder
    private let log: Log
    private let activated: Activated?
    private let open: (AppSocket) throws(SystemError) -> OpenSocket
    private let listen: (_ descriptor: Int32, AppSocket) -> Listener
    private let changed: (AppID) -> Void
    private var sockets: [AppID: Socket] = [:]
    /// Those of systemd's sockets whose clients are refused.
    private var refusing: [AppID: Listener] = [:]
    /// The table that the sockets are those of; nil: none yet, or some could not be made.
    private var table: AccessTable?
    /// Why apps have no sockets, as it was logged.
    private var failures: [AppID: String] = [:]

    /// `open` makes a socket, and `listen` begins to accept its connections. `changed`: an app's socket is for another group.
    init(
        in folder: AppSocketFolder,
        _ log: Log,
        activated: Activated? = nil,
        open: @escaping (AppSocket) throws(SystemError) -> OpenSocket,
        listen: @escaping (_ descriptor: Int32, AppSocket) -> Listener,
        changed: @escaping (AppID) -> Void = { _ in }
    ) {
        self.folder = folder
        self.log = log
        self.activated = activated
        self.open = open
        self.listen = listen
        table = activated == nil ? AccessTable() : nil
        self.changed = changed
    }

    /// Makes the sockets of the apps that have one now, and removes those of others. What could not be made is tried again with
    /// the next call.
    func update(to newest: AccessTable) {
        guard newest != table, !folder.path.isEmpty else { return }
        table = newest
        for (app, socket) in sockets where newest.group(of: app) != socket.group {
            close(app)
            if newest.contains(app) {
                changed(app)
            } else if activated?.descriptors[app] == nil {
                rmdir(SocketPath.directory(of: folder.socket(of: app)))
            }
        }
        var failures: [AppID: String] = [:]
        for socket in folder.sockets(in: newest) where sockets[socket.app] == nil {
            do throws(SystemError) {
                let file = try open(socket)
                sockets[socket.app] = Socket(
                    file: file,
                    listener: listen(file.descriptor, socket),
                    group: socket.group
                )
                warnOfUnnamedGroup(of: socket)
                warnOfClosedFolders(of: socket)
            } catch {
                failures[socket.app] = error.description
                table = nil
            }
        }
        for (app, failure) in failures.sorted(by: { $0.key < $1.key }) where self.failures[app] != failure {
            log.error("the app \(app) has no socket: \(failure)")
        }
        self.failures = failures
        closeFolder()
        refuseOthers(in: newest)
    }

    /// Closes the folder when no group has to pass it any more. Permissions that the server has not set stay: the
    /// owner may need them.
    ///
    /// Unsafe pointers: `lstat` fills in a structure.
    private func closeFolder() {
        let needsGroups = sockets.contains { app, socket in
            !socket.group.isEmpty && folder.socket(of: app).hasPrefix(folder.path + "/")
        }
        var status = stat()
        guard !needsGroups, lstat(folder.path, &status) == 0,
            status.st_mode == S_IFDIR | AppSocketFolder.openToGroups, chmod(folder.path, 0o700) != 0
        else { return }
        log.warning("cannot close the folder \(folder.path) to others: \(String(cString: strerror(errno)))")
    }

    /// Refuses the clients of systemd's sockets that are not served, who would wait for an answer.
    private func refuseOthers(in table: AccessTable) {
        guard let activated else { return }
        for (app, descriptor) in activated.descriptors.sorted(by: { $0.key < $1.key }) {
            guard sockets[app] == nil else {
                refusing.removeValue(forKey: app)?.close()
                continue
            }
            guard refusing[app] == nil else { continue }
            guard let listener = activated.refuse(descriptor) else {
                self.table = nil
                continue
            }
            refusing[app] = listener
            if !table.contains(app) {
                let option = folder.group(openingSocketOf: app).map { " --group \($0)" } ?? ""
                log.warning(
                    "systemd passes a socket of the app \(app), which has not been added: 'hearth app add \(app)\(option)' lets the"
                        + " app connect through it"
                )
            }
        }
    }

    /// Of a socket that systemd made for a group, when its app was added without one.
    private func warnOfUnnamedGroup(of socket: AppSocket) {
        guard socket.group.isEmpty, activated?.descriptors[socket.app] != nil,
            let group = folder.group(openingSocketOf: socket.app)
        else { return }
        log.warning(
            "the group \(group) can open the socket of \(socket.app), and is refused: the app was added without a group;"
                + " 'hearth app add \(socket.app) --group \(group)' lets its members connect"
        )
    }

    private func warnOfClosedFolders(of socket: AppSocket) {
        guard let group = UserGroup.number(of: socket.group) else { return }
        let closed = UserGroup.closedFolders(above: socket.path, to: group)
        guard !closed.isEmpty else { return }
        log.warning(
            "the group \(socket.group) does not reach the socket of \(socket.app): its members cannot pass"
                + " \(closed.joined(separator: " and "))"
        )
    }

    private func close(_ app: AppID) {
        guard let socket = sockets.removeValue(forKey: app) else { return }
        socket.file.remove()
        socket.listener.close()
    }

    /// The folders stay for the next server: sandboxes have mounted them.
    func close() {
        for app in Array(sockets.keys) {
            close(app)
        }
        for listener in refusing.values {
            listener.close()
        }
        refusing = [:]
    }
}
