package import HearthModel
internal import HearthSystem

/// A store in a database of PostgreSQL.
///
/// One session writes, and holds a lock by which no other server has the store open. Each thread that reads has a session
/// of its own. A session that is lost is made again.
///
/// A commit is one flight: its statements are sent together. It sets the head row if that has the expected version. When
/// the connection is lost before the answer comes, the head says whether the commit is among the last ones.
package final class PostgreSQLStorage: Storage {
    private let address: DatabaseAddress
    private let session: PostgreSQLSession
    private let waitLimit: Int64
    /// What the next commit finds; nil until the state was loaded.
    private var expected: (version: Int64, commits: PostgreSQLCommits)?
    /// Whether there was no store of this name before.
    package private(set) var isNew = false

    /// How long what a server does waits for a database that does not answer: for its restart, and not for its repair.
    package static let standardWaitLimit: Int64 = 8_000_000_000

    /// Opens the store at an address, or creates one there.
    ///
    /// Throws `STORAGE_CORRUPT` for tables of a newer version; `STORAGE_FAILED` when another server has the store, or the
    /// database does not admit this program.
    /// - Parameters:
    ///   - waitLimit: nanoseconds for which each later operation waits for a database that does not answer.
    ///   - waiting: called with a reason whenever the database does not answer while the store is opened, which waits for
    ///     it as long as this returns true.
    package init(
        _ address: DatabaseAddress,
        waitLimit: Int64 = standardWaitLimit,
        waiting: (String) -> Bool = { _ in false }
    ) throws(HearthError) {
        guard PostgreSQLConnection.isValid(address) else { throw .malformedAddress }
        self.address = address
        self.waitLimit = waitLimit
        session = PostgreSQLSession(address) { (connection) throws(PostgreSQLFailure) in
            try PostgreSQLMigration.run(connection)
            try PostgreSQLStorage.takeStore(address.store, connection)
        }
        do throws(PostgreSQLFailure) {
            try session.connect(waiting: waiting)
            isNew = try createStore()
        } catch {
            throw error.error
        }
    }

    /// A server that was killed, or a connection that was lost, holds the store a moment longer.
    private static func takeStore(_ store: String, _ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
        let start = MonotonicClock.now()
        while true {
            let rows = try connection.run([PostgreSQLStatement(PostgreSQLSchema.takeStore, .text(store))])[0]
            if (try? rows.integer(0, 0)) == 1 { return }
            guard MonotonicClock.now() - start < takingNanoseconds else { throw .taken }
            BackgroundThread.pause(nanoseconds: takingPauseNanoseconds)
        }
    }

    private static let takingNanoseconds: Int64 = 2_000_000_000
    private static let takingPauseNanoseconds = 20_000_000

    private func createStore() throws(PostgreSQLFailure) -> Bool {
        let created = StoredState.created()
        var insertion = PostgreSQLStatement(PostgreSQLSchema.insertHeadAndRecords, .text(address.store))
        insertion.parameters += PostgreSQLHead.parameters(of: created.header)
        insertion.parameters += created.appRecords.flatMap { [.bytes($0.entry), .bytes($0.bytes)] }
        return try session.run([insertion])[0].changedCount > 0
    }

    // MARK: Loading

    package func load() throws(HearthError) -> StoredState {
        let rows = try read(
            [PostgreSQLStatement(PostgreSQLSchema.beginReading)] + PostgreSQLLoading.statements(address.store)
                + [PostgreSQLStatement("COMMIT")]
        )
        let head = try PostgreSQLHead(rows[1])
        if expected == nil {
            expected = (head.version, head.commits)
        }
        return try PostgreSQLLoading.state(head.header, rows[2...])
    }

    private func read(_ statements: [PostgreSQLStatement]) throws(HearthError) -> [PostgreSQLRows] {
        do throws(PostgreSQLFailure) {
            return try session.read(statements, within: waitLimit)
        } catch {
            throw error.error
        }
    }

    // MARK: Writing

    package func commit(_ changes: StorageChanges) throws(HearthError) {
        let id = ObjectID.random()
        let start = MonotonicClock.now()
        do throws(PostgreSQLFailure) {
            try send(changes, id)
        } catch {
            guard case .lost = error else { throw error.error }
            try settle(changes, id, since: start)
        }
    }

    private func send(_ changes: StorageChanges, _ id: ObjectID) throws(PostgreSQLFailure) {
        guard let (version, commits) = expected else { throw .lost("its state was not loaded") }
        try session.connect(within: waitLimit)
        let next = (version: version + 1, commits: commits.adding(id))
        let flight = PostgreSQLWriting(store: address.store, version: next.version)
        _ = try session.run(flight.statements(of: changes, commits: next.commits))
        expected = next
    }

    /// The connection was lost while a commit was under way. Finds out whether it was committed, and if not commits it.
    /// `start`: when the commit began. The whole commit waits for the database no longer than the limit.
    private func settle(_ changes: StorageChanges, _ id: ObjectID, since start: Int64) throws(HearthError) {
        while true {
            do throws(PostgreSQLFailure) {
                guard let expected else { throw .lost("") }
                try session.connect(within: waitLimit - (MonotonicClock.now() - start))
                let store = PostgreSQLStatement.Parameter.text(address.store)
                let rows = try session.run([
                    PostgreSQLStatement("BEGIN"), PostgreSQLStatement(PostgreSQLSchema.lockHead, store),
                ])
                let head = Result { () throws(HearthError) in try PostgreSQLHead(rows[1]) }
                guard case .success(let head) = head else { throw .lost("its head cannot be read") }
                let isCommitted = head.commits.contains(id)
                guard isCommitted || head.version == expected.version else {
                    _ = try session.run([PostgreSQLStatement("ROLLBACK")])
                    throw .conflict
                }
                // What was sent before and is still under way somewhere finds another version.
                let skip = isCommitted ? [] : [PostgreSQLStatement(PostgreSQLSchema.skipVersion, store)]
                _ = try session.run(
                    skip + [PostgreSQLStatement(PostgreSQLSchema.barrier), PostgreSQLStatement("COMMIT")]
                )
                self.expected = (head.version + (isCommitted ? 0 : 1), head.commits)
                if !isCommitted {
                    try send(changes, id)
                }
                return
            } catch {
                guard case .lost = error, MonotonicClock.now() - start < waitLimit else { throw error.error }
            }
        }
    }

    /// Removes all of the store.
    func remove() throws(HearthError) {
        let store = PostgreSQLStatement.Parameter.text(address.store)
        let deletions = PostgreSQLSchema.deleteStore.map { PostgreSQLStatement($0, store) }
        do throws(PostgreSQLFailure) {
            try session.connect(within: waitLimit)
            _ = try session.run([PostgreSQLStatement("BEGIN")] + deletions + [PostgreSQLStatement("COMMIT")])
        } catch {
            throw error.error
        }
    }

    package var waitsForOthers: Bool { true }

    package func reopen() throws(HearthError) {
        do throws(PostgreSQLFailure) {
            // A transaction that the disk has: with it the disk has all that can be read.
            _ = try session.read([PostgreSQLStatement(PostgreSQLSchema.barrier)], within: waitLimit)
        } catch {
            throw error.error
        }
        expected = nil
    }

    package func checkFiles() throws(HearthError) {
        do throws(PostgreSQLFailure) {
            try session.connect(within: 0)
        } catch {
            throw error.error
        }
    }

    // The database has housekeeping of its own, and checks the structure of its files by itself.

    package func idle() -> Bool { false }

    package func verify() {}

    // MARK: Reading

    package func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        try PostgreSQLBlocks.read(block, of: address.store, session, waitLimit)
    }

    package func makeReader() throws(HearthError) -> any BlockReader {
        try PostgreSQLBlocks(address, waitLimit)
    }

    package func close() {
        session.close()
    }
}

/// Reads blocks through a session of its own.
private final class PostgreSQLBlocks: BlockReader {
    private let store: String
    private let session: PostgreSQLSession
    private let waitLimit: Int64

    init(_ address: DatabaseAddress, _ waitLimit: Int64) throws(HearthError) {
        store = address.store
        session = PostgreSQLSession(address)
        self.waitLimit = waitLimit
        do throws(PostgreSQLFailure) {
            try session.connect(within: waitLimit)
        } catch {
            throw error.error
        }
    }

    func close() {
        session.close()
    }

    var waitsForOthers: Bool { true }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        try PostgreSQLBlocks.read(block, of: store, session, waitLimit)
    }

    static func read(
        _ block: BlockID,
        of store: String,
        _ session: PostgreSQLSession,
        _ waitLimit: Int64
    ) throws(HearthError) -> [UInt8] {
        let rows: [PostgreSQLRows]
        do throws(PostgreSQLFailure) {
            rows = try session.read([PostgreSQLLoading.statement(block, of: store)], within: waitLimit)
        } catch {
            throw error.error
        }
        // The directory names the block: a store without it is damaged.
        guard rows[0].count == 1 else { throw .damagedBlock }
        return rows[0].bytes(0, 0)
    }
}
