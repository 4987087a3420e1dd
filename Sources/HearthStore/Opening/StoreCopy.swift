package import HearthModel
internal import HearthSystem

/// A copy of a store: from a file into a database, from a database into a file, or into another database.
///
/// The blocks are copied as they are. The copy is a store of its own, with an identifier of its own, as a backup is.
package enum StoreCopy {
    /// Copies a store to a location without one, and reads the copy once to verify it. Returns the copy's state.
    ///
    /// From a file into a database: the file must not be served meanwhile. Of a database the copy has what one transaction
    /// saw, and of a file in a file what one commit left: servers may keep writing to these.
    @discardableResult
    package static func make(of source: StoreLocation, at target: StoreLocation) throws(HearthError) -> Snapshot {
        switch (source, target) {
        case (.file(let source), .file(let target)): return try StoreBackup.make(of: source, at: target)
        case (.file(let source), .database(let target)):
            guard access(source, F_OK) == 0 else { throw .noStoreToCopy }
            let storage = try SQLiteStorage(path: source)
            let snapshot = try copy(storage.load(), storage.makeReader(), into: target)
            try storage.close()
            return snapshot
        case (.database(let source), .file(let target)):
            let archive = try PostgreSQLArchive(source)
            return try copy(archive.load(), archive, toFile: target)
        case (.database(let source), .database(let target)):
            let archive = try PostgreSQLArchive(source)
            return try copy(archive.load(), archive, into: target)
        }
    }

    private static func copy(
        _ state: StoredState,
        _ blocks: any BlockReader,
        into target: DatabaseAddress
    ) throws(HearthError) -> Snapshot {
        var storage = try PostgreSQLStorage(target)
        if !storage.isNew {
            guard isUnfinished(try storage.load().header) else { throw .storeAtTarget }
            try storage.remove()
            storage.close()
            storage = try PostgreSQLStorage(target)
        }
        do throws(HearthError) {
            return try fill(storage, state, blocks)
        } catch {
            // The error of a failed removal would hide the first one. The next copy removes the rest.
            try? storage.remove()
            throw error
        }
    }

    private static func copy(
        _ state: StoredState,
        _ blocks: any BlockReader,
        toFile target: String
    ) throws(HearthError) -> Snapshot {
        guard !FileCopy.exists(target) else { throw .storeAtTarget }
        // Only a copy that is complete gets the name that was asked for.
        let partial = target + ".partial"
        FileCopy.removeStore(at: partial)
        defer { FileCopy.removeStore(at: partial) }
        let snapshot = try fill(SQLiteStorage(path: partial), state, blocks)
        guard rename(partial, target) == 0 else { throw .cannotWriteCopy(errno) }
        try FileCopy.syncFolder(of: target)
        return snapshot
    }

    /// Copies everything into an empty storage, verifies the copy, and closes it.
    private static func fill(
        _ target: any Storage,
        _ state: StoredState,
        _ blocks: any BlockReader
    ) throws(HearthError) -> Snapshot {
        defer { blocks.close() }
        // The copy has the key of the original, or none: what is imported again must have the same UUIDs.
        let created = try target.load()
        var header = state.header
        header.storeID = .random()
        var changes = StorageChanges(header: unfinished(header.storeID))
        for summary in state.segments {
            changes.newSegments.append((summary, try blocks.readBlock(.segment(summary.id))))
            try commitLarge(&changes, to: target)
        }
        for summary in state.associations {
            changes.newAssociations.append((summary, try blocks.readBlock(.association(summary.id))))
            try commitLarge(&changes, to: target)
        }
        changes.newProvenances = state.provenances
        changes.removedAppRecords = created.appRecords
        changes.newAppRecords = state.appRecords
        changes.header = header
        try target.commit(changes)
        let copy = try StoreWriter(target)
        try copy.verify()
        let snapshot = copy.snapshot
        try copy.close()
        return snapshot
    }

    /// Commits changes that hold many bytes.
    private static func commitLarge(_ changes: inout StorageChanges, to target: any Storage) throws(HearthError) {
        guard !Task.isCancelled else { throw .cancelledCopy }
        guard changes.blockBytes >= bytesAtOnce else { return }
        try target.commit(changes)
        changes = StorageChanges(header: changes.header)
    }

    private static let bytesAtOnce = 8 << 20

    /// The header of a copy that is not complete: it begins after its end, and no store does.
    private static func unfinished(_ storeID: ObjectID) -> StoreHeader {
        StoreHeader(storeID: storeID, head: 0, oldest: .max)
    }

    private static func isUnfinished(_ header: StoreHeader) -> Bool { header.head == 0 && header.oldest == .max }
}

extension HearthError {
    fileprivate static var storeAtTarget: HearthError {
        HearthError(.storageFailed, "The destination exists already: choose another name.")
    }
}
