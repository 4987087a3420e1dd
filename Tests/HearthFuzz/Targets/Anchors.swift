internal import HearthModel

/// An anchor is read as what was written, or not at all.
///
/// Input: the store (16 bytes), the sequence (8 bytes), for even ones up to where deletions are known (8 bytes), where and how
/// the anchor is damaged (1 byte, 4 bytes), the store's oldest sequence and its head (8 bytes each). The whole of it is read as
/// an anchor too, and as a sealed one.
func checkAnchors(_ input: [UInt8]) {
    checkReading(input)
    checkReading(withChecksum(input))
    // Of another store only the store is known.
    let isOpened = open(input)?.storeID == ObjectID(high: 0, low: 0)
    precondition(input.first != 4 || !isOpened, "bytes without a seal were opened")

    var choices = Choices(input)
    let store = ObjectID(high: choices.number(), low: choices.number())
    let sequence: UInt64 = choices.number()
    let isInState = sequence.isMultiple(of: 2)
    let anchor = Anchor(storeID: store, sequence: sequence, deletions: isInState ? choices.number() : 0)
    precondition(read(anchor.bytes) == anchor, "an anchor was not read as it was written")
    checkDamage(anchor.bytes, at: choices.below(anchor.bytes.count), choices.bytes(atMost: 4))
    checkSealing(anchor, at: Int(input.first ?? 0), input.last ?? 0)
    checkUse(anchor, oldest: choices.number(), head: choices.number())
}

/// What can be read is written back as the same bytes.
private func checkReading(_ bytes: [UInt8]) {
    guard let anchor = read(bytes) else { return }
    precondition(anchor.bytes == bytes, "an anchor was written otherwise than it was read")
}

/// The checksum finds every change within four bytes in a row.
private func checkDamage(_ bytes: [UInt8], at position: Int, _ damage: [UInt8]) {
    var damaged = bytes
    for (offset, bits) in damage.enumerated() where position + offset < damaged.count {
        damaged[position + offset] ^= bits
    }
    precondition(damaged == bytes || read(damaged) == nil, "a damaged anchor was read")
}

/// A sealed anchor is opened as what it was, and no other bytes are.
private func checkSealing(_ anchor: Anchor, at position: Int, _ damage: UInt8) {
    // Sealed anchors have room for numbers of 6 bytes.
    guard anchor.deletions < 1 << 48 else { return }
    let seal = AnchorSeal(ofStore: anchor.storeID, key)
    var bytes = seal.bytes(of: anchor)
    precondition(bytes.count == Limits.anchorBytes, "a sealed anchor has another length")
    precondition(open(bytes, seal) == anchor, "a sealed anchor was not opened as it was sealed")
    bytes[position % bytes.count] ^= damage
    precondition(damage == 0 || open(bytes, seal)?.storeID != anchor.storeID, "a damaged sealed anchor was opened")
}

private let key = IdentityKey(bytes: 0..<16) ?? .random()
private let noStore = AnchorSeal(ofStore: ObjectID(high: 0, low: 0), key)

private func open(_ bytes: [UInt8], _ seal: AnchorSeal = noStore) -> Anchor? {
    try? Anchor(decoding: EncodedAnchor(bytes), seal)
}

/// An anchor resolves to its own sequence, in its own store, between the oldest sequence and the head.
private func checkUse(_ anchor: Anchor, oldest: UInt64, head: UInt64) {
    let resolved = try? anchor.resolve(inStore: anchor.storeID, head: head, oldest: oldest)
    let isInReach = oldest <= anchor.deletions && anchor.deletions <= head
    precondition(resolved == (isInReach ? anchor.sequence : nil), "an anchor resolved wrongly")
    let other = ObjectID(high: ~anchor.storeID.high, low: anchor.storeID.low)
    let elsewhere = try? anchor.resolve(inStore: other, head: .max, oldest: 0)
    precondition(elsewhere == nil, "an anchor resolved in another store")
}

private func read(_ bytes: [UInt8]) -> Anchor? {
    try? Anchor(bytes: bytes)
}

/// The input as it would be with a right checksum, which no fuzzer guesses.
private func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
    guard let version = bytes.first, let size = Anchor.encodedSize(version: version) else { return bytes }
    // A pass of version 3 has 15 bytes more.
    let isPass = version == 3 && bytes.count > size
    let content = Array(bytes.prefix(size - 4 + (isPass ? 15 : 0)))
    return content + withUnsafeBytes(of: CRC32C.checksum(of: content).littleEndian) { Array($0) }
}
