import HearthSocket
import HearthSystem

/// Says on standard error when the connection to the server is lost, and when it is back.
final class OutageNotices: Sendable {
    private enum Phase {
        case unconnected
        case connected
        case lost
    }

    private let phase = Guarded(Phase.unconnected)

    /// Attempts to connect. An attempt after a successful one means that the connection was lost.
    func connecting(_ attempt: () -> Result<Int32, SocketError>) -> Result<Int32, SocketError> {
        phase.withLock { phase in
            if phase == .connected {
                phase = .lost
                Terminal.printError("The server closed the connection. Waiting for it to come back...")
            }
        }
        let result = attempt()
        guard case .success = result else { return result }
        phase.withLock { phase in
            if phase == .lost {
                Terminal.printError("Connected again.")
            }
            phase = .connected
        }
        return result
    }
}
