/// Sources, each once.
package struct SourceList: Hashable, Sendable {
    package var sources: [Source]

    package init(sources: [Source]) {
        self.sources = sources
    }
}
