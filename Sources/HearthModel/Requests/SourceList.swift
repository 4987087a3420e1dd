/// Sources, each once.
package struct SourceList: Hashable, Sendable {
    package var sources: [Source]
    /// Whether more sources come after a page.
    package var more: Bool

    package init(sources: [Source], more: Bool = false) {
        self.sources = sources
        self.more = more
    }
}
