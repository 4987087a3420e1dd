import HearthClient
import HearthModel
import HearthSocket
import HearthSystem

/// Whether a server takes this program for the owner's tool.
final class OwnerCheck: Sendable {
    /// The process at the other end of the last connection; nil: there was none.
    private let peer = Guarded<Int32?>(nil)

    /// Looks at each connection that is made.
    func watching(_ connect: @escaping Connector) -> Connector {
        { [peer] in
            let made = connect()
            if case .success(let descriptor) = made {
                let process = UnixSocket.peer(of: descriptor)?.process
                peer.withLock { $0 = process }
            }
            return made
        }
    }

    /// What is wrong; nil: the program is taken for the owner's tool, or is an app on purpose, through an app's socket.
    /// The server is asked only if its process runs another file, or the system does not tell.
    func warning(on connection: Connection) async -> String? {
        let process = peer.withLock { $0 } ?? 0
        if let own = ProgramFile.own, ProgramFile.path(of: process) == own { return nil }
        do {
            _ = try await connection.control(.list)
            return nil
        } catch {
            guard let error = error as? HearthError, OwnerCheck.isMistaken(error) else { return nil }
            return "\(error.message) What it may read and save was decided as for an app."
        }
    }

    /// Whether a server refuses a request because it does not take this program for the owner's tool.
    static func isMistaken(_ error: HearthError) -> Bool {
        error.code == .authorizationDenied && error.field == "hello.client"
    }
}
