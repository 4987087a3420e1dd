import HearthModel
import HearthServer
import HearthWire

/// A connection of an app as its system sees it: what the app has sent arrives later, also when the app is gone by then.
final class AppLink {
    private var outgoing: [(call: UInt64, request: Request)] = []
    private var connection: CoreConnection?
    /// The app has closed its end, or is no more.
    private(set) var isHungUp = false

    /// Nothing comes or goes any more.
    var isOver: Bool { connection?.isClosed ?? (isHungUp && outgoing.isEmpty) }

    /// Something of it has not arrived.
    var isBusy: Bool { !isOver && (!outgoing.isEmpty || isHungUp) }

    var carriesAcknowledgement: Bool {
        outgoing.contains { if case .acknowledge = $0.request { true } else { false } }
    }

    func send(_ call: UInt64, _ request: Request) {
        outgoing.append((call, request))
    }

    /// The server gets some of what was sent, or learns that nothing more comes.
    func deliver(_ count: Int, to core: Server) {
        guard !isOver else { return }
        guard !outgoing.isEmpty else {
            if isHungUp {
                connection?.close()
            }
            return
        }
        let connection = connection ?? CoreConnection(core)
        self.connection = connection
        connection.send(Array(outgoing.prefix(count)))
        outgoing.removeFirst(min(count, outgoing.count))
    }

    func read() -> [CoreConnection.Received] {
        guard !isHungUp else { return [] }
        return connection?.takeReplies() ?? []
    }

    func hangUp() {
        isHungUp = true
    }
}
