/// Samples, in the order that was asked for.
package struct SampleBatch: Hashable, Sendable {
    /// One for each type in the batch, each in order.
    package var columns: [SampleColumns]
    /// The samples that the correlations in `columns` contain.
    package var members: [SampleColumns]
    /// For each sample, in order, which of `columns` it is taken from. Empty: there is at most one.
    package var interleaving: [UInt32]

    package init(columns: [SampleColumns], members: [SampleColumns] = [], interleaving: [UInt32] = []) {
        self.columns = columns
        self.members = members
        self.interleaving = interleaving
    }
}
