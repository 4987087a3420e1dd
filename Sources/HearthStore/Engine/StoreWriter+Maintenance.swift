package import HearthModel

/// Work that commits leave for later. Each step is small, so that no save waits long for one.
extension StoreWriter {
    /// Lets the storage do its housekeeping, and does one step of the store's own. False when there is nothing to do now.
    package func maintain() throws(HearthError) -> Bool {
        if needsReopening, storage.waitsForOthers {
            // The writes behind this wait for it themselves.
            try storage.checkFiles()
        }
        var working = try begin()
        // The storage comes first: its housekeeping makes room, and must continue even where a step fails.
        guard try storage.idle() else {
            bytesSinceIdle = 0
            return try step(&working)
        }
        // A step gives the storage more to do.
        if bytesSinceIdle < options.maintenanceBytes {
            _ = try step(&working)
        }
        return true
    }

    /// Does the maintenance that cannot wait when the store is never idle. Called after each commit. Without room on the
    /// disk, or with an unreadable block, it tries again later. Writes that wait come after each merge, unless much more is
    /// overdue.
    package func catchUp(hasWrites: () -> Bool = { false }) throws(HearthError) {
        // A step finds out what the disk holds, and its snapshot is reported.
        guard !needsReopening else { return }
        do throws(HearthError) {
            while maintenance.unmerged >= StoreWriter.overdueMerges * options.mergeWidth {
                var working = try begin()
                guard try mergeSegments(&working) else { return }
                try finish(&working)
                if hasWrites(), maintenance.unmerged < StoreWriter.urgentMerges * options.mergeWidth { return }
            }
        } catch {
            maintenance.settleSegments()
            throw error
        }
    }

    /// The number of merges that are left for idle times.
    private static let overdueMerges = 4
    /// The number of merges for which writes wait.
    private static let urgentMerges = 16

    private func step(_ working: inout WorkingState) throws(HearthError) -> Bool {
        if maintenance.takeTurnForRoom(), retirement.hasReleased {
            return try finish(&working, deletingAtMost: StoreWriter.deletedAtOnce)
        }
        var hasIndexed = try working.completeIndexes(atMost: SnapshotContents.blocksReadAtOnce) > 0
        if !hasIndexed {
            hasIndexed = try working.completeAssociatedSamples(atMost: SnapshotContents.blocksReadAtOnce)
        }
        if hasIndexed || working.renewIndexes(atMost: SnapshotContents.blocksReadAtOnce) {
            try finish(&working)
            return true
        }
        let most = try change(&working) ? 0 : StoreWriter.deletedAtOnce
        return try finish(&working, deletingAtMost: most)
    }

    /// Makes one of the changes that are due; false when none is. What cannot be read keeps none of the others waiting.
    private func change(_ working: inout WorkingState) throws(HearthError) -> Bool {
        var failure: HearthError?
        for change in [mergeSegments, mergeAssociations, forgetDeletions] {
            do throws(HearthError) {
                if try change(&working) { return true }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return false
    }

    private static let deletedAtOnce = 128

    /// Merges neighbours in one list; false when no list has enough of them.
    private func mergeSegments(_ working: inout WorkingState) throws(HearthError) -> Bool {
        // Taken first: a list with a damaged block is left alone until a commit changes it. A merge changes its list.
        while let list = maintenance.takeList() {
            let segments = working.snapshot[list.kind, list.type]
            guard let window = segments.flatMap({ MergeWindow.segments(toMergeIn: $0, options) }) else { continue }
            do throws(HearthError) {
                let joined = try working.join(window)
                working.replace(window, with: joined)
            } catch {
                if error.code != .storageCorrupt {
                    maintenance.putBack(list)
                }
                throw error
            }
            maintenance.noteMerge(of: window.count)
            return true
        }
        maintenance.settleSegments()
        return false
    }

    /// Merges the associations of a workout that were made one by one.
    private func mergeAssociations(_ working: inout WorkingState) throws(HearthError) -> Bool {
        // Taken first, as lists are: what has a damaged block is left alone.
        while let merge = maintenance.takeAssociationMerge(in: working.snapshot.associations, reader, options) {
            let small = working.snapshot.associations.associations(numbered: merge.ids).filter {
                $0.workout == merge.workout
            }
            guard small.count >= options.mergeWidth else { continue }
            do throws(HearthError) {
                let samples = try members(of: small)
                working.remove(small)
                AssociationBlocks([(merge.workout, samples)], options, coder).add(to: &working)
            } catch {
                if error.code != .storageCorrupt {
                    maintenance.putBack(merge)
                }
                throw error
            }
            return true
        }
        return false
    }

    /// The samples that associations name, each once.
    private func members(of associations: [Association]) throws(HearthError) -> [ObjectID] {
        var seen: Set<ObjectID> = []
        var samples: [ObjectID] = []
        for association in associations {
            samples += try reader.members(of: association).filter { seen.insert($0).inserted }
        }
        return samples
    }

    /// Forgets deletions that are both old and not among the last ones. A client that has not read them by now must start
    /// over.
    private func forgetDeletions(_ working: inout WorkingState) throws(HearthError) -> Bool {
        // Looked for once, and not again with each step that deletes the blocks of those that were found.
        guard !retirement.hasReleased else { return false }
        let cutoff = clock().nanoseconds - options.retentionNanoseconds
        let isOld = { (segment: Segment) in segment.summary.starts.upperBound.nanoseconds < cutoff }
        var blocks = working.snapshot.deletions.values.flatMap(\.elements)
        reader.charge(blocks.count)
        guard blocks.contains(where: isOld) else { return false }
        blocks.sort { $0.summary.firstSequence < $1.summary.firstSequence }
        // The number of deletions from each block on. Blocks of several types overlap; the rows of an overlapping block
        // do not count as newer.
        var following = [0]
        for segment in blocks.reversed() {
            following.append((following.last ?? 0) + segment.count)
        }
        let forgotten = blocks.filter { segment in
            guard isOld(segment) else { return false }
            let next = blocks.indices.partition { blocks[$0].summary.firstSequence <= segment.summary.lastSequence }
            return following[blocks.count - next] >= options.retainedDeletions
        }
        working.forget(forgotten)
        return !forgotten.isEmpty
    }
}
