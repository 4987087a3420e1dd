import HearthModel
import HearthSocket
import HearthSystem

/// Whether the groups that apps' sockets are for can connect to them. The server or systemd makes the socket of an app.
struct AppSocketDiagnosis {
    let findings: [Finding]

    init(_ sockets: [AppSocket]) {
        findings = sockets.compactMap { socket in
            socket.group.isEmpty ? AppSocketDiagnosis.unnamedGroup(of: socket) : AppSocketDiagnosis.finding(socket)
        }
    }

    /// The server makes the socket of an app in a folder with the app's name, and under this one.
    private static func isOfSystemd(_ socket: AppSocket) -> Bool {
        !socket.path.hasSuffix("/apps/\(socket.app)/sock")
    }

    /// What to say of a socket of systemd that a group can open, when the app was added without a group; nil: it is for its
    /// owner alone. The server gives permissions to a group that it knows.
    private static func unnamedGroup(of socket: AppSocket) -> Finding? {
        guard isOfSystemd(socket), let facts = FileFacts(socket.path), facts.isSocket, facts.openTo & 0o020 != 0
        else { return nil }
        return .problem(
            "apps",
            "The group \(facts.group) can open the socket of \(socket.app), and is refused: the app was added without a"
                + " group.",
            "'hearth app add \(socket.app) --group \(facts.group)' lets its members connect."
        )
    }

    private static func finding(_ socket: AppSocket) -> Finding {
        let group = socket.group.onOneLine
        guard let number = UserGroup.number(of: socket.group) else {
            return .problem(
                "apps",
                "The socket of \(socket.app) is for the group \(group), which this machine does not have.",
                "Name another group with 'hearth app add \(socket.app) --group'."
            )
        }
        guard let facts = FileFacts(socket.path), facts.isSocket, facts.group == number,
            isOfSystemd(socket) ? UserGroup.alone(canOpen: facts.openTo) : facts.openTo == 0o060
        else {
            return .problem(
                "apps",
                "The socket of \(socket.app) is not one of the group \(group).",
                isOfSystemd(socket)
                    ? "systemd makes it, and its unit has to say SocketGroup=\(group) and SocketMode=0660. Restart the"
                        + " unit, and then the server."
                    : "The server's log says why: its user has to be a member of the group."
            )
        }
        if let closed = closedFolder(of: socket) {
            return .problem("apps", closed, "Let the group pass it, or serve at a path whose folders it can pass.")
        }
        return .fine("apps", "The group \(group) can connect to the socket of \(socket.app).")
    }

    /// What to say of a folder that keeps a group from an app's socket; nil: none does.
    static func closedFolder(of socket: AppSocket) -> String? {
        guard let group = UserGroup.number(of: socket.group),
            let folder = UserGroup.closedFolder(above: socket.path, to: group)
        else { return nil }
        return "Members of the group \(socket.group.onOneLine) cannot connect to the socket of \(socket.app), as"
            + " the folder \(folder) is closed to them: 'chmod o+x' lets them pass it."
    }
}
