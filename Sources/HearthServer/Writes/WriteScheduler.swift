import HearthModel
import HearthStore
import HearthSystem

/// Orders the complete writes of all clients for the writer, and accounts for the memory that writes and unfinished input
/// take.
///
///     schedule -> queue of the client -> takeWrites -> writer -> finish -> FinishedWrite, by ticket
///
/// The writer gets small writes at once, also while it is busy, and commits them in groups (`CommitBatcher`): it does not
/// wait for the loop, which sends the answers to the last group. It gets a large write only when it is idle.
///
/// Clients take turns, and so do small and large writes. A client that saves a sample during another client's import
/// waits for one large write at most: small writes that arrive while the writer has a large one join it. The writes of
/// a client keep their order. Maintenance of the store takes the turn of a large write.
///
/// A large save, a deletion by predicate and one of more than a few samples are prepared by readers first, when they are
/// their client's next write: step by step in turns, and large saves one after the other. A small save that may change much
/// is prepared when the writer has returned it. Such a write keeps its place until it is durable, because the writer
/// returns it to its preparation if much has changed since, or if blocks are to be staged. A deletion that is returned too
/// often is refused: the samples it means change faster than they can be searched, and no other client should wait for
/// that. A save that is returned too often is done by its commit.
final class WriteScheduler {
    /// The quota of bytes, over all clients.
    private(set) var quota: StagingQuota
    private var accounts = ClientAccounts()
    private var lastTicket: UInt64 = 0

    /// The clients whose next write is small, and those whose next write is large. A client with writes is in one of them,
    /// unless its next write is not ready.
    private var small = Queue<ClientAccount>()
    private var large = Queue<ClientAccount>()
    /// Writes that are being prepared: at most one of each client.
    private var preparing: [WriteTicket: ScheduledWrite] = [:]
    /// Those of them whose next step may be taken.
    private var preparations = Queue<WriteTicket>()
    /// Large saves, and small ones that change much.
    private var largeSaves = SaveTurns()
    private var smallSaves = SaveTurns()

    /// The writes that the writer has.
    private var underWay: [WriteTicket: ScheduledWrite] = [:]
    private var smallBytesUnderWay = 0
    private var largeBytesUnderWay = 0
    /// Groups of large writes since the last small one. At the start there was no small one.
    private var groupsSinceSmall = Int.max
    private var groupsSinceMaintenance = 0
    /// Large writes wait for maintenance to end: small ones would have to wait for both.
    private var isMaintaining = false
    /// Nothing is prepared any more.
    private var isStopping = false

    private let writesPerGroup: Int
    private let bytesPerGroup: Int
    private let smallWriteBytes: Int
    private let groupsPerMaintenance: Int
    private let searchReturns: Int

    /// For this many groups after a small write, large writes are committed one by one: another small one is likely.
    private static let cautiousGroups = 16

    init(_ options: ServerOptions) {
        quota = StagingQuota(options)
        writesPerGroup = options.writing.writesPerGroup
        bytesPerGroup = options.writing.bytesPerGroup
        smallWriteBytes = options.writing.smallWriteBytes
        groupsPerMaintenance = options.writing.groupsPerMaintenance
        searchReturns = options.writing.searchReturns
    }

    var isEmpty: Bool { small.isEmpty && large.isEmpty && underWay.isEmpty && preparing.isEmpty }

    /// Small writes take hardly more than the disk's time, unless there are many.
    var load: WriterLoad {
        if isLargeUnderWay || !large.isEmpty { return .largeWrites }
        return !underWay.isEmpty && smallBytesUnderWay <= smallWriteBytes ? .smallWrites : .nothing
    }

    private var isLargeUnderWay: Bool { largeBytesUnderWay > 0 }
}

// MARK: - Clients

extension WriteScheduler {
    /// Opens a connection of a client.
    func connect(_ key: ClientKey) -> ClientAccount { accounts.join(key) }

    /// Closes a connection of a client.
    func disconnect(_ account: ClientAccount) {
        accounts.leave(account)
    }

    /// Bytes of a client's saves are on their way to `schedule`.
    func reserve(_ bytes: Int, of account: ClientAccount) {
        quota.reserve(bytes, of: account)
    }

    /// Reserved bytes are not scheduled after all.
    func release(_ bytes: Int, of account: ClientAccount) {
        quota.release(bytes, of: account)
    }

    /// The account for writes of the server on behalf of an app.
    func account(ofApp app: AppID) -> ClientAccount { accounts.find(.app(app)) }
}

// MARK: - Queues

