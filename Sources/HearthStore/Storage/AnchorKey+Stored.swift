internal import HearthModel

/// The secret that seals a store's anchors is a record of no app. A store without one, of an older version, is given one when
/// it is opened. It never leaves the store.
enum AnchorKey {
    /// 1 to 15 are other records of apps and begin the checksums of other things.
    private static let recordKind: UInt8 = 16

    static func isStored(in record: StoredAppRecord) -> Bool { record.kind == recordKind }

    static func newRecord() -> StoredAppRecord {
        StoredAppRecord(app: "", kind: recordKind, name: "", value: IdentityKey.random().bytes)
    }
}

extension StoredState {
    /// What gives the store a key; nil if it has one, or is damaged.
    var addingAnchorKey: StorageChanges? {
        guard !appRecords.contains(where: AnchorKey.isStored), header.manifest == manifest else { return nil }
        var changes = StorageChanges(header: header)
        let record = AnchorKey.newRecord()
        changes.newAppRecords = [record]
        changes.header.manifest &+= record.checksum
        return changes
    }

    /// Made of the key among the records; nil if there is none.
    func anchorSeal() throws(HearthError) -> AnchorSeal? {
        guard let record = appRecords.first(where: AnchorKey.isStored) else { return nil }
        guard let key = IdentityKey(bytes: record.value) else { throw .damagedBlock }
        return AnchorSeal(ofStore: header.storeID, key)
    }
}
