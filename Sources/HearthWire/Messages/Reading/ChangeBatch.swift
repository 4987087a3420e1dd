internal import CHearthProtocol
package import HearthModel

/// Changes: what to apply to a state at the previous anchor to get the state at this one.
package struct ChangeBatch: Hashable, Sendable {
    /// Samples that are new, in commit order.
    package var added: [SampleColumns]
    /// The samples that the correlations in `added` contain.
    package var members: [SampleColumns]
    /// Samples that are gone. Nil: none.
    package var deleted: Deletions?
    /// Resumes after this batch.
    package var anchor: [UInt8]
    /// This was all at the time.
    package var caughtUp: Bool

    package init(
        added: [SampleColumns] = [],
        members: [SampleColumns] = [],
        deleted: Deletions? = nil,
        anchor: [UInt8],
        caughtUp: Bool
    ) {
        self.added = added
        self.members = members
        self.deleted = deleted
        self.anchor = anchor
        self.caughtUp = caughtUp
    }
}

extension ChangeBatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__ChangeBatch> { hearth__v1__change_batch__init }

    init(_ message: Hearth__V1__ChangeBatch, _ reader: MessageReader) throws(HearthError) {
        added = try reader.knownMessages(
            message.added,
            message.n_added,
            "added",
            atMost: Limits.columnsPerFrame
        ).compactMap { $0 }
        members = try reader.knownMessages(
            message.members,
            message.n_members,
            "members",
            atMost: Limits.columnsPerFrame
        ).compactMap { $0 }
        deleted = try reader.message(message.deleted, "deleted")
        anchor = try reader.anchor(message.anchor)
        caughtUp = message.caught_up != 0
    }

    func write(to message: inout Hearth__V1__ChangeBatch, _ writer: MessageWriter) {
        message.n_added = added.count
        message.added = writer.messages(added)
        message.n_members = members.count
        message.members = writer.messages(members)
        message.deleted = writer.message(deleted)
        message.anchor = writer.column(anchor)
        message.caught_up = caughtUp ? 1 : 0
    }
}
