import HearthModel
import HearthSocket
import HearthSystem

/// Whether the server takes clients through the socket of an app, and what keeps those from it that it is for.
///
/// A connection does not tell this alone: systemd may have made the socket for a group that the server's user is not in.
struct AppSocketState {
    /// What keeps programs from a socket, and what to do about it.
    struct Fault {
        let text: String
        let advice: String
    }

    /// Whether the server takes clients there.
    let isServed: Bool
    /// Nil if nothing keeps those from the socket that it is for. They may not be able to pass its folders.
    let fault: Fault?
    private let isRefused: Bool

    /// The server, as it reports itself.
    struct Server {
        let process: UInt64
        /// Nil if it is not known.
        let storeID: ObjectID?
    }

    private enum Answer {
        case takes, takesNot, notAllowed
    }

    /// Milliseconds in which a server answers.
    private static let answerLimit = 2_000

    init(_ socket: AppSocket, of server: Server) {
        let facts = FileFacts(socket.path)
        let answer = AppSocketState.answer(at: socket, server)
        let wrong = AppSocketState.fault(of: socket, facts, server)
        isRefused = wrong != nil && facts?.isSocket == true
        // Of systemd's sockets the server takes those alone that are for the app's group.
        let isForeign = wrong != nil && AppSocketState.isOfSystemd(socket) && !socket.group.isEmpty
        isServed = !isForeign && (answer == .takes || answer == .notAllowed && wrong == nil)
        fault = wrong ?? (isServed ? nil : AppSocketState.notServed(socket))
    }

    /// What a list says after the path; "": nothing is wrong.
    var remark: String {
        guard fault != nil else { return "" }
        if isServed { return " (its group cannot connect: see 'hearth doctor')" }
        return isRefused ? " (its clients are refused: see 'hearth doctor')" : " (the server does not listen there)"
    }

    /// The server makes the socket of an app in a folder with the app's name, and under this one.
    static func isOfSystemd(_ socket: AppSocket) -> Bool { !socket.path.hasSuffix("/apps/\(socket.app)/sock") }

    private static func answer(at socket: AppSocket, _ server: Server) -> Answer {
        guard let descriptor = try? UnixSocket.connect(to: socket.path) else {
            return access(socket.path, W_OK) != 0 && errno == EACCES ? .notAllowed : .takesNot
        }
        let peer = UnixSocket.peer(of: descriptor)?.process ?? 0
        // The system may not tell it, or tell one of another namespace.
        guard peer > 0, server.process > 0, UInt64(peer) != server.process else {
            close(descriptor)
            return .takes
        }
        // It was made by systemd for the server, or by another server.
        let channel = FrameChannel(descriptor, waitLimit: answerLimit)
        let welcome = try? channel.open(App(bundleIdentifier: socket.app.description), client: Terminal.version)
        return welcome != nil && welcome?.storeID == server.storeID ? .takes : .takesNot
    }

    // MARK: - What is wrong

    private static func notServed(_ socket: AppSocket) -> Fault {
        let app = socket.app.description.shellWord
        return Fault(
            text: "The server does not listen on the socket of \(ShownApp(socket.app)), \(socket.path.printable).",
            advice: isOfSystemd(socket)
                ? "The server's log may say why. Restart the unit of the socket, and then the server. \(ServerLog.place)"
                : "The server's log may say why. 'hearth app remove \(app)' and 'hearth app add \(app)' make it again."
                    + " \(ServerLog.place)"
        )
    }

    /// What the file of a socket says, for the group that it is for.
    private static func fault(of socket: AppSocket, _ facts: FileFacts?, _ server: Server) -> Fault? {
        guard !socket.group.isEmpty else { return unnamedGroup(of: socket, facts) }
        let group = socket.group.onOneLine
        let app = ShownApp(socket.app)
        guard let number = UserGroup.number(of: socket.group) else {
            return Fault(
                text: "The socket of \(app) is for the group \(group), which this machine does not have.",
                advice: "Name another group with 'hearth app add \(socket.app.description.shellWord) --group'."
            )
        }
        if let facts, facts.isSocket, facts.group == number,
            isOfSystemd(socket) ? UserGroup.alone(canOpen: facts.openTo) : facts.openTo == 0o060
        {
            return nil
        }
        guard !isOfSystemd(socket) else {
            return Fault(
                text: "The socket of \(app) is not one of the group \(group) alone, and the server refuses its"
                    + " clients.",
                advice: "systemd makes it, and its unit has to say SocketGroup=\(group) and SocketMode=0660. Restart"
                    + " the unit, and then the server."
            )
        }
        let isOutside = ProcessGroups(of: server.process)?.contains(number) == false
        return Fault(
            text: "The socket of \(app) is not one of the group \(group)"
                + (isOutside ? ", as the server's user is not a member." : "."),
            advice: isOutside
                ? "Add the server's user with 'sudo usermod -aG \(group.shellWord) USER', and restart the server."
                : "The server's log says why: its user has to be a member of the group. \(ServerLog.place)"
        )
    }

    /// A socket of systemd that a group can open, when the app was added without a group: the server takes only its own user.
    /// It gives permissions to a group that it knows.
    private static func unnamedGroup(of socket: AppSocket, _ facts: FileFacts?) -> Fault? {
        guard isOfSystemd(socket), let facts, facts.isSocket, facts.openTo & 0o020 != 0 else { return nil }
        let group = UserGroup.name(of: facts.group)
        return Fault(
            text:
                "The group \(group.onOneLine) can open the socket of \(ShownApp(socket.app)), and is refused: the app was"
                + " added without a group.",
            advice: "'hearth app add \(socket.app.description.shellWord) --group \(group.shellWord)' lets its members"
                + " connect."
        )
    }
}

/// The groups that a process is in, as far as the system tells.
private struct ProcessGroups {
    private let numbers: Set<gid_t>

    /// Nil if the system does not tell, or if the process may give files to any group.
    init?(of process: UInt64) {
        guard process > 0, let text = StoreHolder.text(of: "/proc/\(process)/status") else { return nil }
        func words(_ name: String) -> [Substring] {
            text.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count).split { " \t".contains($0) }
                ?? []
        }
        guard words("Uid:").dropFirst().first != "0" else { return nil }
        numbers = Set((words("Gid:").dropFirst().prefix(1) + words("Groups:")).compactMap { gid_t($0) })
    }

    func contains(_ group: gid_t) -> Bool { numbers.contains(group) }
}
