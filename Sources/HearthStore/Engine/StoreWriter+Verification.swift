package import HearthModel

extension StoreWriter {
    /// Reads everything and compares it with everything that is known of it: the structure of the file, the checksum of
    /// each block, the directory with what the blocks hold, the order of the sequence numbers.
    ///
    /// Throws `STORAGE_CORRUPT` for the first thing that is wrong.
    package func verify() throws(HearthError) {
        try storage.verify()
        let stored = try storage.load()
        let loaded = try Snapshot(stored, coder, Retirement())
        // Reads from the storage, whatever other readers have in memory.
        let fresh = SegmentReader(try storage.makeReader(), BlockCache())
        for (type, list) in loaded.samples {
            try verifyOrder(of: list, in: loaded)
            for segment in list.elements {
                let rows = try fresh.rows(of: segment, .everything)
                var summary = rows.summary(
                    id: segment.id,
                    segment.sequences,
                    hasUnorderedIDs: segment.summary.hasUnorderedIDs
                )
                summary.blockChecksum = segment.summary.blockChecksum
                guard summary == segment.summary, rows.samples.type == type, rows.samples.starts.isAscending,
                    rows.sequences.allSatisfy(segment.sequences.contains),
                    zip(rows.sequences, rows.commits).allSatisfy({ $0 <= $1 && $1 <= loaded.head }),
                    rows.provenances.allSatisfy({ $0 < loaded.provenances.count })
                else { throw .damagedBlock }
            }
        }
        for list in loaded.deletions.values {
            try verifyOrder(of: list, in: loaded)
            for segment in list.elements {
                let rows = try fresh.deletions(of: segment)
                var summary = rows.summary(id: segment.id, type: segment.summary.type, segment.sequences)
                summary.blockChecksum = segment.summary.blockChecksum
                guard summary == segment.summary, rows.sequences.allSatisfy(segment.sequences.contains),
                    zip(rows.sequences, rows.commits).allSatisfy({ $0 <= $1 && $1 <= loaded.head })
                else { throw .damagedBlock }
            }
        }
        for association in loaded.associations.elements {
            guard try fresh.members(of: association).count == association.summary.count else { throw .damagedBlock }
        }
    }

    private func verifyOrder(of list: SegmentList, in snapshot: Snapshot) throws(HearthError) {
        var last: UInt64 = 0
        for segment in list.elements {
            guard segment.summary.firstSequence > last, segment.summary.lastSequence <= snapshot.head,
                segment.summary.lastSequence >= segment.summary.firstSequence
            else { throw .damagedBlock }
            last = segment.summary.lastSequence
        }
    }
}
