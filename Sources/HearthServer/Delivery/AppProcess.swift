import HearthModel

/// A process of an app, from the moment that its start is decided.
struct AppProcess {
    enum Stage {
        /// The note that the delivery begins is not durable yet.
        case wanted(BackgroundLaunch)
        case running
        /// It was asked to end, and is killed when it still runs then.
        case ending(until: Int64)
        case ended
    }

    let id: AppProcessID
    /// Whether the app itself has set how it is started.
    let isOwn: Bool
    let timeLimit: Int64
    /// The newest connection when the start was decided: the connections of the process are later ones.
    let newestConnection: ConnectionID
    var stage: Stage
    var deadline = Int64.max
    /// The number that the system gave it; 0: none yet.
    var number: Int32 = 0
    /// Connections that were identified as the app since then. What an ended process has sent on them still counts.
    private(set) var connections: Set<ConnectionID> = []

    init(
        _ id: AppProcessID,
        _ launch: BackgroundLaunch,
        isOwn: Bool,
        timeLimit: Int64,
        newestConnection: ConnectionID
    ) {
        self.id = id
        self.isOwn = isOwn
        self.timeLimit = timeLimit
        self.newestConnection = newestConnection
        stage = .wanted(launch)
    }

    mutating func insert(_ connection: ConnectionID) {
        if connection.number > newestConnection.number {
            connections.insert(connection)
        }
    }

    mutating func remove(_ connection: ConnectionID) {
        connections.remove(connection)
    }
}
