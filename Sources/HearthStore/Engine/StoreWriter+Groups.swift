internal import HearthModel

/// From writes to receipts: a group is one transaction.
///
///     group -> a save that was prepared, alone
///           -> SaveConflicts -> runs of independent saves, each a SaveBatch
///                            -> every other write alone, a save through SavePlanner
extension StoreWriter {
    /// Executes a group of writes in order and makes them durable together. Each write is done as a whole or refused
    /// alone; when the storage fails, all are refused. A write for which readers have to prepare more is left out.
    ///
    /// `joining` is called after the group was executed, before it is written: it returns the writes that join the group.
    /// When the storage has no room for all of them, those are tried without the group.
    package func commit(
        _ writes: [Write],
        joining: () -> [Write] = { [] }
    ) -> [WriteOutcome] {
        var joined: [Write] = []
        do throws(HearthError) {
            var working = try begin()
            var outcomes = execute(writes, &working)
            joined = joining()
            outcomes += execute(joined, &working)
            try finish(&working)
            return outcomes
        } catch {
            guard error.code == .storageFull, !joined.isEmpty else { return refuse(writes + joined, error) }
            return refuse(writes, error) + commit(joined)
        }
    }

    private func refuse(_ writes: [Write], _ error: HearthError) -> [WriteOutcome] {
        writes.map { WriteOutcome($0.ticket, .failure(error)) }
    }

    private func execute(_ writes: [Write], _ working: inout WorkingState) -> [WriteOutcome] {
        readKeys(for: writes, &working)
        guard writes.contains(where: \.isPreparedSave) else { return executeTogether(writes, &working) }
        var outcomes: [WriteOutcome] = []
        var rest = writes[...]
        while !rest.isEmpty {
            let others = rest.prefix { !$0.isPreparedSave }
            outcomes += executeTogether(Array(others), &working)
            rest = rest.dropFirst(others.count)
            if let save = rest.popFirst() {
                outcomes.append(WriteOutcome(save.ticket, execute(save, &working)))
            }
        }
        return outcomes
    }

    private func executeTogether(_ writes: [Write], _ working: inout WorkingState) -> [WriteOutcome] {
        var outcomes: [WriteOutcome] = []
        outcomes.reserveCapacity(writes.count)
        working.completeIndexes(soughtBy: writes)
        for run in SaveConflicts(among: writes, in: working).runs {
            if run.isIndependent, !writes[run.writes].contains(where: { isLimited($0) || isOutdated($0, working) }) {
                var execution = makeExecution(writes[run.writes.lowerBound].origin, working)
                outcomes += SaveBatch.execute(writes[run.writes], in: &execution)
                working = execution.working
                continue
            }
            for index in run.writes {
                outcomes.append(WriteOutcome(writes[index].ticket, execute(writes[index], &working)))
            }
        }
        return outcomes
    }

    private func execute(_ write: Write, _ working: inout WorkingState) -> Result<Receipt, HearthError>? {
        var execution = makeExecution(write.origin, working)
        execution.preparation = write.preparation
        do throws(HearthError) {
            try execution.admit(write.operation)
            guard !isLimited(write, as: execution.origin) else { throw HiddenConflicts.refusal }
            let unread = try unreadBlocks(for: write, working)
            guard unread == 0 else {
                if case .success(let prepared)? = write.preparation {
                    prepared.noteUnreadKeys(unread)
                }
                return nil
            }
            let receipt = try execution.execute(write.operation)
            working = execution.working
            return receipt.map { .success($0) }
        } catch {
            working.skipBlocks(of: execution.working)
            if let sample = error.hiddenSample {
                execution.origin.hiddenConflicts?.note(write.origin.app, sample, at: clock())
            }
            return .failure(error)
        }
    }

    /// Reads the keys of a few blocks for all writes of a group that wait for keys, before any of them is executed: what is
    /// read stays, whatever becomes of them.
    private func readKeys(for writes: [Write], _ working: inout WorkingState) {
        guard working.snapshot.hasUnreadKeys else { return }
        let before = working.snapshot
        let waiting = writes.indices.filter { writes[$0].waitsForKeys(in: before) }
        guard !waiting.isEmpty else { return }
        do throws(HearthError) {
            working.unreadBlocksRoom -= try working.completeIndexes(
                atMost: working.unreadBlocksRoom,
                ofOwnersTool: waiting.allSatisfy { writes[$0].origin.isOwnersTool }
            )
        } catch {
            working.snapshot = before
            working.unreadKeysFailure = error
        }
    }

    /// The number of blocks for whose keys a write still waits. Throws if they could not be read.
    private func unreadBlocks(for write: Write, _ working: WorkingState) throws(HearthError) -> Int {
        guard write.waitsForKeys(in: working.snapshot) else { return 0 }
        if let failure = working.unreadKeysFailure { throw failure }
        return working.snapshot.unreadBlocks(for: write.origin)
    }

    /// Whether a write is a save of an app whose saves are refused since it was requested. `origin`: what the app may see now;
    /// nil: what it could see when it requested the write.
    private func isLimited(_ write: Write, as origin: Write.Origin? = nil) -> Bool {
        let origin = origin ?? write.origin
        guard let conflicts = origin.hiddenConflicts, write.operation.savesSamples else { return false }
        return conflicts.refusesSaves(of: origin.app, at: clock())
    }

    /// Whether decisions since a write was requested have changed what its app may see or do.
    private func isOutdated(_ write: Write, _ working: WorkingState) -> Bool {
        write.origin.isOutdated(in: working.snapshot.access)
    }

    private func makeExecution(_ origin: Write.Origin, _ working: WorkingState) -> WriteExecution {
        WriteExecution(origin: origin, time: clock(), coder: coder, working: working)
    }
}
