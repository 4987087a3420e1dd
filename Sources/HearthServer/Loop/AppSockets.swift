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
    }

    private let folder: AppSocketFolder
    private let log: Log
    private let open: (_ path: String) throws(SystemError) -> OpenSocket
    private let listen: (_ descriptor: Int32, AppID) -> Listener
    private var sockets: [AppID: Socket] = [:]
    /// The table that the sockets are those of; nil: some could not be made.
    private var table: AccessTable? = AccessTable()
    /// Why apps have no sockets, as it was logged.
    private var failures: [AppID: String] = [:]

    /// `open` makes a socket, and `listen` begins to accept its connections.
    init(
        in folder: AppSocketFolder,
        _ log: Log,
        open: @escaping (_ path: String) throws(SystemError) -> OpenSocket,
        listen: @escaping (_ descriptor: Int32, AppID) -> Listener
    ) {
        self.folder = folder
        self.log = log
        self.open = open
        self.listen = listen
    }

    /// Makes the sockets of the apps that have one now, and removes those of others. What could not be made is tried again with
    /// the next call.
    func update(to newest: AccessTable) {
        guard newest != table, !folder.path.isEmpty else { return }
        table = newest
        for app in sockets.keys where !newest.contains(app) {
            close(app)
            rmdir(SocketPath.directory(of: folder.socket(of: app)))
        }
        var failures: [AppID: String] = [:]
        for app in newest.apps where sockets[app] == nil {
            do throws(SystemError) {
                let file = try open(folder.socket(of: app))
                sockets[app] = Socket(file: file, listener: listen(file.descriptor, app))
            } catch {
                failures[app] = error.description
                table = nil
            }
        }
        for (app, failure) in failures.sorted(by: { $0.key < $1.key }) where self.failures[app] != failure {
            log.error("the app \(app) has no socket: \(failure)")
        }
        self.failures = failures
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
