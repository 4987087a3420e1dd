internal import HearthModel

/// Why PostgreSQL did not do what it was asked for.
enum PostgreSQLFailure: Error {
    /// The connection is gone or could not be made; a transaction under way may have been committed or not. The text says
    /// why, as libpq does.
    case lost(String)
    /// The database is there and does not let this program in.
    case notAdmitted(String)
    /// Another session has the store.
    case taken
    /// The tables are of a newer version.
    case newer
    /// The head did not have the expected version: nothing was changed.
    case conflict
    /// The transaction was rolled back. The state is PostgreSQL's code of five characters.
    case refused(state: String, message: String)

    /// By which `PostgreSQLSchema.advance` says the same as `conflict`.
    private static let divisionByZero = "22012"

    /// What it means for the user of the store. The text never has values of the statement: PostgreSQL's own words are
    /// given only for classes of errors that have none.
    var error: HearthError {
        switch self {
        case .lost(let reason):
            return HearthError(
                .storageFailed,
                "The database does not answer\(PostgreSQLFailure.text(reason)). Try again."
            )
        case .notAdmitted(let reason):
            return HearthError(.storageFailed, "The database does not admit Hearth\(PostgreSQLFailure.text(reason)).")
        case .taken: return .storeIsTaken
        case .newer: return .newerStore
        case .refused("53100", _):
            return HearthError(
                .storageFull,
                "The database's disk is full: make room, then save again. What is stored can still be read."
            )
        case .conflict, .refused(PostgreSQLFailure.divisionByZero, _):
            return HearthError(.storageFailed, "Another server has changed the store. Try again.")
        case .refused(let state, let message):
            let isAboutNames = ["25", "28", "3D", "3F", "42", "53", "55", "57"].contains { state.hasPrefix($0) }
            let reason = isAboutNames ? PostgreSQLFailure.text(message) : ""
            return HearthError(
                .storageFailed,
                "The database refused a statement\(reason) (SQLSTATE \(state)). See its log."
            )
        }
    }

    /// The first line of a reason as part of a sentence: without a period. The lines after it are advice for others.
    private static func text(_ reason: String) -> String {
        let line = reason.prefix { !$0.isNewline }
        let words = line.hasSuffix(".") ? line.dropLast() : line
        return words.isEmpty ? "" : ": \(words)"
    }
}
