import HearthModel
import HearthSystem

/// The account of a client over all of its connections: its bytes for the quotas, and its queues.
final class ClientAccount {
    let key: ClientKey
    /// Connections of the client that are open.
    fileprivate var connections = 0
    /// Bytes of its saves that are under way.
    var stagedBytes = 0
    /// The writes that wait for the writer, in order.
    var waiting = Queue<ScheduledWrite>()

    fileprivate init(_ key: ClientKey) {
        self.key = key
    }

    fileprivate var isIdle: Bool { connections == 0 && stagedBytes == 0 && waiting.isEmpty }
}

/// The clients that have connections or writes. A connection refers to its account, which is not looked up for each write.
struct ClientAccounts {
    private var byKey: [ClientKey: ClientAccount] = [:]

    /// The account with a key, whether or not its client is connected.
    mutating func find(_ key: ClientKey) -> ClientAccount {
        if let known = byKey[key] { return known }
        let made = ClientAccount(key)
        byKey[key] = made
        return made
    }

    /// A connection of a client is open.
    mutating func join(_ key: ClientKey) -> ClientAccount {
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
