/// A connection. Numbers are not used twice.
package struct ConnectionID: Hashable, Sendable {
    package let number: UInt64

    package init(number: UInt64) {
        self.number = number
    }
}

/// A call of a connection.
struct CallID: Hashable {
    let connection: ConnectionID
    let number: UInt64
}
