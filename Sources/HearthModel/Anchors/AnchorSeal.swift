internal import HearthSystem

/// Seals the anchors of a store that are sent to clients, with a secret of the store. Sealed anchors have one length and tell
/// nothing: neither a position, nor whether something is kept from the app. Equal anchors have equal bytes.
///
/// The tag is a hash of what is sealed, and the bytes that hide it are hashes of the tag: without the secret neither can be
/// computed. The tag is also the checksum.
package final class AnchorSeal: Sendable {
    private let storeID: ObjectID
    /// The store's last commit when it got the secret. Its later anchors are sealed.
    private let lastUnsealed: UInt64
    private let tagHash: KeyedHash
    private let streamHash: KeyedHash
    /// Many readers are sent the store's newest state.
    private let newest = Guarded<(anchor: Anchor, bytes: [UInt8])?>(nil)

    package init(ofStore storeID: ObjectID, _ key: IdentityKey, lastUnsealed: UInt64 = 0) {
        self.storeID = storeID
        self.lastUnsealed = lastUnsealed
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
        if let newest = newest.withLock({ $0 }), newest.anchor == anchor { return newest.bytes }
        let sealed = seal(anchor)
        newest.withLock { $0 = (anchor, sealed) }
        return sealed
    }

    private func seal(_ anchor: Anchor) -> [UInt8] {
        let content = anchor.content
        var bytes: [UInt8] = []
        bytes.reserveCapacity(AnchorSeal.byteCount)
        bytes.append(AnchorSeal.version)
        withUnsafeBytes(of: anchor.storeID) { bytes.append(contentsOf: $0) }
        let tag = tag(of: content[...], in: anchor.storeID)
        AnchorSeal.append(tag, AnchorSeal.tagSize, to: &bytes)
        bytes += hidden(content[...], tag)
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
        let content = hidden(bytes[end...], tag)
        guard self.tag(of: content[...], in: storeID) == tag, let anchor = Anchor(storeID, content: content[...]) else {
            throw Anchor.damaged
        }
        return anchor
    }

    /// An anchor that a server sent before it sealed them. Anybody can make such bytes, so they are trusted only as far as
    /// there are such anchors, and what they say of what the app could read is not: an app could find out by it what it may read.
    func unsealedAnchor(_ bytes: [UInt8]) throws(HearthError) -> Anchor {
        var anchor = try Anchor(bytes: bytes)
        guard anchor.storeID != storeID || anchor.deletions <= lastUnsealed else { throw Anchor.damaged }
        if let visibility = anchor.visibility {
            anchor.visibility = StreamVisibility(view: StreamVisibility.unknownView, withheld: visibility.withheld)
        }
        return anchor
    }

    private func tag(of content: ArraySlice<UInt8>, in storeID: ObjectID) -> UInt64 {
        var hash = tagHash
        hash.add(storeID.high)
        hash.add(storeID.low)
        for byte in content {
            hash.add(byte)
        }
        return UInt64(truncatingIfNeeded: hash.value) & (1 << (8 * UInt64(AnchorSeal.tagSize)) - 1)
    }

    /// Hides a content, or reveals it.
    private func hidden(_ content: ArraySlice<UInt8>, _ tag: UInt64) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var hash = streamHash
        hash.add(tag)
        var block = UInt128(0)
        for (index, byte) in content.enumerated() {
            if index % 16 == 0 {
                var numbered = hash
                numbered.add(UInt64(index / 16))
                block = numbered.value
            }
            result.append(byte ^ UInt8(truncatingIfNeeded: block))
            block >>= 8
        }
        return result
    }

    private static func append(_ number: UInt64, _ size: Int, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0.prefix(size)) }
    }
}

extension AnchorSeal: CustomStringConvertible, CustomReflectable {
    package var description: String { "hidden" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
