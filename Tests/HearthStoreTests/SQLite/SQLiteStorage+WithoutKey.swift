import HearthStore

extension SQLiteStorage {
    /// Creates an empty store as versions before keys did.
    static func createWithoutKey(at path: String) throws {
        let storage = try SQLiteStorage(path: path)
        let created = try storage.load()
        var changes = StorageChanges(header: created.header)
        changes.removedAppRecords = created.appRecords
        changes.header.manifest = 0
        try storage.commit(changes)
        try storage.close()
    }

    /// Takes the secret of its anchors from a store, so that it is as one of a version that knew none.
    static func removeAnchorKey(at path: String) throws {
        let storage = try SQLiteStorage(path: path)
        let stored = try storage.load()
        var changes = StorageChanges(header: stored.header)
        changes.removedAppRecords = stored.appRecords.filter { $0.kind == 16 }
        for record in changes.removedAppRecords {
            changes.header.manifest &-= record.checksum
        }
        try storage.commit(changes)
        try storage.close()
    }
}
