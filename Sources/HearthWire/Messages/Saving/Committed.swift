internal import CHearthProtocol
package import HearthModel

/// A write is durable.
package struct Committed: Hashable, Sendable {
    /// The store's state right after the write.
    package var anchor: EncodedAnchor
    package var added: UInt64
    package var deleted: UInt64
    /// Samples that were stored already.
    package var unchanged: UInt64

    package init(anchor: EncodedAnchor, added: UInt64 = 0, deleted: UInt64 = 0, unchanged: UInt64 = 0) {
        self.anchor = anchor
        self.added = added
        self.deleted = deleted
        self.unchanged = unchanged
    }
}

extension Committed: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Committed> { hearth__v1__committed__init }

    init(_ message: Hearth__V1__Committed, _ reader: MessageReader) throws(HearthError) {
        anchor = try reader.anchor(message.anchor)
        added = message.added
        deleted = message.deleted
        unchanged = message.unchanged
    }

    func write(to message: inout Hearth__V1__Committed, _ writer: MessageWriter) {
        message.anchor = writer.column(anchor.bytes)
        message.added = added
        message.deleted = deleted
        message.unchanged = unchanged
    }
}
