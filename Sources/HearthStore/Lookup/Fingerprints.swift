internal import HearthModel

/// What the indexes in memory know of samples.
enum IndexKeys {
    /// The keys of all samples, for the index of identifiers.
    static func identifiers(of rows: SegmentRows) -> [(hash: UInt32, sequence: UInt64)] {
        zip(rows.samples.ids, rows.sequences).map { ($0.fingerprint, $1) }
    }

    /// The keys of the deletions that tell whose sample was deleted.
    static func deletions(of rows: DeletionRows) -> [(hash: UInt32, sequence: UInt64)] {
        guard !rows.owners.isEmpty else { return [] }
        return rows.ids.indices.compactMap { row in
            rows.owner(row) == nil ? nil : (rows.ids[row].fingerprint, rows.sequences[row])
        }
    }

    /// The keys of the samples that have a sync identifier.
    static func syncKeys(of rows: SegmentRows) -> [(hash: UInt32, sequence: UInt64)] {
        zip(rows.syncKeys, rows.sequences).compactMap { key, sequence in
            key == 0 ? nil : (SyncKey.fingerprint(of: key), sequence)
        }
    }
}

extension ObjectID {
    /// What the index knows of an identifier. It differs from process to process, so that a client cannot choose
    /// identifiers with one fingerprint.
    var fingerprint: UInt32 {
        let mixed = (high ^ ObjectID.fingerprintSeed) &* 0x9E37_79B1_85EB_CA87 ^ low
        return UInt32(truncatingIfNeeded: Checksum.avalanche(mixed &* ObjectID.fingerprintMultiplier) >> 32)
    }

    private static let fingerprintSeed = UInt64.random(in: 0 ... .max)
    private static let fingerprintMultiplier = UInt64.random(in: 0 ... .max) | 1
}
