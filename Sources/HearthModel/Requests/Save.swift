/// Stores samples, all or none.
package struct Save: Hashable, Sendable {
    package var columns: [SampleColumns]
    /// A further frame with the same call number follows, and all commit as one.
    package var more: Bool

    package init(columns: [SampleColumns], more: Bool = false) {
        self.columns = columns
        self.more = more
    }
}
