internal import HearthModel

extension SaveChanges {
    /// Applies the changes in the order of their numbers: removes rows, adds samples, then deletions, and moves
    /// associations.
    func apply(to working: inout WorkingState, at time: Timestamp) throws(HearthError) {
        guard changeCount > 0 else { return }
        let commit = working.head + UInt64(changeCount)
        try removed.remove(from: &working, rewrites)
        switch additions {
        case .rows(var samples, let replaced):
            samples.number(after: working.head, commit: commit)
            for rows in samples {
                working.add(rows)
            }
            replaced.addDeletions(to: &working, commit: commit, at: time)
        case .blocks(let blocks): blocks.add(to: &working, at: time)
        }
        working.set(head: commit)
        for (association, workout) in moved {
            working.move(association, to: workout)
        }
        members.add(to: &working)
    }
}

extension ReplacedSamples {
    fileprivate func addDeletions(to working: inout WorkingState, commit: UInt64, at time: Timestamp) {
        var added = 0
        while let (type, rows) = deletions(from: added, commit: commit, at: time, working.options) {
            working.add(rows, of: type, rows.sequences.bounds)
            added += rows.count
        }
    }
}

extension SaveBlocks {
    fileprivate func add(to working: inout WorkingState, at time: Timestamp) {
        let head = working.head
        var segments: [Segment] = []
        for (key, block) in blocks.enumerated() {
            segments.append(working.stage(block, after: head, at: time, as: Int64(key), of: self))
        }
        working.adopt(segments)
        working.snapshot.identifiers.add(identifiers, after: head)
        working.snapshot.syncKeys.add(syncKeys, after: head)
        let (keys, owner) = deletedIDs
        working.snapshot.deletedIDs.add(keys, after: head, of: owner, working.snapshot.provenances)
    }

    /// Stages the blocks that are not staged. Their changes get numbers close to those that they will have.
    func stage(in working: inout WorkingState, at time: Timestamp) {
        for (key, block) in encoded {
            _ = working.stage(block, after: working.head, at: time, as: key, of: self)
        }
    }
}

extension [DeletedRows] {
    /// Takes the rows out of their segments. `rewrites`: what readers have prepared of these.
    func remove(from working: inout WorkingState, _ rewrites: SegmentRewrites?) throws(HearthError) {
        for deleted in sorted(by: { $0.segment.id < $1.segment.id }) {
            if let rewrites, let rewrite = rewrites.rewrite(of: deleted.segment, deleting: deleted.rows) {
                working.replace(deleted.segment, with: rewrite, rewrites)
            } else {
                try working.remove(deleted.rows, of: deleted.segment)
            }
        }
    }
}
