internal import HearthModel

/// A store in a database as one transaction sees it, while a server keeps writing to it.
final class PostgreSQLArchive: BlockReader {
    private let store: String
    private let session: PostgreSQLSession

    /// Throws `STORAGE_FAILED` when the database cannot be read.
    init(_ address: DatabaseAddress) throws(HearthError) {
        guard PostgreSQLConnection.isValid(address) else { throw .malformedAddress }
        store = address.store
        session = PostgreSQLSession(address) { (connection) throws(PostgreSQLFailure) in
            guard try PostgreSQLMigration.version(connection) <= PostgreSQLSchema.version else { throw .newer }
        }
        do throws(PostgreSQLFailure) {
            try session.connect(within: 0)
        } catch {
            throw error.error
        }
    }

    /// Begins the transaction. Throws `STORAGE_FAILED` when the store does not exist.
    func load() throws(HearthError) -> StoredState {
        let isThere = try run([PostgreSQLStatement(PostgreSQLSchema.findSchema)])[0].count > 0
        guard isThere else { throw .noStoreToCopy }
        let rows = try run([PostgreSQLStatement(PostgreSQLSchema.beginReading)] + PostgreSQLLoading.statements(store))
        guard rows[1].count == 1 else { throw .noStoreToCopy }
        return try PostgreSQLLoading.state(PostgreSQLHead(rows[1]).header, rows[2...])
    }

    var waitsForOthers: Bool { true }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        let rows = try run([PostgreSQLLoading.statement(block, of: store)])
        guard rows[0].count == 1 else { throw .damagedBlock }
        return rows[0].bytes(0, 0)
    }

    func close() {
        session.close()
    }

    private func run(_ statements: [PostgreSQLStatement]) throws(HearthError) -> [PostgreSQLRows] {
        do throws(PostgreSQLFailure) {
            return try session.run(statements)
        } catch {
            throw error.error
        }
    }
}
