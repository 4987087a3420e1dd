/// The memory that the open calls of a client hold, over all of its connections.
final class ClientMemory {
    let key: ClientKey
    /// Connections of the client that are open.
    fileprivate var connections = 0
    var held = HeldBytes()

    fileprivate init(_ key: ClientKey) {
        self.key = key
    }
}

/// The clients that have connections. The calls of a connection refer to the memory of their client, which is not looked up
/// for each step.
struct ClientMemories {
    private var byKey: [ClientKey: ClientMemory] = [:]

    /// A connection of a client is open.
    mutating func join(_ key: ClientKey) -> ClientMemory {
        let memory = byKey[key] ?? ClientMemory(key)
        memory.connections += 1
        byKey[key] = memory
        return memory
    }

    /// A connection of a client has closed.
    mutating func leave(_ memory: ClientMemory) {
        memory.connections -= 1
        if memory.connections == 0 {
            byKey[memory.key] = nil
        }
    }
}
