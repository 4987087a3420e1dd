/// An anchor as requests and replies carry it: bytes that only the store can read. Empty: none.
///
/// A client keeps what it received, also of a version that it does not know. The store's own anchors are sealed only when
/// they are sent, and never opened again.
package struct EncodedAnchor: Sendable {
    fileprivate enum Content: Sendable {
        /// Without a seal it is never sent.
        case anchor(Anchor, AnchorSeal?)
        case bytes([UInt8])
    }

    fileprivate let content: Content

    /// The anchor as clients get it.
    package init(_ anchor: Anchor, _ seal: AnchorSeal) {
        content = .anchor(anchor, seal)
    }

    fileprivate init(unsealed anchor: Anchor) {
        content = .anchor(anchor, nil)
    }

    package init(_ bytes: [UInt8]) {
        content = .bytes(bytes)
    }

    package var bytes: [UInt8] {
        switch content {
        case .anchor(let anchor, let seal): seal?.bytes(of: anchor) ?? anchor.bytes
        case .bytes(let bytes): bytes
        }
    }

    package var isEmpty: Bool {
        if case .bytes(let bytes) = content { bytes.isEmpty } else { false }
    }
}

extension EncodedAnchor: Hashable {
    package static func == (one: EncodedAnchor, other: EncodedAnchor) -> Bool {
        if case (.anchor(let one, let seal), .anchor(let other, let otherSeal)) = (one.content, other.content),
            seal === otherSeal
        {
            return one == other
        }
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
    /// The anchor in a request that the server makes of itself. A client never gets it.
    package var unsealed: EncodedAnchor { EncodedAnchor(unsealed: self) }

    /// Throws if the bytes are not those of an anchor. Those of servers that did not seal anchors are accepted for ever of
    /// readers who may read everything. `isLimited`: of one who may not. Anybody can make such bytes, and what becomes of them
    /// would tell what the reader may not know.
    package init(
        decoding encoded: EncodedAnchor,
        _ seal: AnchorSeal,
        isLimited: @autoclosure () -> Bool = false
    ) throws(HearthError) {
        switch encoded.content {
        case .anchor(let anchor, _): self = anchor
        case .bytes(let bytes) where bytes.first == AnchorSeal.version: self = try seal.anchor(bytes)
        case .bytes(let bytes):
            guard Anchor.encodedSize(version: bytes.first ?? 0) == nil || !isLimited() else { throw Anchor.expired }
            self = try Anchor(bytes: bytes)
            guard visibility == nil else { throw Anchor.expired }
        }
    }
}
