internal import HearthModel

/// The last commit of a store that was acknowledged: a lower bound for what the store must hold.
struct AcknowledgedCommit: Equatable {
    var storeID: ObjectID
    /// The number of the last change.
    var head: UInt64

    init(_ header: StoreHeader) {
        storeID = header.storeID
        head = header.head
    }

    static let byteCount = 32

    /// Nil for bytes that were not written as a whole.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == AcknowledgedCommit.byteCount, let storeID = ObjectID(bytes: bytes[..<16]) else {
            return nil
        }
        self.storeID = storeID
        head = AcknowledgedCommit.number(bytes[16..<24])
        guard Checksum.of(Array(bytes[..<24])) == AcknowledgedCommit.number(bytes[24...]) else { return nil }
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(storeID.bytes)
        writer.raw(head.littleEndian)
        writer.raw(Checksum.of(writer.bytes).littleEndian)
        return writer.bytes
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Throws for a state of the same store that lacks acknowledged changes. A backup that replaced the store
    /// has another identifier.
    func check(_ header: StoreHeader) throws(HearthError) {
        guard header.storeID == storeID, header.head < head else { return }
        throw .lostCommits(head - header.head)
    }
}

extension HearthError {
    fileprivate static func lostCommits(_ changes: UInt64) -> HearthError {
        HearthError(
            .storageCorrupt,
            "The store lacks its last \(Int(clamping: changes).counted("acknowledged change")): its -wal file was deleted,"
                + " truncated or replaced. It was left as it is. Put the -wal file back, restore the store from a backup, or"
                + " run 'hearth check --accept-loss', which gives them up."
        )
    }
}
