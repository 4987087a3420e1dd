/// Asks which sources have samples stored.
package struct ListSources: Hashable, Sendable {
    /// Only sources of samples that match one of these. Empty: of any sample.
    package var clauses: [Clause]

    package init(clauses: [Clause] = []) {
        self.clauses = clauses
    }
}
