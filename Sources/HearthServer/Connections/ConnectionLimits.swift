import HearthModel

/// How many connections are open, of each process, of each app's socket and of all, and which of them are refused.
struct ConnectionLimits {
    /// A limit that a connection exceeds.
    enum Limit {
        case ofProcess
        case ofAppSocket
        /// That of all clients, which does not hold for the owner's own tool.
        case ofServer
    }

    private let countMax: Int
    private let countOfProcessMax: Int
    private let countOfAppSocketMax: Int
    private var processes: [Int32: Int] = [:]
    private var appSockets: [AppID: Int] = [:]
    private let hasProcessEnded: (Int32) -> Bool
    /// Connections that have come since processes were looked at.
    private var unchecked = 0
    /// Connections over the limit of all clients that have not said Hello, the oldest first. Ended ones may be among them.
    private var waiting: [Connection] = []
    /// Those of the owner's tool over that limit, likewise.
    private var tools: [Connection] = []

    init(_ options: ServerOptions) {
        countMax = options.connectionsMax
        countOfProcessMax = options.connectionsOfProcess
        countOfAppSocketMax = options.connectionsOfAppSocket
        hasProcessEnded = options.hasProcessEnded
    }

    /// Counts a new connection, and notes the limit that it exceeds. `count`: the connections that were open before.
    mutating func add(_ connection: Connection, count: Int) {
        if let process = connection.process {
            processes[process, default: 0] += 1
        }
        if let app = connection.attestedApp {
            appSockets[app, default: 0] += 1
        }
        // First, so that each connection in the reserve can be ended, also one of a process with too many.
        if count >= countMax {
            connection.exceeded = .ofServer
            waiting.append(connection)
        } else if countOfProcess(connection) > countOfProcessMax {
            connection.exceeded = .ofProcess
        } else if countOfAppSocket(connection) > countOfAppSocketMax {
            connection.exceeded = .ofAppSocket
        }
    }

    mutating func remove(_ connection: Connection) {
        if let process = connection.process, let count = processes[process] {
            processes[process] = count > 1 ? count - 1 : nil
        }
        if let app = connection.attestedApp, let count = appSockets[app] {
            appSockets[app] = count > 1 ? count - 1 : nil
        }
    }

    /// Why the Hello of a connection is refused; nil: it is not.
    func refusal(ofHelloOf connection: Connection) -> HearthError? {
        switch connection.exceeded {
        case nil: nil
        case .ofProcess: error(.ofProcess)
        case .ofAppSocket: error(.ofAppSocket)
        case .ofServer: connection.isOwnersTool() ? nil : error(.ofServer)
        }
    }

    /// The connection that ends because a new one has come, before it has said Hello: the server has no time to wait for a
    /// Hello of each. It is the new one when its process or its socket has opened as many again as it may, and the oldest
    /// over the limit of all clients when half of those that are kept for the owner's tool wait. Nil if there is none.
    mutating func nextToRefuse(after connection: Connection) -> (connection: Connection, error: HearthError)? {
        switch connection.exceeded {
        case nil: return nil
        case .ofProcess:
            guard countOfProcess(connection) - countOfProcessMax > countOfProcessMax else { return nil }
            return (connection, error(.ofProcess))
        case .ofAppSocket:
            guard countOfAppSocket(connection) - countOfAppSocketMax > countOfAppSocketMax else { return nil }
            return (connection, error(.ofAppSocket))
        case .ofServer:
            waiting.removeAll { $0.helloDeadline == nil }
            guard waiting.count > ServerOptions.reservedConnections / 2 else { return nil }
            return (waiting.removeFirst(), error(.ofServer))
        }
    }

    /// The connection of the owner's tool that ends because the tool has opened a further one, and has more than half of
    /// those that are kept for it: a command that runs for long does not keep the others away. Nil if there is none.
    /// `count`: the connections that are open.
    mutating func nextToGiveWay(to connection: Connection, count: Int) -> (connection: Connection, error: HearthError)?
    {
        guard connection.exceeded == .ofServer, count > countMax else {
            tools = []
            return nil
        }
        tools.removeAll(where: \.isEnded)
        tools.append(connection)
        guard tools.count > ServerOptions.reservedConnections / 2 else { return nil }
        let text =
            "The server has \(countMax) connections open, which is its limit, and needs this one for another command:"
            + " close some, or let the server open more files (ulimit -n)."
        return (tools.removeFirst(), HearthError(.limitExceeded, text))
    }

    /// The connections that end because the processes that opened them have ended, and together have more than one process
    /// may. A process that opens connections by short-lived ones, which hand them to it, would have all of them. Looked for
    /// when an eighth of the connections is left.
    mutating func nextOfEndedProcesses(
        among connections: some Collection<Connection>
    ) -> [(connection: Connection, error: HearthError)] {
        guard connections.count >= countMax - countMax / 8 else { return [] }
        unchecked += 1
        guard unchecked >= ConnectionLimits.connectionsPerCheck else { return [] }
        unchecked = 0
        let ended = Set(processes.keys.prefix(ConnectionLimits.processesPerCheck).filter(hasProcessEnded))
        let theirs = connections.filter { connection in
            !connection.isEnded && connection.process.map(ended.contains) ?? false
        }
        let error = HearthError(
            .limitExceeded,
            "The process that opened the connection has ended, and such connections are more than one process may have"
                + " (connections_of_process): connect from the process that uses it."
        )
        return theirs.dropFirst(countOfProcessMax).map { ($0, error) }
    }

    private static let connectionsPerCheck = 16
    private static let processesPerCheck = 1_024

    private func countOfProcess(_ connection: Connection) -> Int {
        connection.process.flatMap { processes[$0] } ?? 0
    }

    private func countOfAppSocket(_ connection: Connection) -> Int {
        connection.attestedApp.flatMap { appSockets[$0] } ?? 0
    }

    private func error(_ limit: Limit) -> HearthError {
        switch limit {
        case .ofProcess:
            HearthError(
                .limitExceeded,
                "The process has opened \(countOfProcessMax) connections, which is the limit"
                    + " (connections_of_process): close one, or use one for more calls."
            )
        case .ofAppSocket:
            HearthError(
                .limitExceeded,
                "The socket of the app has \(countOfAppSocketMax) connections, which is the limit"
                    + " (connections_of_app_socket): close one, or use one for more calls."
            )
        case .ofServer: .noConnectionLeft(of: countMax)
        }
    }
}

extension HearthError {
    /// The server has as many connections as it accepts.
    static func noConnectionLeft(of count: Int) -> HearthError {
        HearthError(
            .limitExceeded,
            "The server has \(count) connections open, which is its limit: close some, or let the server open more files"
                + " (ulimit -n)."
        )
    }
}
