import HearthModel
import HearthSocket
import HearthSystem

/// Whether the sockets of apps are served, and the groups that they are for can connect to them.
struct AppSocketDiagnosis {
    let findings: [Finding]

    init(_ sockets: [AppSocket], of server: AppSocketState.Server) {
        findings = sockets.compactMap { AppSocketDiagnosis.finding($0, server) }
    }

    /// Nil if the socket is for its owner alone, and served.
    private static func finding(_ socket: AppSocket, _ server: AppSocketState.Server) -> Finding? {
        if let fault = AppSocketState(socket, of: server).fault {
            return .problem("apps", fault.text, fault.advice)
        }
        guard !socket.group.isEmpty else { return nil }
        if let closed = closedFolders(of: socket) {
            return .problem(
                "apps",
                closed.text,
                "\(closed.command) lets them, or serve at a path whose folders they can pass."
            )
        }
        let group = socket.group.onOneLine
        return .fine("apps", "The group \(group) can connect to the socket of \(ShownApp(socket.app)).")
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
            commands.joined(separator: " && ").asCommand
        )
    }
}
