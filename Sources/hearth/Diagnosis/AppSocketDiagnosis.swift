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
            "The group \(facts.group) can open the socket of \(ShownApp(socket.app)), and is refused: the app was added"
                + " without a group.",
            "'hearth app add \(socket.app.description.shellWord) --group \(facts.group)' lets its members connect."
        )
    }

    private static func finding(_ socket: AppSocket) -> Finding {
        let group = socket.group.onOneLine
        let app = ShownApp(socket.app)
        guard let number = UserGroup.number(of: socket.group) else {
            return .problem(
                "apps",
                "The socket of \(app) is for the group \(group), which this machine does not have.",
                "Name another group with 'hearth app add \(socket.app.description.shellWord) --group'."
            )
        }
        guard let facts = FileFacts(socket.path), facts.isSocket, facts.group == number,
            isOfSystemd(socket) ? UserGroup.alone(canOpen: facts.openTo) : facts.openTo == 0o060
        else {
            return .problem(
                "apps",
                "The socket of \(app) is not one of the group \(group).",
                isOfSystemd(socket)
                    ? "systemd makes it, and its unit has to say SocketGroup=\(group) and SocketMode=0660. Restart the"
                        + " unit, and then the server."
                    : "The server's log says why: its user has to be a member of the group."
            )
        }
        if let closed = closedFolders(of: socket) {
            return .problem(
                "apps",
                closed.text,
                "\(closed.command) lets them, or serve at a path whose folders they can pass."
            )
        }
        return .fine("apps", "The group \(group) can connect to the socket of \(app).")
    }

    /// What to say of the folders that keep a group from an app's socket, and the command that opens them; nil: none does.
    static func closedFolders(of socket: AppSocket) -> (text: String, command: String)? {
        guard let group = UserGroup.number(of: socket.group) else { return nil }
        let folders = UserGroup.closedFolders(above: socket.path, to: group)
        guard !folders.isEmpty else { return nil }
        let name = socket.group.onOneLine
        // With `o+x` every user can pass. It is for folders that another group uses.
        let kept = folders.filter { folder in
            FileFacts(folder).map { $0.group != group && $0.openTo & 0o070 != 0 } ?? true
        }
        let given = folders.filter { !kept.contains($0) }
        let changes = [
            ("chgrp \(name.shellWord)", given.filter { FileFacts($0)?.group != group }), ("chmod g+x", given),
            ("chmod o+x", kept),
        ]
        let commands = changes.filter { !$0.1.isEmpty }.map { change, folders in
            "\(change) \(folders.map(\.shellWord).joined(separator: " "))"
        }
        return (
            "Members of the group \(name) cannot connect to the socket of \(ShownApp(socket.app)), as they cannot pass"
                + " \(folders.map(\.printable).joined(separator: " and ")).",
            "'\(commands.joined(separator: " && "))'"
        )
    }
}
