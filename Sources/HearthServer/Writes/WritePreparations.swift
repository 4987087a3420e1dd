import HearthModel
import HearthStore
import HearthSystem

/// The writes that readers prepare before the writer gets them, at most one of each connection.
///
/// A large save, a deletion by predicate and one of more than a few samples are prepared when they are their connection's
/// next write: step by step in turns of the clients. A smaller save that may change much is prepared when the writer has
/// returned it, and one of more than `preparedSaveBytesAmongSmall` while clients make small writes. Of small saves, of those
/// and of large ones, one each is prepared at a time.
///
/// When other writes of its client have made a save's plan wrong, the save passes its turn on. In its next turn its client's
/// other writes wait for it.
final class WritePreparations {
    private var writes: [WriteTicket: ScheduledWrite] = [:]
    private let reads: ReadQueue
    private let sizes: WriteSizes
    /// Saves that the writer cannot have before they are prepared.
    private var largeSaves = SaveTurns()
    /// Saves that the writer could have at once: those that are no small writes, and small writes.
    private var middleSaves = SaveTurns()
    private var smallSaves = SaveTurns()

    init(_ reads: ReadQueue, _ sizes: WriteSizes) {
        self.reads = reads
        self.sizes = sizes
    }

    var isEmpty: Bool { writes.isEmpty }

    /// Begins to prepare a write, or continues when the writer has returned it.
    func begin(_ write: ScheduledWrite, _ preparation: PreparationTask) {
        writes[write.ticket] = write
        if !preparation.isSave || takeTurn(write, preparation) {
            proceed(with: write.ticket)
        }
    }

    private func takeTurn(_ save: ScheduledWrite, _ preparation: PreparationTask) -> Bool {
        guard preparation.commitsFirst else { return largeSaves.take(save) }
        return sizes.isSmall(save.bytes) ? smallSaves.take(save) : middleSaves.take(save)
    }

    /// The next step of a preparation may be taken.
    private func proceed(with ticket: WriteTicket) {
        if let write = writes[ticket], let preparation = next(of: ticket) {
            reads.insert(ticket, of: write.account.key, isSmall: preparation.isSmall)
        }
    }

    /// The next step is larger than those which the thread of the server takes.
    func leaveToReaders(_ ticket: WriteTicket) {
        if let write = writes[ticket] {
            reads.insert(ticket, of: write.account.key, isSmall: false)
        }
    }

    /// The preparation of a write whose next step may be taken.
    func next(of ticket: WriteTicket) -> PreparationTask? {
        guard let preparation = writes[ticket]?.preparation, !preparation.isReading else { return nil }
        return preparation
    }

    /// Begins a step, up to the newest snapshot. `endStep` takes its result.
    func beginStep(of ticket: WriteTicket, in newest: Snapshot) -> PreparationTask? {
        guard let preparation = next(of: ticket) else { return nil }
        preparation.beginStep(newest)
        return preparation
    }

    /// What the preparation of a write holds, and the call for which that counts; nil if the write is not prepared.
    func memory(of ticket: WriteTicket) -> (held: ReadingMemory, call: CallID, field: String)? {
        guard let write = writes[ticket], let preparation = write.preparation, let call = write.call else { return nil }
        return (preparation.held, call, preparation.field)
    }

    /// A step has run: the preparation continues, or has ended. Returns the write whose preparation has ended.
    func endStep(of ticket: WriteTicket, _ result: Result<ReadOutcome, HearthError>) -> ScheduledWrite? {
        guard let preparation = writes[ticket]?.preparation else { return nil }
        preparation.endStep()
        switch result {
        case .success(.pause):
            if writes[ticket]?.takeFailedPlan() == true {
                passTurn(of: ticket)
            } else {
                proceed(with: ticket)
            }
            return nil
        case .success: return preparation.prepared.flatMap { end(ticket, .success($0)) }
        case .failure(let error): return end(ticket, .failure(error))
        }
    }

    private func end(_ ticket: WriteTicket, _ result: Result<Preparation, HearthError>) -> ScheduledWrite? {
        guard let write = writes.removeValue(forKey: ticket) else { return nil }
        write.finishPreparation(result)
        return write
    }

    /// A write is durable or refused. If it is a save that had its turn, the next one has it now.
    func endTurn(of ticket: WriteTicket) {
        for next in [largeSaves.end(ticket), middleSaves.end(ticket), smallSaves.end(ticket)] {
            if let next {
                beginTurn(of: next)
            }
        }
    }

    /// A save that has its turn waits for the next one.
    private func passTurn(of ticket: WriteTicket) {
        guard let save = writes[ticket] else { return }
        for next in [largeSaves.pass(save), middleSaves.pass(save), smallSaves.pass(save)] {
            if let next {
                beginTurn(of: next)
            }
        }
    }

    private func beginTurn(of ticket: WriteTicket) {
        if let save = writes[ticket], save.failedPlans > 0 {
            save.account.holdOthers(until: ticket)
        }
        proceed(with: ticket)
    }

    /// Gives all preparations up, and returns their writes, in order.
    func removeAll() -> [ScheduledWrite] {
        defer { writes = [:] }
        return writes.values.sorted { $0.ticket.number < $1.ticket.number }
    }
}

/// Saves that are prepared one after the other, each until it is durable. The clients take turns.
private struct SaveTurns {
    private var current: WriteTicket?
    private var waiting = RoundRobin<ClientKey, WriteTicket>()

    /// Whether it is the turn of a save; else it waits.
    mutating func take(_ save: ScheduledWrite) -> Bool {
        guard let current, current != save.ticket else {
            current = save.ticket
            return true
        }
        waiting.append(save.ticket, of: save.account.key)
        return false
    }

    /// Passes the turn of a save on, if it has it. Returns the next one, which is the same if none waits.
    mutating func pass(_ save: ScheduledWrite) -> WriteTicket? {
        guard save.ticket == current else { return nil }
        waiting.append(save.ticket, of: save.account.key)
        current = waiting.popFirst()
        return current
    }

    /// Ends the turn of a save, if it has it. Returns the next one.
    mutating func end(_ save: WriteTicket) -> WriteTicket? {
        guard save == current else { return nil }
        current = waiting.popFirst()
        return current
    }
}