extension WriteScheduler {
    /// Queues a complete write, whose bytes are reserved. `preparation`: nil if the writer can have it at once.
    func schedule(
        _ operation: Write.Operation,
        from origin: Write.Origin,
        of account: ClientAccount,
        bytes: Int = 0,
        call: CallID? = nil,
        accessAccount: AccessAccount? = nil,
        preparation: PreparationTask? = nil
    ) {
        lastTicket += 1
        let write = ScheduledWrite(
            Write(origin: origin, operation: operation, ticket: WriteTicket(lastTicket)),
            of: account,
            bytes: bytes,
            call: call,
            accessAccount: accessAccount,
            preparation: preparation
        )
        let isNext = account.waiting.isEmpty
        account.waiting.append(write)
        if isNext {
            proceed(with: account)
        }
    }

    /// The next write of a client waits for its turn, or is prepared first.
    private func proceed(with account: ClientAccount) {
        guard let write = account.waiting.first else { return }
        guard let preparation = write.preparation, !write.isReady else { return enqueue(account, for: write) }
        preparing[write.ticket] = write
        let hasTurn =
            !preparation.isSave
            || (preparation.isTried ? smallSaves.take(write.ticket) : largeSaves.take(write.ticket))
        if hasTurn {
            preparations.append(write.ticket)
        }
    }

    /// Whether a write is ready for the next step of its preparation.
    var hasPreparations: Bool { !preparations.isEmpty }

    func takePreparation() -> WriteTicket? { preparations.popFirst() }

    /// The preparation of a write whose next step may be taken.
    func nextPreparation(of ticket: WriteTicket) -> PreparationTask? {
        guard let preparation = preparing[ticket]?.preparation, !preparation.isReading else { return nil }
        return preparation
    }

    /// Begins a step of a preparation, up to the newest snapshot. `endPreparationStep` takes its result.
    func beginPreparationStep(of ticket: WriteTicket, in newest: Snapshot) -> PreparationTask? {
        guard let preparation = nextPreparation(of: ticket) else { return nil }
        preparation.beginStep(newest)
        return preparation
    }

    /// What the preparation of a write holds, and the call for which that counts; nil if the write is not prepared.
    func memoryOfPreparation(of ticket: WriteTicket) -> (held: ReadingMemory, call: CallID, field: String)? {
        guard let write = preparing[ticket], let preparation = write.preparation, let call = write.call else {
            return nil
        }
        return (preparation.held, call, preparation.field)
    }

    /// A step of a preparation has run: the preparation continues, or has ended.
    func endPreparationStep(of ticket: WriteTicket, _ result: Result<ReadOutcome, HearthError>) {
        guard let preparation = preparing[ticket]?.preparation else { return }
        preparation.endStep()
        switch result {
        case .success(.pause): preparations.append(ticket)
        case .success:
            if let prepared = preparation.prepared {
                finishPreparation(of: ticket, .success(prepared))
            }
        case .failure(let error): finishPreparation(of: ticket, .failure(error))
        }
    }

    private func finishPreparation(of ticket: WriteTicket, _ result: Result<Preparation, HearthError>) {
        guard let write = preparing.removeValue(forKey: ticket) else { return }
        write.finishPreparation(result)
        enqueue(write.account, for: write)
    }

    /// The server stops: a preparation may take long, so writes that are not ready are refused, with the writes of their
    /// clients behind them, whose order holds. Returns those that are refused now; `finish` returns later ones.
    func stop() -> [FinishedWrite] {
        isStopping = true
        return refusePreparing()
    }

    private func refusePreparing() -> [FinishedWrite] {
        let accounts = preparing.values.sorted { $0.ticket.number < $1.ticket.number }.map(\.account)
        preparing = [:]
        return accounts.flatMap { account in
            var refused: [FinishedWrite] = []
            while let write = account.waiting.popFirst() {
                refused.append(finish(write, .failure(.shuttingDown)))
            }
            return refused
        }
    }

    private func finish(_ write: ScheduledWrite, _ result: Result<Receipt, HearthError>) -> FinishedWrite {
        quota.release(write.bytes, of: write.account)
        accounts.forget(write.account)
        for next in [largeSaves.end(write.ticket), smallSaves.end(write.ticket)] {
            if let next {
                preparations.append(next)
            }
        }
        return write.finished(result)
    }

    private func enqueue(_ account: ClientAccount, for write: ScheduledWrite) {
        if isLarge(write) {
            large.append(account)
        } else {
            small.append(account)
        }
    }

