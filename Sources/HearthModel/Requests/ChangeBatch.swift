/// Changes: what to apply to a state at the previous anchor to get the state at this one.
package struct ChangeBatch: Hashable, Sendable {
    /// Samples that are new, in commit order.
    package var added: [SampleColumns]
    /// The samples that the correlations in `added` contain.
    package var members: [SampleColumns]
    /// The deleted samples; nil: none.
    package var deleted: Deletions?
    /// Resumes after this batch.
    package var anchor: EncodedAnchor
    /// This was all at the time.
    package var caughtUp: Bool

    package init(
        added: [SampleColumns] = [],
        members: [SampleColumns] = [],
        deleted: Deletions? = nil,
        anchor: EncodedAnchor,
        caughtUp: Bool
    ) {
        self.added = added
        self.members = members
        self.deleted = deleted
        self.anchor = anchor
        self.caughtUp = caughtUp
    }
}
