import HearthClient
import HearthModel

/// Connections as the importer, and as apps that own what it replaces; the one used last at the end.
struct ImportSessions {
    private static let countMax = 8

    let connect: @Sendable (App) -> Connection
    private var sessions: [(app: App, connection: Connection)] = []

    init(connect: @escaping @Sendable (App) -> Connection) {
        self.connect = connect
    }

    /// The connection of an app.
    subscript(app: App) -> Connection {
        mutating get {
            if let index = sessions.firstIndex(where: { $0.app == app }) {
                let session = sessions.remove(at: index)
                sessions.append(session)
                return session.connection
            }
            if sessions.count == Self.countMax {
                sessions.removeFirst().connection.close()
            }
            let connection = connect(app)
            sessions.append((app, connection))
            return connection
        }
    }

    mutating func close() {
        for session in sessions {
            session.connection.close()
        }
        sessions = []
    }
}
