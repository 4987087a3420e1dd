/// Acknowledges that an app has processed everything up to an anchor.
package struct Acknowledge: Hashable, Sendable {
    /// Empty, only with a cursor: the cursor is forgotten.
    package var anchor: EncodedAnchor
    /// The acknowledged types.
    package var types: [ObjectType]
    /// The app's cursor to advance to the anchor; "": none.
    package var cursor: String

    package init(anchor: EncodedAnchor, types: [ObjectType] = [], cursor: String = "") {
        self.anchor = anchor
        self.types = types
        self.cursor = cursor
    }
}
