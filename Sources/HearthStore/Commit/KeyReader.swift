internal import HearthModel

/// Reads the keys that indexes have of segments and associations.
struct KeyReader {
    let snapshot: Snapshot
    let reader: SegmentReader

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
