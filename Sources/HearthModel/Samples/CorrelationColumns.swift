/// Correlations: for each, the identifiers of its members.
package struct CorrelationColumns: Hashable, Sendable {
    /// How many members each has; at least 1.
    package var lengths: [UInt32]
    /// The members of all correlations, one correlation after the other.
    package var members: [ObjectID]

    package init(lengths: [UInt32], members: [ObjectID]) {
        self.lengths = lengths
        self.members = members
    }

    func validate(in samples: SampleColumns) throws(HearthError) {
        try checkRows(of: lengths, samples.count, "lengths")
        try checkEach(lengths, "lengths", "The correlation has no members.") { $0 > 0 }
        try checkLengths(lengths, points: members.count, "lengths", of: "members")
    }
}
