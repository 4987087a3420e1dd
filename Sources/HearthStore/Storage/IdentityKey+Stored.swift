internal import HearthModel

/// The key is stored as a record of no app. A store has it from its beginning, or never: what was imported into a store
/// without one would be stored again under other UUIDs.
extension IdentityKey {
    /// 1 to 13 are other records of apps and begin the checksums of other things.
    private static let recordKind: UInt8 = 14

    static func isStored(in record: StoredAppRecord) -> Bool { record.kind == recordKind }

    /// The key among the records of a store; nil if there is none.
    init?(stored: [StoredAppRecord]) throws(HearthError) {
        guard let record = stored.first(where: IdentityKey.isStored) else { return nil }
        guard let key = IdentityKey(bytes: record.value) else { throw .damagedBlock }
        self = key
    }

    var record: StoredAppRecord {
        StoredAppRecord(app: "", kind: IdentityKey.recordKind, name: "", value: bytes)
    }
}

extension StoredState {
    /// A store in which nothing was ever saved.
    static func created() -> StoredState {
        let records = [IdentityKey.random().record, AnchorKey.newRecord()]
        var state = StoredState(header: StoreHeader(storeID: .random()), appRecords: records)
        state.header.manifest = state.manifest
        return state
    }
}
