/// Asks which sources have samples stored.
package struct ListSources: Hashable, Sendable {
    /// Only sources of samples that match one of these. Empty: of any sample.
    package var clauses: [Clause]
    /// One page, with the sources whose bundle identifiers come after this one. Nil for all sources at once.
    package var after: String?

    package init(clauses: [Clause] = [], after: String? = nil) {
        self.clauses = clauses
        self.after = after
    }
}
