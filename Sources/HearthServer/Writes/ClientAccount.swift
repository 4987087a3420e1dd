import HearthModel
import HearthSystem

/// The account of a client over all of its connections: its bytes for the quotas, and its queues.
final class ClientAccount {
    /// The identity of a client. An app can invent names for itself, but not processes.
    enum Key: Hashable {
        case process(Int32)
        /// Where the system does not tell the process, and for writes of the server itself.
        case app(AppID)
    }

    let key: Key
    /// Connections of the client that are open.
    fileprivate var connections = 0
    /// Bytes of its saves that are under way.
    @exclusivity(unchecked) var stagedBytes = 0
    /// Bytes of its unfinished saves and frames.
    var unfinishedBytes = 0
    /// Bytes that its open calls hold.
    var heldBytes = 0
    /// The writes that wait for the writer, in order. Nothing is called while it is changed, nor while the bytes are.
    @exclusivity(unchecked) var waiting = Queue<ScheduledWrite>()

    fileprivate init(_ key: Key) {
        self.key = key
    }

    fileprivate var isIdle: Bool { connections == 0 && stagedBytes == 0 && waiting.isEmpty }
}

/// The clients that have connections or writes. A connection refers to its account, which is not looked up for each write.
struct ClientAccounts {
    private var byKey: [ClientAccount.Key: ClientAccount] = [:]

    /// The account with a key, whether or not its client is connected.
    mutating func find(_ key: ClientAccount.Key) -> ClientAccount {
        if let known = byKey[key] { return known }
        let made = ClientAccount(key)
        byKey[key] = made
        return made
    }

    /// A connection of a client is open.
    mutating func join(_ key: ClientAccount.Key) -> ClientAccount {
        let account = find(key)
        account.connections += 1
        return account
    }

    /// A connection of a client has closed.
    mutating func leave(_ account: ClientAccount) {
        account.connections -= 1
        forget(account)
    }

    /// Forgets a client that has neither connections nor writes, so that invented names are not kept.
    mutating func forget(_ account: ClientAccount) {
        if account.isIdle, byKey[account.key] === account {
            byKey[account.key] = nil
        }
    }
}
