package import HearthModel

/// The number by which a write's outcome is told. Unique among the writes of one server.
package struct WriteTicket: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// What became of a write.
package struct WriteOutcome: Sendable {
    package let ticket: WriteTicket
    package let result: Result<Receipt, HearthError>

    package init(_ ticket: WriteTicket, _ result: Result<Receipt, HearthError>) {
        self.ticket = ticket
        self.result = result
    }

    package func get() throws(HearthError) -> Receipt { try result.get() }
}
