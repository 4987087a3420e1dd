package import HearthModel

/// From writes that have come to receipts: a group of them is one transaction.
///
///     plain saves at the front: read and carried out together
///     the others:               read each -> neighbours that are independent together, each other one by itself
///     those that join them:     the same
extension StoreWriter {
    /// Carries out a group of writes, one after the other, and makes them durable together. Each is done whole or
    /// refused by itself; when the storage fails, all are refused.
    ///
    /// `joining` is asked once the group is carried out, before it goes to the disk: which writes go with it. When there is
    /// no room for all of them, they are tried without the group.
    package func commit(
        _ writes: [PendingWrite],
        joining: () -> [PendingWrite] = { [] }
    ) -> [Result<Receipt, HearthError>] {
        var others: [PendingWrite] = []
        do throws(HearthError) {
            var working = try begin()
            while try working.completeIndexes(atMost: .max) {}
            var results = carryOut(writes, &working)
            others = joining()
            results += carryOut(others, &working)
            try finish(&working)
            return results
        } catch {
            let refused = refuse(writes, error)
            guard error.code == .storageFull, !others.isEmpty else { return refused + refuse(others, error) }
            return refused + commit(others)
        }
    }

    /// What cannot even be read is refused for that.
    private func refuse(_ writes: [PendingWrite], _ error: HearthError) -> [Result<Receipt, HearthError>] {
        writes.map { .failure($0.refusal(decoder) ?? error) }
    }

    /// The same for writes that were read already.
    package func commit(_ writes: [Write]) -> [Result<Receipt, HearthError>] {
        commit(writes.map { PendingWrite(origin: $0.origin, .operation($0.operation)) })
    }

    private func carryOut(_ writes: [PendingWrite], _ working: inout WorkingState) -> [Result<Receipt, HearthError>] {
        let plain = savePlain(writes, &working)
        return plain.map { .success($0) } + execute(writes.dropFirst(plain.count), &working)
    }

    /// Carries out the saves at the front that hold nothing but new quantities. Returns their receipts.
    private func savePlain(_ writes: [PendingWrite], _ working: inout WorkingState) -> [Receipt] {
        guard let first = writes.first else { return [] }
        var execution = makeExecution(first.origin, working)
        guard let receipts = execution.save(plain: writes, decoder) else { return [] }
        working = execution.working
        return receipts
    }

    /// Reads writes and carries out those that may be. Others are refused, each by itself.
    private func execute(
        _ pending: ArraySlice<PendingWrite>,
        _ working: inout WorkingState
    ) -> [Result<Receipt, HearthError>] {
        var writes: [Write] = []
        writes.reserveCapacity(pending.count)
        var refusals: [(place: Int, error: HearthError)] = []
        for (place, write) in pending.enumerated() {
            do throws(HearthError) {
                writes.append(try write.read(decoder))
            } catch {
                refusals.append((place, error))
            }
        }
        var results = execute(writes, &working)
        for refusal in refusals {
            results.insert(.failure(refusal.error), at: refusal.place)
        }
        return results
    }

    private func execute(_ writes: [Write], _ working: inout WorkingState) -> [Result<Receipt, HearthError>] {
        IndependentSaves(among: writes, in: working).runs.flatMap { run -> [Result<Receipt, HearthError>] in
            let saves = writes[run.writes]
            if run.areIndependent, let receipts = try? saveTogether(saves, &working) {
                return receipts.map { .success($0) }
            }
            return saves.map { execute($0, &working) }
        }
    }

    /// Neighbours that have nothing to do with each other cost together little more than one of them. Throws when one of
    /// them has to be refused, and has changed nothing then.
    private func saveTogether(
        _ saves: ArraySlice<Write>,
        _ working: inout WorkingState
    ) throws(HearthError) -> [Receipt] {
        var execution = makeExecution(saves[saves.startIndex].origin, working)
        let receipts = try execution.save(independent: saves)
        working = execution.working
        return receipts
    }

    private func execute(_ write: Write, _ working: inout WorkingState) -> Result<Receipt, HearthError> {
        var execution = makeExecution(write.origin, working)
        execution.found = write.found
        do throws(HearthError) {
            let receipt = try execution.execute(write.operation)
            working = execution.working
            return .success(receipt)
        } catch {
            working.skipBlocks(of: execution.working)
            return .failure(error)
        }
    }

    private func makeExecution(_ origin: Write.Origin, _ working: WorkingState) -> WriteExecution {
        WriteExecution(origin: origin, time: clock(), coder: coder, working: working)
    }
}
