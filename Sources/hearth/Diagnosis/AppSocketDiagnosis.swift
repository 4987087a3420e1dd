import HearthModel
import HearthSocket
import HearthSystem

/// Whether the groups that apps' sockets are for can connect to them.
struct AppSocketDiagnosis {
    let findings: [Finding]

    init(_ sockets: [AppSocket]) {
        findings = sockets.filter { !$0.group.isEmpty }.map(AppSocketDiagnosis.finding)
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
        guard let facts = FileFacts(socket.path), facts.isSocket, facts.group == number, facts.openTo == 0o060 else {
            return .problem(
                "apps",
                "The socket of \(socket.app) is not one of the group \(group).",
                "The server's log says why: its user has to be a member of the group."
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
