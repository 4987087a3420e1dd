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
}
