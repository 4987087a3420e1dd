/// Deletes samples that the app saved, all or none.
package struct DeleteObjects: Hashable, Sendable {
    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    /// Which samples.
    package enum Target: Hashable, Sendable {
        /// These objects, all or none.
        case objects([ObjectID])
        /// The app's own samples that match.
        case matching(Clause)
    }
}
