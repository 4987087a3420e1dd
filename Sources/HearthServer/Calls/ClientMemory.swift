/// The memory that the open calls of a client hold, over all of its connections.
final class ClientMemory: ClientRecord {
    let key: ClientKey
    var held = HeldBytes()

    init(_ key: ClientKey) {
        self.key = key
    }

    /// The calls of a connection end before it does.
    var isIdle: Bool { true }
}
