/// Identifies a call for its whole life, over any number of connections.
struct ClientCallID: Hashable, Sendable, Comparable {
    let number: UInt64

    static func < (left: ClientCallID, right: ClientCallID) -> Bool { left.number < right.number }
}
