import HearthModel
import HearthServer
import HearthStore
import HearthWire

/// The writer's part: each step of it happens when the scheduler says so.
extension Simulation {
    /// The writer gets more writes, or has to put the store in order.
    func order() {
        if core.takeMaintenance() {
            occurrences.note(.orderedMaintenance)
            orders.post(.maintain)
        }
        guard let writes = core.takeWrites() else { return }
        if !orders.isEmpty || !reports.isEmpty {
            occurrences.note(.orderToBusyWriter)
        }
        orders.post(.commit(writes))
        note("the writer gets \(writes.count) writes")
    }

    /// The writer does what is next.
    func executeOrder() throws {
        switch orders.takeNext() {
        case .commit(let writes): try commit(writes)
        case .maintain: try maintain(isOrdered: true)
        case nil: break
        }
    }

    /// The group becomes durable, or is refused.
    private func commit(_ group: [Write]) throws {
        let failure = disk.failure
        var pending = group
        let outcomes = writer.commit(group) {
            let joining = orders.takeLateJoiners()
            pending += joining
            return joining
        }
        if pending.contains(where: \.wasPlannedAgain) {
            occurrences.note(.savePlannedAgain)
        }
        let hasFailed = failure != nil && disk.failure == nil
        let simulated = try simulatedWrites(pending)
        try ensure(
            outcomes.map(\.ticket) == pending.map(\.ticket),
            .once,
            "the outcomes of \(pending.count) writes are not in their order"
        )
        if group.count > 1 {
            occurrences.note(.groupOfSeveral)
        }
        if pending.count > group.count {
            occurrences.note(hasFailed && failure == .full ? .joinedFullStorage : .joinedGroup)
        }
        if hasFailed, failure == .failedAfterwards {
            occurrences.note(.failedStorageThatWrote)
        } else if hasFailed, failure == .failed {
            occurrences.note(.failedStorage)
        }
        let leftOut = hasFailed && failure == .failedAfterwards ? leftOut(of: pending, simulated) : []
        let results = simulated.indices.map { (simulated[$0], outcomes[$0].result, leftOut.contains($0)) }
        try note(results.prefix(group.count), hasFailed ? failure : nil)
        // Who has joined a group that finds no room is tried without it.
        try note(results.dropFirst(group.count), hasFailed && failure != .full ? failure : nil)
        reports.append(.committed(outcomes, writer.snapshot))
        do {
            try writer.catchUp()
        } catch {
            reports.append(.maintained(writer.snapshot))
        }
        note("committed, up to \(history.head)\(hasFailed ? ", but the disk has failed" : "")")
    }

    /// The writes as clients have sent them; nil for one of the server's own.
    private func simulatedWrites(_ writes: [Write]) throws -> [SimulatedWrite?] {
        var simulated: [SimulatedWrite?] = []
        for write in writes {
            switch write.operation {
            case .noteDelivery, .storeCounts:
                // What the server keeps account of for itself is the other simulation's, and that of the counts.
                simulated.append(nil)
                continue
            default: break
            }
            guard let known = SimulatedWrite(write), let count = deliveredWrites[known], count > 0 else {
                throw Violation(.atomic, "the server writes what nobody has sent as a whole: \(write.operation)")
            }
            deliveredWrites[known] = count - 1
            simulated.append(known)
        }
        return simulated
    }

