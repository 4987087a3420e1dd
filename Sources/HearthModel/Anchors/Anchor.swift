/// A position in the change stream of one store: everything up to and including this sequence number is known.
///
/// Clients keep anchors as opaque bytes, for years and across upgrades of either side. So the bytes contain their
/// layout, the store that they belong to, and a checksum: a damaged anchor must be an error, not another position in
/// the stream.
package struct Anchor: Hashable, Sendable {
    package var storeID: ObjectID
    /// The number of the last commit that is known; 0 for none.
    package var sequence: UInt64
    /// Deletions up to this commit need not be known, because their objects were never sent.
    ///
    /// The sequence number, except in the middle of the first state: a reader from the beginning gets the stored
    /// samples, and no earlier deletions. Without this, a position in the first state could be older than the oldest
    /// known deletion, and could not be resumed.
    package var deletions: UInt64

    package init(storeID: ObjectID, sequence: UInt64, deletions: UInt64 = 0) {
        self.storeID = storeID
        self.sequence = sequence
        self.deletions = max(sequence, deletions)
    }
}

// MARK: - Bytes

extension Anchor {
    /// The size of an encoded anchor, in either version. The protocol allows 64 bytes, which leaves room for later ones.
    package static func encodedSize(version: UInt8) -> Int { version == 1 ? 29 : 37 }

    private static var newestVersion: UInt8 { 2 }
    private static var checksumSize: Int { 4 }
    private static var numberSize: Int { 8 }

    /// 1 byte version, 16 bytes store identifier, 8 bytes sequence; in version 2, for positions in the first state, 8
    /// bytes for deletions; then 4 bytes CRC-32C of the preceding bytes. Numbers are little-endian.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        let version: UInt8 = deletions == sequence ? 1 : 2
        bytes.reserveCapacity(Anchor.encodedSize(version: version))
        bytes.append(version)
        withUnsafeBytes(of: storeID) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: sequence.littleEndian) { bytes.append(contentsOf: $0) }
        if version == 2 {
            withUnsafeBytes(of: deletions.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let checksum = CRC32C.checksum(of: bytes)
        withUnsafeBytes(of: checksum.littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }

    package init(bytes: [UInt8]) throws(HearthError) {
        // The version comes first: another version may have another length and another checksum.
        guard let version = bytes.first else {
            throw Anchor.corrupt("The anchor is empty; to start from the beginning, send none.")
        }
        guard version <= Anchor.newestVersion else {
            throw Anchor.corrupt(
                "The anchor's version \(version) is unknown; it may come from a newer Hearth, or it is damaged. Use that"
                    + " version of Hearth, or start again without an anchor."
            )
        }
        guard version > 0, bytes.count == Anchor.encodedSize(version: version) else {
            throw Anchor.damaged
        }
        let content = bytes.dropLast(Anchor.checksumSize)
        guard CRC32C.checksum(of: Array(content)) == Anchor.number(bytes.suffix(Anchor.checksumSize)),
            let storeID = ObjectID(bytes: content[1...ObjectID.byteCount])
        else {
            throw Anchor.damaged
        }
        let numbers = content.dropFirst(1 + ObjectID.byteCount)
        let sequence: UInt64 = Anchor.number(numbers.prefix(Anchor.numberSize))
        let deletions: UInt64 = Anchor.number(numbers.dropFirst(Anchor.numberSize))
        // Version 2 is valid only if version 1 could not encode the anchor.
        guard version == 1 || deletions > sequence else { throw Anchor.damaged }
        self.init(storeID: storeID, sequence: sequence, deletions: deletions)
    }

    private static func number<Number: FixedWidthInteger>(_ littleEndian: ArraySlice<UInt8>) -> Number {
        littleEndian.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    private static var damaged: HearthError {
        corrupt("The anchor is damaged: start again without an anchor.")
    }

    private static func corrupt(_ message: String) -> HearthError {
        HearthError(.anchorCorrupt, message)
    }
}

// MARK: - Use

extension Anchor {
    /// The sequence number after which a stream from this anchor continues. Throws if it cannot continue.
    ///
    /// - Parameters:
    ///   - head: the store's last commit.
    ///   - oldest: the smallest sequence number after which every change is still known.
    package func resolve(
        inStore storeID: ObjectID,
        head: UInt64,
        oldest: UInt64
    ) throws(HearthError) -> UInt64 {
        guard self.storeID == storeID else {
            throw HearthError(
                .anchorOfOtherStore,
                "The anchor belongs to another store than the one that is connected:"
                    + " connect to that store, or start again without an anchor."
            )
        }
        guard deletions <= head else {
            throw HearthError(
                .anchorInFuture,
                "The anchor is at \(deletions), but the store ends at \(head); an old file of it may have been put back:"
                    + " start again without an anchor."
            )
        }
        guard deletions >= oldest else {
            throw HearthError(
                .anchorExpired,
                "The anchor is at \(deletions), and changes before \(oldest) are no longer known one by one:"
                    + " start again without an anchor."
            )
        }
        return sequence
    }
}
