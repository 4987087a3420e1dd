/// Identifies a connection. Numbers are never reused.
package struct ConnectionID: Hashable, Sendable {
    package let number: UInt64

    package init(number: UInt64) {
        self.number = number
    }
}