    /// The writes of a group that were left out, because readers have more to prepare, although the disk failed after it had
    /// written the others: the number of the last change tells.
    private func leftOut(of group: [Write], _ simulated: [SimulatedWrite?]) -> Set<Int> {
        let prepared = group.indices.filter { group[$0].preparation != nil }
        for choice in 0..<1 << min(prepared.count, 8) {
            let leftOut = Set(prepared.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element))
            var history = history
            for (index, write) in simulated.enumerated() where !leftOut.contains(index) {
                _ = write.map { history.apply($0, at: clock.date.nanoseconds) }
            }
            if UInt64(history.head) == disk.load().header.head { return leftOut }
        }
        return []
    }

    /// What has become of writes is what has to become of them.
    private func note(
        _ group: some Sequence<(SimulatedWrite?, Result<Receipt, HearthError>?, Bool)>,
        _ failure: SimulatedDisk.Failure?
    ) throws {
        for case (let write?, let result, let wasLeftOut) in group {
            guard let result else {
                // The writer gets it again, once its search has gone on.
                occurrences.note(.returnedToSearch)
                deliveredWrites[write, default: 0] += 1
                continue
            }
            let refusal: ErrorCode? = failure.map { $0 == .full ? .storageFull : .storageFailed }
            if failure == nil || failure == .failedAfterwards && !wasLeftOut {
                let (replacements, newerKept) = (history.replacements, history.newerVersionsKept)
                let isRefused = Outcome(result) == .refused(.identifierConflict)
                let outcome = history.apply(write, at: clock.date.nanoseconds, isRefused: isRefused)
                note(replacements: history.replacements - replacements, history.newerVersionsKept - newerKept)
                if places[write] == nil {
                    places[write] = Place(history)
                }
                outcomes[write, default: []].append(refusal.map(Outcome.refused) ?? outcome)
            } else if let refusal {
                outcomes[write, default: []].append(.refused(refusal))
            }
            let expected = outcomes[write]?.last
            try ensure(
                Outcome(result) == expected,
                .once,
                "the store does \(Outcome(result)) and not \(expected as Any) for \(write)"
            )
        }
    }

    /// The loop hears what the writer has to tell.
    func deliverReport() {
        guard !reports.isEmpty else { return }
        if reports.count > 1 {
            occurrences.note(.delayedCommit)
        }
        switch reports.removeFirst() {
        case .committed(let outcomes, let snapshot): core.finishWrites(outcomes, snapshot)
        case .maintained(let snapshot):
            core.finishMaintenance()
            core.advance(to: snapshot)
        }
        note("the server hears of commit \(core.snapshot.head)")
    }

    /// One step of putting the store in order. Returns whether there was something to do. Who has ordered it is told in
    /// any case.
    @discardableResult
    func maintain(isOrdered: Bool = false) throws -> Bool {
        let cutoff = clock.date.nanoseconds - storeOptions.retentionNanoseconds
        let head = writer.snapshot.head
        do {
            let hasWorked = try writer.maintain()
            try noteForgotten(before: cutoff)
            guard hasWorked || isOrdered || writer.snapshot.head > head else { return false }
        } catch let error as HearthError {
            // It may have been done all the same.
            try noteForgotten(before: cutoff)
            note("putting in order fails: \(error)")
            reports.append(.maintained(writer.snapshot))
            return true
        }
        occurrences.note(.maintenance)
        reports.append(.maintained(writer.snapshot))
        note("maintenance at \(writer.snapshot.head), known from \(writer.snapshot.oldest)")
        return true
    }

    /// What is on the disk now says up to where deletions are forgotten.
    private func noteForgotten(before cutoff: Int64) throws(Violation) {
        let oldest = disk.load().header.oldest
        if oldest != history.oldest {
            occurrences.note(.forgotten)
        }
        try history.forget(upTo: oldest, before: cutoff, retained: storeOptions.retainedDeletions)
    }

    /// Takes an outcome from those that nobody was told; false when there is no such.
    func claim(_ outcome: Outcome, of write: SimulatedWrite) -> Bool {
        guard var known = outcomes[write], let index = known.firstIndex(of: outcome) else { return false }
        known.remove(at: index)
        outcomes[write] = known.isEmpty ? nil : known
        return true
    }

    private func note(replacements: Int, _ newerKept: Int) {
        if replacements > 0 {
            occurrences.note(.replacement)
        }
        if newerKept > 0 {
            occurrences.note(.newerVersionKept)
        }
    }

    /// The replies to some writes do not say of which commit they are.
    func claimCommit(of write: SimulatedWrite) -> Bool {
        let durable = outcomes[write]?.first { if case .committed = $0 { true } else { false } }
        return durable.map { claim($0, of: write) } ?? false
    }
}

extension Write {
    /// Whether it is a save that another write of its app has had planned again.
    fileprivate var wasPlannedAgain: Bool {
        if case .success(.save(let save))? = preparation { save.failedPlans > 0 } else { false }
    }
}

extension Outcome {
    init(_ result: Result<Receipt, HearthError>) {
        switch result {
        case .success(let receipt):
            self = .committed(
                sequence: receipt.anchor.sequence,
                added: receipt.added,
                deleted: receipt.deleted,
                unchanged: receipt.unchanged
            )
        case .failure(let error): self = .refused(error.code)
        }
    }
}
