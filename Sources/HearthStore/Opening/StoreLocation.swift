package import HearthModel

/// Where a store is: in a file of SQLite, or in a database of PostgreSQL.
package enum StoreLocation: Hashable, Sendable, CustomStringConvertible {
    /// By its path.
    case file(String)
    case database(DatabaseAddress)

    /// From an address of a database, or else the path of a file.
    package init(_ text: String) throws(HearthError) {
        self = DatabaseAddress.isAddress(text) ? .database(try DatabaseAddress(text)) : .file(text)
    }

    /// For people: without a password.
    package var description: String {
        switch self {
        case .file(let path): path
        case .database(let address): address.description
        }
    }

    /// Opens the store, or creates one.
    /// - Parameters:
    ///   - acceptsLoss: of a file, see `SQLiteStorage`.
    ///   - checkpoints: of a file.
    package func open(
        acceptsLoss: Bool = false,
        checkpoints: CheckpointOptions = .standard
    ) throws(HearthError) -> any Storage {
        switch self {
        case .file(let path): try SQLiteStorage(path: path, acceptsLoss: acceptsLoss, checkpoints: checkpoints)
        case .database(let address): try PostgreSQLStorage(address)
        }
    }
}
