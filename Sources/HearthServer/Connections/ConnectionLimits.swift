import HearthModel

/// How many connections are open, of each process and of all, and which of them are refused.
struct ConnectionLimits {
    /// A limit that a connection exceeds.
    enum Limit {
        case ofProcess
        /// That of all clients, which does not hold for the owner's own tool.
        case ofServer
    }

    private let countMax: Int
    private let countOfProcessMax: Int
    private var processes: [Int32: Int] = [:]
    /// Connections over the limit of all clients that have not said Hello, the oldest first. Ended ones may be among them.
    private var waiting: [Session] = []

    init(_ options: ServerOptions) {
        countMax = options.connectionsMax
        countOfProcessMax = options.connectionsOfProcess
    }

    /// Counts a new connection, and notes the limit that it exceeds. `count`: the connections that were open before.
    mutating func add(_ session: Session, count: Int) {
        if let process = session.process {
            processes[process, default: 0] += 1
        }
        // First, so that each connection in the reserve can be ended, also one of a process with too many.
        if count >= countMax {
            session.exceeded = .ofServer
            waiting.append(session)
        } else if countOfProcess(session) > countOfProcessMax {
            session.exceeded = .ofProcess
        }
    }

    mutating func remove(_ session: Session) {
        guard let process = session.process, let count = processes[process] else { return }
        processes[process] = count > 1 ? count - 1 : nil
    }

    /// Why the Hello of a connection is refused; nil: it is not.
    func refusal(ofHelloOf session: Session) -> HearthError? {
        switch session.exceeded {
        case nil: nil
        case .ofProcess: error(.ofProcess)
        case .ofServer: session.isOwnersTool() ? nil : error(.ofServer)
        }
    }

    /// The connection that ends because a new one has come, before it has said Hello: the server has no time to wait for a
    /// Hello of each. It is the new one when its process has opened as many again as it may, and the oldest over the limit
    /// of all clients when half of those that are kept for the owner's tool wait. Nil if there is none.
    mutating func nextToRefuse(after session: Session) -> (session: Session, error: HearthError)? {
        switch session.exceeded {
        case nil: return nil
        case .ofProcess:
            guard countOfProcess(session) - countOfProcessMax > countOfProcessMax else { return nil }
            return (session, error(.ofProcess))
        case .ofServer:
            waiting.removeAll { $0.helloDeadline == nil }
            guard waiting.count > ServerOptions.reservedConnections / 2 else { return nil }
            return (waiting.removeFirst(), error(.ofServer))
        }
    }

    private func countOfProcess(_ session: Session) -> Int {
        session.process.flatMap { processes[$0] } ?? 0
    }

    private func error(_ limit: Limit) -> HearthError {
        let text =
            switch limit {
            case .ofProcess:
                "The process has opened \(countOfProcessMax) connections, which is the limit"
                    + " (connections_of_process): close one, or use one for more calls."
            case .ofServer:
                "The server has \(countMax) connections open, which is its limit: close some, or let the server open"
                    + " more files (ulimit -n)."
            }
        return HearthError(.limitExceeded, text)
    }
}
