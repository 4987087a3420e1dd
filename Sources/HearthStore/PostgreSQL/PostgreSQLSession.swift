internal import HearthModel
internal import HearthSystem

/// A connection that is made again when it is lost.
final class PostgreSQLSession {
    private let address: DatabaseAddress
    private var connection: PostgreSQLConnection?
    /// Called with each new connection, before anything else uses it.
    private let prepare: (PostgreSQLConnection) throws(PostgreSQLFailure) -> Void

    init(
        _ address: DatabaseAddress,
        prepare: @escaping (PostgreSQLConnection) throws(PostgreSQLFailure) -> Void = { _ in }
    ) {
        self.address = address
        self.prepare = prepare
    }

    /// Between two attempts to connect.
    private static let pauseNanoseconds = 50_000_000

    var isOpen: Bool { connection != nil }

    func close() {
        connection = nil
    }

    /// Connects unless it is connected. It tries again for this time while the database does not answer.
    func connect(within nanoseconds: Int64) throws(PostgreSQLFailure) {
        let start = MonotonicClock.now()
        try connect { _ in MonotonicClock.now() - start < nanoseconds }
    }

    /// The same, but keeps trying while `waiting`, which gets the reason, returns true.
    func connect(waiting: (String) -> Bool) throws(PostgreSQLFailure) {
        if let connection, connection.isAlive { return }
        connection = nil
        while true {
            do throws(PostgreSQLFailure) {
                let fresh = try PostgreSQLConnection(address)
                try prepare(fresh)
                connection = fresh
                return
            } catch {
                guard case .lost(let reason) = error, waiting(reason) else { throw error }
            }
            BackgroundThread.pause(nanoseconds: PostgreSQLSession.pauseNanoseconds)
        }
    }

    /// Runs statements on the connection there is. One that is lost meanwhile is closed.
    func run(_ statements: [PostgreSQLStatement]) throws(PostgreSQLFailure) -> [PostgreSQLRows] {
        guard let connection else { throw .lost("") }
        do throws(PostgreSQLFailure) {
            return try connection.run(statements)
        } catch {
            if case .lost = error {
                self.connection = nil
            }
            throw error
        }
    }

    /// Runs statements that change nothing, again on a new connection when one is lost.
    func read(
        _ statements: [PostgreSQLStatement],
        within nanoseconds: Int64
    ) throws(PostgreSQLFailure) -> [PostgreSQLRows] {
        let start = MonotonicClock.now()
        // One that was made earlier may have been lost long ago.
        var isKnown = isOpen
        while true {
            do throws(PostgreSQLFailure) {
                try connect(within: nanoseconds - (MonotonicClock.now() - start))
                return try run(statements)
            } catch {
                guard case .lost = error, isKnown || MonotonicClock.now() - start < nanoseconds else { throw error }
                isKnown = false
            }
        }
    }
}
