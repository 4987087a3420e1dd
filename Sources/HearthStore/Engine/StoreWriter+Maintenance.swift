package import HearthModel

/// What commits leave for quieter times. Each step is small, so that a save never waits for long.
extension StoreWriter {
    /// Does one step of what there is to do, and copies the log; false when there is nothing. `besideCommits`: somebody may
    /// come with a write, who does not wait for the log then: it is copied meanwhile, and there is something to do as long
    /// as that takes. What it has failed with is `tidyingFailure`.
    package func maintain(besideCommits: Bool = false) throws(HearthError) -> Bool {
        var working = try begin()
        // First what makes room: it must go on also where something else cannot be done.
        let hasTidied =
            besideCommits
            ? storage.tidyBeside(atLeast: options.checkpointBytes)
            : try storage.tidy(atLeast: options.checkpointBytes)
        // A step makes the log longer.
        guard storage.untidyBytes < options.longLogBytes else { return hasTidied }
        return try step(&working) || hasTidied
    }

    /// Whether the log is copied beside commits.
    package var isTidyingBeside: Bool { storage.isTidyingBeside }

    /// Why the log could not be copied; nil once some of it could.
    package var tidyingFailure: HearthError? { storage.tidyingFailure }

    /// Does what cannot wait for a step, in a store that is never left alone: to be called after each commit. When there is
    /// no room or something cannot be read, it is tried again later.
    package func catchUp() throws(HearthError) {
        // What the disk holds is for a step to find out, after which the newest state is told.
        guard !needsReopening else { return }
        try storage.finishTidyingBeside(atLeast: options.longLogBytes)
        // So long it is after few commits that replace many blocks, or when a busy machine has no time to copy it meanwhile.
        // A reading that stands in the way is over by the next one.
        let overdue = StoreWriter.overdueLogs * options.longLogBytes
        if storage.untidyBytes >= overdue {
            _ = try storage.tidy(atLeast: overdue)
        }
        do throws(HearthError) {
            while maintenance.unmerged >= StoreWriter.overdueMerges * options.mergeWidth {
                var working = try begin()
                guard try mergeSegments(&working) else { return }
                try finish(&working)
            }
        } catch {
            maintenance.settleSegments()
            throw error
        }
    }

    /// So many merges are left for quieter times.
    private static let overdueMerges = 4
    /// A log so many times as long as a long one is copied before anything else is done, whoever is about to do that.
    private static let overdueLogs = 2

    private func step(_ working: inout WorkingState) throws(HearthError) -> Bool {
        if maintenance.takeTurnForRoom(), retirement.hasReleased {
            return try finish(&working, deletingAtMost: StoreWriter.deletedAtOnce)
        }
        let hasIndexed = try working.completeIndexes(atMost: StoreWriter.indexedAtOnce)
        if hasIndexed || working.renewIndexes(atMost: StoreWriter.indexedAtOnce) {
            try finish(&working)
            return true
        }
        let most = try change(&working) ? 0 : StoreWriter.deletedAtOnce
        return try finish(&working, deletingAtMost: most)
    }

    /// Makes one of the changes that are due; false when none is.
    private func change(_ working: inout WorkingState) throws(HearthError) -> Bool {
        if try mergeSegments(&working) { return true }
        if try mergeAssociations(&working) { return true }
        return try forgetDeletions(&working)
    }

    private static let indexedAtOnce = 64
    private static let deletedAtOnce = 128

    /// Puts neighbours in one list together; false when no list has enough of them.
    private func mergeSegments(_ working: inout WorkingState) throws(HearthError) -> Bool {
        // Taken first: a list with a damaged block is left alone until something new comes in. What the merge makes is new.
        while let list = maintenance.takeList() {
            if let window = working.snapshot[list.kind, list.type]?.mergeWindow(options) {
                let joined = try working.join(window)
                working.replace(window, with: joined)
                maintenance.noteMerge(of: window.count)
                return true
            }
        }
        maintenance.settleSegments()
        return false
    }

    /// Puts the associations of a workout together that were made one by one.
    private func mergeAssociations(_ working: inout WorkingState) throws(HearthError) -> Bool {
        for workout in maintenance.workouts {
            maintenance.settle(workout: workout)
            let small = working.snapshot.associations.associations(with: workout).filter {
                $0.summary.count <= options.segmentSamples / 2
            }
            guard small.count >= options.mergeWidth else { continue }
            var seen: Set<ObjectID> = []
            var samples: [ObjectID] = []
            for association in small {
                samples += try reader.members(of: association).filter { seen.insert($0).inserted }
            }
            for association in small {
                working.remove(association)
            }
            working.associate(samples, with: workout, coder)
            return true
        }
        return false
    }

    /// Forgets deletions that are both old and not among the last so many. Whoever has not heard of them by now has to
    /// begin anew.
    private func forgetDeletions(_ working: inout WorkingState) throws(HearthError) -> Bool {
        let cutoff = clock().nanoseconds - options.retentionNanoseconds
        let blocks = working.snapshot.deletions.values.flatMap(\.elements).sorted {
            $0.summary.firstSequence < $1.summary.firstSequence
        }
        // How many deletions there are from each block on. Blocks of several types overlap; what lies in one that
        // overlaps another is not taken for newer.
        var following = [0]
        for segment in blocks.reversed() {
            following.append((following.last ?? 0) + segment.count)
        }
        var isForgetting = false
        for segment in blocks where segment.summary.starts.upperBound.nanoseconds < cutoff {
            let later = blocks.count { $0.summary.firstSequence > segment.summary.lastSequence }
            if following[later] >= options.retainedDeletions {
                working.forget(segment)
                isForgetting = true
            }
        }
        return isForgetting
    }
}
