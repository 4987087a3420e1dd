package import HearthModel

/// Identifies a write in its outcome. Unique among the writes of one server.
package struct WriteTicket: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// What became of a write.
package struct WriteOutcome: Sendable {
    package let ticket: WriteTicket
    /// Nil if the write was returned to be prepared again, because more has changed since than the commit looks at, or
    /// because more blocks are to be prepared.
    package let result: Result<Receipt, HearthError>?

    package init(_ ticket: WriteTicket, _ result: Result<Receipt, HearthError>?) {
        self.ticket = ticket
        self.result = result
    }

    /// The receipt of a write that was not returned.
    package func get() throws(HearthError) -> Receipt {
        guard let result else { preconditionFailure("the write was returned to be prepared again") }
        return try result.get()
    }
}

/// What a durable write did.
package struct Receipt: Hashable, Sendable {
    /// The state right after the write.
    package var anchor: Anchor
    package var added: Int
    package var deleted: Int
    /// Samples that were stored already.
    package var unchanged: Int
    /// What a save added, or a deletion deleted, by type.
    package var types: SampleCounts

    package init(
        anchor: Anchor,
        added: Int = 0,
        deleted: Int = 0,
        unchanged: Int = 0,
        types: SampleCounts = SampleCounts()
    ) {
        self.anchor = anchor
        self.added = added
        self.deleted = deleted
        self.unchanged = unchanged
        self.types = types
    }
}
