internal import HearthModel

/// What the writes of a group look up in the indexes, except those that wait for keys.
struct SoughtKeys {
    /// The UUIDs of samples.
    private(set) var ids: [ObjectID] = []
    /// Those that may be deleted UUIDs of other apps.
    private(set) var savedIDs: [ObjectID] = []
    /// The types with sync identifiers.
    private(set) var markedTypes: Set<ObjectType> = []

    init(of writes: [Write], in snapshot: Snapshot) {
        // By index: a loop over the elements would copy them.
        for index in writes.indices where !writes[index].waitsForKeys(in: snapshot) {
            ids += writes[index].operation.namedIDs
            let columns = writes[index].operation.savedColumns
            for column in columns.indices {
                ids += columns[column].ids
                if snapshot.deletedIDs.concern(writes[index].origin) {
                    savedIDs += columns[column].ids
                }
                if columns[column].metadata.entries.haveSyncMarks {
                    markedTypes.insert(columns[column].type)
                }
            }
        }
    }
}
