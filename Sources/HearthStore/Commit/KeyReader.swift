internal import HearthModel

/// Reads the keys that indexes have of segments and associations.
struct KeyReader {
    let snapshot: Snapshot
    let reader: SegmentReader

    /// The keys of some items, without those of damaged blocks: the writes of all apps would fail for a block that few of
    /// them need.
    ///
    /// A sample in a damaged block can be delivered to nobody. A save takes it as one that is not stored, so its UUID and its
    /// sync identifier are free, unless the directory alone leads to the block, as for a time-ordered UUID: then the save is
    /// refused. Should the block be intact after a later start, a UUID may be stored twice. Both samples are delivered, a save
    /// is compared with both, and a deletion by UUIDs deletes one of them.
    func intact<Item>(
        _ items: [Item],
        _ keysOf: ([Item]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)]
    ) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)] {
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        for item in items {
            do throws(HearthError) {
                keys += try keysOf([item])
            } catch {
                guard error.code == .storageCorrupt else { throw error }
                reader.damage = error
            }
        }
        return keys
    }

    func deletions(of segments: [Segment]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)] {
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        for segment in segments {
            keys += try reader.intactDeletions(of: segment).map(IndexKeys.deletions) ?? []
        }
        return keys
    }

    func identifiers(of segments: [Segment]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)] {
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        for segment in segments {
            keys += IndexKeys.identifiers(of: try reader.rows(of: segment, .log))
        }
        return keys
    }

    func syncKeys(of segments: [Segment]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)] {
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        for segment in segments {
            keys += IndexKeys.syncKeys(of: try reader.rows(of: segment, [.log, .syncKeys]))
        }
        return keys
    }

    func members(of associations: [Association]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)] {
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        // Some may have been forgotten or merged since.
        for association in associations where snapshot.associations.contains(association) {
            keys += try reader.members(of: association).map { ($0.fingerprint, UInt64(association.id)) }
        }
        return keys
    }
}
