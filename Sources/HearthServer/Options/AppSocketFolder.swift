package import HearthModel
import HearthSocket
import HearthStore
import HearthSystem

/// The folder of the sockets that apps have of their own, each in a folder of its own.
///
/// A sandbox that has the app's folder mounted has the socket of the next server as well.
package struct AppSocketFolder: Sendable {
    /// The permissions of the folder while the socket of one of the apps is for a group: members of the group pass it.
    static let openToGroups: mode_t = 0o711

    /// "" if the server cannot create app sockets.
    package let path: String
    /// The paths of the sockets that systemd made.
    private let activated: [AppID: String]

    package init(_ path: String = "", activated: [AppID: String] = [:]) {
        self.path = path
        self.activated = activated
    }

    /// The path of an app's socket.
    func socket(of app: AppID) -> String { activated[app] ?? "\(path)/\(app)/sock" }

    /// The group whose members can open an app's socket, by its name; nil if none can.
    ///
    /// Unsafe pointers: `stat` fills in a structure.
    func group(openingSocketOf app: AppID) -> String? {
        var status = stat()
        guard stat(socket(of: app), &status) == 0, status.st_mode & S_IWGRP != 0 else { return nil }
        return UserGroup.name(of: status.st_gid)
    }

    /// The sockets that apps have.
    func sockets(in access: AccessTable) -> [AppSocket] {
        access.apps.map { app in
            AppSocket(
                app,
                name: access.name(of: app) ?? "",
                path: socket(of: app),
                group: access.group(of: app) ?? ""
            )
        }
    }

    /// The apps that have sockets, and what is decided.
    func list(in snapshot: Snapshot) -> AccessList {
        AccessList(
            sockets(in: snapshot.access),
            decisions: snapshot.access.decisions,
            asks: snapshot.access.asks
        )
    }

    /// Refuses to give an app a socket that it cannot have here.
    func check(_ control: AccessControl) throws(HearthError) {
        guard case .add(let app, _, _) = control else { return }
        guard !path.isEmpty else {
            throw HearthError(
                .invalidArgument,
                "This server does not listen on a path, so it cannot create app sockets.",
                field: "access_control"
            )
        }
        guard socket(of: app).utf8.count <= SocketPath.bytesMax else {
            throw HearthError(
                .invalidArgument,
                "The path of the app's socket would have more than \(SocketPath.bytesMax) bytes, which is all that the system"
                    + " has room for: serve at a shorter path.",
                field: "access_control.app"
            )
        }
    }
}
