/// What is kept for a client over all of its connections.
protocol ClientRecord: AnyObject {
    init(_ key: ClientKey)
    var key: ClientKey { get }
    /// Whether nothing has to be kept once the client has no connections.
    var isIdle: Bool { get }
}

/// The clients that have connections or something else that is kept. Connections refer to the records, which are not looked
/// up for each step or write.
struct ClientTable<Record: ClientRecord> {
    private struct Entry {
        let record: Record
        /// Connections of the client that are open.
        var connections = 0
    }

    private var byKey: [ClientKey: Entry] = [:]

    /// The record with a key, whether or not its client is connected.
    mutating func find(_ key: ClientKey) -> Record {
        if let known = byKey[key] { return known.record }
        let made = Entry(record: Record(key))
        byKey[key] = made
        return made.record
    }

    /// A connection of a client is open.
    mutating func join(_ key: ClientKey) -> Record {
        let record = find(key)
        byKey[key]?.connections += 1
        return record
    }

    /// A connection of a client has closed.
    mutating func leave(_ record: Record) {
        byKey[record.key]?.connections -= 1
        forget(record)
    }

    /// Forgets a client that has neither connections nor anything else, so that invented names are not kept.
    mutating func forget(_ record: Record) {
        guard record.isIdle, let entry = byKey[record.key], entry.connections == 0, entry.record === record else {
            return
        }
        byKey[record.key] = nil
    }
}
