/// An anchor as requests and replies carry it: bytes that only the store can read. Empty: none.
///
/// A client keeps what it received, also of a version that it does not know. The store's own anchors are encoded only when
/// they are sent, and never decoded again.
package struct EncodedAnchor: Sendable {
    fileprivate enum Content: Sendable {
        case anchor(Anchor)
        case bytes([UInt8])
    }

    fileprivate let content: Content

    fileprivate init(_ anchor: Anchor) {
        content = .anchor(anchor)
    }

    package init(_ bytes: [UInt8]) {
        content = .bytes(bytes)
    }

    package var bytes: [UInt8] {
        switch content {
        case .anchor(let anchor): anchor.bytes
        case .bytes(let bytes): bytes
        }
    }

    package var isEmpty: Bool {
        if case .bytes(let bytes) = content { bytes.isEmpty } else { false }
    }
}

extension EncodedAnchor: Hashable {
    package static func == (one: EncodedAnchor, other: EncodedAnchor) -> Bool {
        if case (.anchor(let one), .anchor(let other)) = (one.content, other.content) { return one == other }
        return one.bytes == other.bytes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}

extension EncodedAnchor: ExpressibleByArrayLiteral {
    package init(arrayLiteral bytes: UInt8...) {
        self.init(bytes)
    }
}

extension Anchor {
    /// The anchor as messages carry it.
    package var encoded: EncodedAnchor { EncodedAnchor(self) }

    /// Throws if the bytes are not those of an anchor.
    package init(decoding encoded: EncodedAnchor) throws(HearthError) {
        switch encoded.content {
        case .anchor(let anchor): self = anchor
        case .bytes(let bytes): self = try Anchor(bytes: bytes)
        }
    }
}