    private func isLarge(_ write: ScheduledWrite) -> Bool { write.bytes > smallWriteBytes }

    /// The next writes for the writer, to be committed after those that it has; nil when there are none for now.
    func takeWrites() -> [Write]? {
        var taken: [Write] = []
        if !small.isEmpty, large.isEmpty || groupsSinceSmall > 0 || isLargeUnderWay {
            while smallBytesUnderWay < bytesPerGroup, underWay.count < writesPerGroup, let account = small.popFirst() {
                takeNext(of: account, to: &taken)
            }
            groupsSinceSmall = taken.isEmpty ? groupsSinceSmall : 0
        } else if underWay.isEmpty, !isMaintaining, !large.isEmpty {
            let isAlone = groupsSinceSmall >= WriteScheduler.cautiousGroups
            let most = isAlone ? writesPerGroup : 1
            while largeBytesUnderWay < bytesPerGroup, underWay.count < most, let account = large.popFirst() {
                takeNext(of: account, to: &taken)
            }
            groupsSinceSmall += isAlone ? 0 : 1
        }
        return taken.isEmpty ? nil : taken
    }

    /// Takes the next write of a client, which then waits for its next turn.
    private func takeNext(of account: ClientAccount, to taken: inout [Write]) {
        guard let scheduled = account.waiting.first else { return }
        let write = scheduled.handOver()
        underWay[write.ticket] = scheduled
        taken.append(write)
        count(scheduled, by: 1)
        if scheduled.preparation == nil {
            finishTurn(of: account)
        }
    }

    /// Removes the first write of a client, and proceeds with the next one.
    private func finishTurn(of account: ClientAccount) {
        _ = account.waiting.popFirst()
        proceed(with: account)
    }

    private func count(_ write: ScheduledWrite, by sign: Int) {
        if isLarge(write) {
            largeBytesUnderWay += sign * write.bytes
        } else {
            smallBytesUnderWay += sign * write.bytes
        }
    }

    /// Whether a step of maintenance is due, after the writes that the writer has. Small writes that wait for a large one
    /// come first.
    func takeMaintenance() -> Bool {
        guard !isMaintaining, groupsSinceMaintenance >= groupsPerMaintenance,
            groupsSinceSmall == 0 || underWay.isEmpty && small.isEmpty
        else { return false }
        groupsSinceMaintenance = 0
        isMaintaining = true
        if groupsSinceSmall < WriteScheduler.cautiousGroups {
            groupsSinceSmall += 1
        }
        return true
    }

    func finishMaintenance() {
        isMaintaining = false
    }

    /// The writes of a group that is durable or refused, and gives back their bytes.
    func finish(_ outcomes: [WriteOutcome]) -> [FinishedWrite] {
        groupsSinceMaintenance += 1
        var finished: [FinishedWrite] = []
        finished.reserveCapacity(outcomes.count)
        for outcome in outcomes {
            guard let write = underWay.removeValue(forKey: outcome.ticket) else { continue }
            count(write, by: -1)
            guard let result = outcome.result ?? returnToPreparation(write) else { continue }
            if write.preparation != nil {
                finishTurn(of: write.account)
            }
            finished.append(finish(write, result))
        }
        return isStopping ? finished + refusePreparing() : finished
    }

    /// Nil if the preparation of the write continues.
    private func returnToPreparation(_ write: ScheduledWrite) -> Result<Receipt, HearthError>? {
        if write.returns >= searchReturns, let preparation = write.preparation, !preparation.decline() {
            return .failure(.changesTooFast(preparation.field))
        }
        write.returnToPreparation()
        proceed(with: write.account)
        return nil
    }
}

/// Saves that are prepared one after the other, each until it is durable.
private struct SaveTurns {
    private var current: WriteTicket?
    private var waiting = Queue<WriteTicket>()

    /// Whether it is the turn of a save; else it waits.
    mutating func take(_ save: WriteTicket) -> Bool {
        guard let current, current != save else {
            current = save
            return true
        }
        waiting.append(save)
        return false
    }

    /// Ends the turn of a save, if it has it. Returns the next one.
    mutating func end(_ save: WriteTicket) -> WriteTicket? {
        guard save == current else { return nil }
        current = waiting.popFirst()
        return current
    }
}

extension HearthError {
    fileprivate static func changesTooFast(_ field: String) -> HearthError {
        HearthError(
            .limitExceeded,
            "The samples that the deletion means change faster than they can be searched. Delete again when less is saved, or"
                + " with fewer terms.",
            field: field
        )
    }
}
