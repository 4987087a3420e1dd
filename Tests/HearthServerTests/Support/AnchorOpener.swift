import HearthModel
import HearthStore
import Testing

/// Opens the anchors of a store as its server does, and those of its copies, which have the same secret.
struct AnchorOpener {
    /// That of the record in which a store keeps the secret.
    private static let recordKind: UInt8 = 16

    private let key: IdentityKey

    init(_ storage: any Storage) throws {
        let record = try storage.load().appRecords.first { $0.kind == AnchorOpener.recordKind }
        key = try #require(record.flatMap { IdentityKey(bytes: $0.value.prefix(IdentityKey.byteCount)) })
    }

    /// Nil if it is not an anchor.
    func open(_ encoded: EncodedAnchor) -> Anchor? {
        let bytes = encoded.bytes
        guard bytes.count > ObjectID.byteCount, let storeID = ObjectID(bytes: bytes[1...ObjectID.byteCount]) else {
            return nil
        }
        return try? Anchor(decoding: encoded, AnchorSeal(ofStore: storeID, key))
    }
}
