/// Says that an app has dealt with everything up to an anchor.
package struct Acknowledge: Hashable, Sendable {
    /// Empty, only with a cursor: the cursor is forgotten.
    package var anchor: [UInt8]
    /// The types for which it says so.
    package var types: [ObjectType]
    /// The app's cursor that goes on to the anchor; "": none.
    package var cursor: String

    package init(anchor: [UInt8], types: [ObjectType] = [], cursor: String = "") {
        self.anchor = anchor
        self.types = types
        self.cursor = cursor
    }
}
