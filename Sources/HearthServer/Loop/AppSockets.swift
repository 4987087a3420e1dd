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

    private let folder: AppSocketFolder
    private let log: Log
    private let open: (AppSocket) throws(SystemError) -> OpenSocket
    private let listen: (_ descriptor: Int32, AppSocket) -> Listener
    private let changed: (AppID) -> Void
    private var sockets: [AppID: Socket] = [:]
    /// The table that the sockets are those of; nil: some could not be made.
    private var table: AccessTable? = AccessTable()
    /// Why apps have no sockets, as it was logged.
    private var failures: [AppID: String] = [:]

    /// `open` makes a socket, and `listen` begins to accept its connections. `changed`: an app's socket is for another group.
    init(
        in folder: AppSocketFolder,
        _ log: Log,
        open: @escaping (AppSocket) throws(SystemError) -> OpenSocket,
        listen: @escaping (_ descriptor: Int32, AppSocket) -> Listener,
        changed: @escaping (AppID) -> Void = { _ in }
    ) {
        self.folder = folder
        self.log = log
        self.open = open
        self.listen = listen
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
            } else {
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
                warnOfClosedFolder(of: socket)
            } catch {
                failures[socket.app] = error.description
                table = nil
            }
        }
        for (app, failure) in failures.sorted(by: { $0.key < $1.key }) where self.failures[app] != failure {
            log.error("the app \(app) has no socket: \(failure)")
        }
        self.failures = failures
    }

    private func warnOfClosedFolder(of socket: AppSocket) {
        guard let group = UserGroup.number(of: socket.group),
            let closed = UserGroup.closedFolder(above: socket.path, to: group)
        else { return }
        log.warning(
            "the group \(socket.group) does not reach the socket of \(socket.app): its members cannot pass the folder"
                + " \(closed)"
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
    }
}
