/// Identifies a call by its connection and its number there.
struct CallID: Hashable {
    let connection: ConnectionID
    let number: UInt64
}
