internal import HearthSystem

/// Seals the anchors of a store that are sent to clients, with a secret of the store. Sealed anchors have one length and tell
/// nothing: neither a position, nor whether something is kept from the app. Equal anchors have equal bytes.
///
/// The tag is a hash of what is sealed, and the bytes that hide it are hashes of the tag: without the secret neither can be
/// computed. The tag is also the checksum.
package final class AnchorSeal: Sendable {
    private let storeID: ObjectID
    private let tagHash: KeyedHash
    private let streamHash: KeyedHash
    /// Many readers are sent the store's newest state.
    private let newest = Guarded<(anchor: Anchor, bytes: [UInt8])?>(nil)

    package init(ofStore storeID: ObjectID, _ key: IdentityKey) {
        self.storeID = storeID
        tagHash = key.hash(for: .anchorTag)
        streamHash = key.hash(for: .anchorStream)
    }

    static let version: UInt8 = 4
    /// As many bytes as the protocol allows: 1 for the version, 16 for the store, 6 for the tag, and the content.
    package static let byteCount = 64
    private static let tagSize = 6
    private static let headSize = 1 + ObjectID.byteCount
}

// MARK: - Sealing

extension AnchorSeal {
    package func bytes(of anchor: Anchor) -> [UInt8] {
        guard anchor.visibility == nil, anchor.deletions == anchor.sequence else { return seal(anchor) }
        return newest.withLock { newest in
            if let newest, newest.anchor == anchor { return newest.bytes }
            let sealed = seal(anchor)
            newest = (anchor, sealed)
            return sealed
        }
    }

    private func seal(_ anchor: Anchor) -> [UInt8] {
        var content = anchor.content
        let tag = tag(of: content, in: anchor.storeID)
        content.combine(with: stream(tag))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(AnchorSeal.byteCount)
        bytes.append(AnchorSeal.version)
        withUnsafeBytes(of: anchor.storeID) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: tag.littleEndian) { bytes.append(contentsOf: $0.prefix(AnchorSeal.tagSize)) }
        content.append(to: &bytes)
        return bytes
    }

    /// Throws if the bytes are not those of an anchor that was sealed with the same secret. That of another store cannot be
    /// opened, and only its store is known.
    package func anchor(_ bytes: [UInt8]) throws(HearthError) -> Anchor {
        guard bytes.count == AnchorSeal.byteCount, bytes[0] == AnchorSeal.version,
            let storeID = ObjectID(bytes: bytes[1..<AnchorSeal.headSize])
        else { throw Anchor.damaged }
        guard storeID == self.storeID else { return Anchor(storeID: storeID, sequence: 0) }
        let (begin, end) = (AnchorSeal.headSize, AnchorSeal.headSize + AnchorSeal.tagSize)
        let tag: UInt64 = Anchor.number(bytes[begin..<end])
        var content = AnchorContent(bytes[end...])
        content.combine(with: stream(tag))
        guard self.tag(of: content, in: storeID) == tag else { throw Anchor.damaged }
        // An earlier build wrote more into the form.
        guard content.form <= AnchorContent.newestForm else { throw Anchor.expired }
        guard let anchor = Anchor(storeID, content) else { throw Anchor.damaged }
        return anchor
    }

    private func tag(of content: AnchorContent, in storeID: ObjectID) -> UInt64 {
        var hash = tagHash
        hash.add(storeID.high)
        hash.add(storeID.low)
        content.add(to: &hash)
        return UInt64(truncatingIfNeeded: hash.value) & (1 << (8 * UInt64(AnchorSeal.tagSize)) - 1)
    }

    /// The bytes under which a content is hidden.
    private func stream(_ tag: UInt64) -> (UInt128, UInt128, UInt128) {
        var hash = streamHash
        hash.add(tag)
        func block(_ number: UInt64) -> UInt128 {
            var numbered = hash
            numbered.add(number)
            return numbered.value
        }
        return (block(0), block(1), block(2))
    }
}

extension AnchorSeal: CustomStringConvertible, CustomReflectable {
    package var description: String { "hidden" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
