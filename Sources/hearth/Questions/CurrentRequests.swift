import HearthModel

/// The newest list of what apps ask: the server sends one when it has changed, and one follows each answer.
///
/// A list that was asked for before an answer may arrive after it, and is older. Numbers do not tell this: those of a server
/// that was started again can be lower than those of the one before.
struct CurrentRequests {
    /// A list that the server was asked for, as soon as there is a newer one than the last.
    struct Awaited: Sendable {
        /// The number of the last list.
        let seen: UInt64
        fileprivate let answers: Int
    }

    private(set) var list = AccessList([])
    private var answers = 0

    /// What to ask the server for.
    var next: Awaited { Awaited(seen: list.requestsNumber, answers: answers) }

    /// Takes a list that was asked for. Returns false if there was an answer since then: the list that followed it is newer.
    mutating func take(_ new: AccessList, _ awaited: Awaited) -> Bool {
        guard awaited.answers == answers else { return false }
        list = new
        return true
    }

    /// Takes the list that follows an answer.
    mutating func take(afterAnswer new: AccessList) {
        list = new
        answers += 1
    }
}
