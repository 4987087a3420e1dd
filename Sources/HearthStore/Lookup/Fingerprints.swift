internal import HearthModel

extension SegmentRows {
    /// What the index of identifiers knows of the samples.
    var identifierKeys: [(hash: UInt32, sequence: UInt64)] {
        zip(samples.ids, sequences).map { ($0.fingerprint, $1) }
    }

    /// What the index of sync identifiers knows of those that have one.
    var syncIndexKeys: [(hash: UInt32, sequence: UInt64)] {
        zip(syncKeys, sequences).compactMap { key, sequence in
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
