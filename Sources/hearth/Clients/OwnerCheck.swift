import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// Warns when a server does not take this program for the owner's tool: what the program reads and saves is then limited as
/// that of an app.
final class OwnerCheck: Sendable {
    /// The processes of servers that were asked.
    private let asked = Guarded<Set<Int32>>([])

    /// Milliseconds.
    private static let waitLimit = 10_000

    /// Looks at each connection before it is used, so that the warning comes before what the command prints.
    func watching(_ connect: @escaping Connector) -> Connector {
        { [asked] in
            let made = connect()
            guard case .success(let descriptor) = made else { return made }
            let process = UnixSocket.peer(of: descriptor)?.process ?? 0
            // The server is asked only if its process runs another file, or the system does not tell.
            if let own = ProgramFile.own, ProgramFile.path(of: process) == own { return made }
            if asked.withLock({ $0.insert(process).inserted }), case .success(let second) = connect(),
                let warning = OwnerCheck.warning(from: second)
            {
                Terminal.printError(warning)
            }
            return made
        }
    }

    /// What is wrong; nil: the program is taken for the owner's tool, or is an app on purpose, through an app's socket.
    private static func warning(from descriptor: Int32) -> String? {
        let channel = FrameChannel(descriptor, waitLimit: waitLimit)
        do {
            _ = try channel.open(App(bundleIdentifier: "org.hearth.status"), client: Terminal.version)
            _ = try channel.reply(to: .accessControl(.list))
            return nil
        } catch {
            return (error as? HearthError).flatMap(warning)
        }
    }

    /// The same, from the error of a server about what only the owner's tool may do.
    static func warning(_ error: HearthError) -> String? {
        isMistaken(error) ? "\(error.message) What it may read and save is decided as for an app." : nil
    }

    /// Whether a server refuses a request because it does not take this program for the owner's tool.
    static func isMistaken(_ error: HearthError) -> Bool {
        error.code == .authorizationDenied && error.field == "hello.client"
    }
}
