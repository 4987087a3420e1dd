import HearthSocket
import HearthSystem

/// Says on standard error when the connections to the server are lost, and when they are back.
final class OutageNotices: Sendable {
    private enum Phase {
        case unconnected
        case connected
        case lost
    }

    /// The connections of a command that are lost. The first loss is reported, and the last return.
    private static let lostConnections = Guarded(0)

    private let phase = Guarded(Phase.unconnected)
    /// Whether the owner decides what the client may do. The server then closes its connection at each decision.
    private let isOfApp: Bool

    private init(isOfApp: Bool) {
        self.isOfApp = isOfApp
    }

    /// Reports the losses of a connection.
    static func connector(_ connect: @escaping Connector, _ given: GivenOptions) -> Connector {
        let notices = OutageNotices(isOfApp: NamedSocket(given)?.app != nil)
        return { notices.connecting(connect) }
    }

    /// Attempts to connect. An attempt after a successful one means that the connection was lost.
    private func connecting(_ attempt: () -> Result<Int32, SocketError>) -> Result<Int32, SocketError> {
        phase.withLock { phase in
            guard phase == .connected else { return }
            phase = .lost
            if Self.lost(1) == 1 {
                let cause = isOfApp ? " A decision about this app may be the cause, or the server has ended." : ""
                Terminal.printError("The server closed the connection.\(cause) Waiting for it to come back...")
            }
        }
        let result = attempt()
        guard case .success = result else { return result }
        phase.withLock { phase in
            if phase == .lost, Self.lost(-1) == 0 {
                Terminal.printError("Connected again.")
            }
            phase = .connected
        }
        return result
    }

    /// Counts one more or one less. Returns their number.
    private static func lost(_ change: Int) -> Int {
        lostConnections.withLock { count in
            count += change
            return count
        }
    }
}
