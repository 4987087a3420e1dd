import HearthModel
import HearthStore

/// Orders the complete writes of all clients for the writer, and accounts for the memory that writes and unfinished input
/// take.
///
///     schedule -> ConnectionWrites -> WriterTurns -> takeWrites -> writer -> finish -> FinishedWrite, by ticket
///                                 \-> WritePreparations -> WriterTurns
///
/// The writes of a connection keep their order. Those of other connections do not wait for them, be they of the same client.
/// A write that is prepared keeps its place until it is durable, because the writer returns it to its preparation if much
/// has changed since, or if blocks are to be staged. A deletion that is returned too often is refused: the samples it means
/// change faster than they can be searched, and no other client should wait for that. A save that other writes of its client
/// would make begin again and again is done before those.
final class WriteScheduler {
    /// The quota of bytes, over all clients.
    private(set) var quota: StagingQuota
    /// The writes that are prepared before the writer gets them.
    let preparations: WritePreparations
    private var turns: WriterTurns
    private var accounts = ClientTable<ClientAccount>()
    private var lastTicket: UInt64 = 0
    /// Nothing is prepared any more.
    private var isStopping = false
    private let searchReturns: Int
    private let sizes: WriteSizes

    init(_ options: ServerOptions, _ reads: ReadQueue) {
        quota = StagingQuota(options)
        turns = WriterTurns(options)
        searchReturns = options.writing.searchReturns
        sizes = WriteSizes(options)
        preparations = WritePreparations(reads, sizes)
    }

    var isEmpty: Bool { turns.isEmpty && preparations.isEmpty }

    var load: WriterLoad { turns.load }
}

// MARK: - Clients

extension WriteScheduler {
    /// Opens a connection of a client.
    func connect(_ key: ClientKey) -> ConnectionWrites { ConnectionWrites(of: accounts.join(key)) }

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

    /// The writes of the server on behalf of an app.
    func writesOfServer(for app: AppID) -> ConnectionWrites {
        let account = accounts.find(.app(app))
        let writes = account.writesOfServer ?? ConnectionWrites(of: account, isOfServer: true)
        account.writesOfServer = writes
        return writes
    }
}

// MARK: - Writes

extension WriteScheduler {
    /// Queues a complete write, whose bytes are reserved. `preparation`: nil if the writer can have it at once.
    func schedule(
        _ operation: Write.Operation,
        from origin: Write.Origin,
        of connection: ConnectionWrites,
        bytes: Int = 0,
        call: CallID? = nil,
        accessAccount: AccessAccount? = nil,
        preparation: PreparationTask? = nil
    ) {
        lastTicket += 1
        let write = ScheduledWrite(
            Write(origin: origin, operation: operation, ticket: WriteTicket(lastTicket)),
            of: connection,
            bytes: bytes,
            call: call,
            accessAccount: accessAccount,
            preparation: preparation
        )
        let isNext = connection.waiting.isEmpty
        connection.waiting.append(write)
        if isNext {
            proceed(with: connection)
        }
    }

    /// The next write of a connection waits for its turn, or is prepared first.
    private func proceed(with connection: ConnectionWrites) {
        guard let write = connection.waiting.first, !hold(write) else { return }
        if let preparation = write.preparation, !write.isReady || isPreparedFirst(write) {
            preparations.begin(write, preparation)
        } else {
            turns.enqueue(write)
        }
    }

    /// Holds a write that has to wait for a save of its client. Meanwhile the saves of others have its turn.
    private func hold(_ write: ScheduledWrite) -> Bool {
        guard write.account.hold(write.connection, before: write.ticket) else { return false }
        preparations.endTurn(of: write.ticket)
        return true
    }

    /// Whether a save is prepared that the writer could have at once: small writes of others would wait for all of it.
    private func isPreparedFirst(_ write: ScheduledWrite) -> Bool {
        turns.expectsSmall && sizes.isPreparedAmongSmall(write.bytes)
    }

    /// A step of a preparation has run. A write whose preparation has ended waits for its turn.
    func endPreparationStep(of ticket: WriteTicket, _ result: Result<ReadOutcome, HearthError>) {
        if let write = preparations.endStep(of: ticket, result) {
            turns.enqueue(write)
        }
    }

    /// The next writes for the writer, to be committed after those that it has; nil when there are none for now.
    func takeWrites() -> [Write]? {
        while let group = turns.nextGroup {
            let (taken, held) = take(group)
            if !taken.isEmpty {
                turns.noteHandedOver(group)
                return taken
            }
            // Another group may have writes that need not wait.
            guard held > 0 else { return nil }
        }
        return nil
    }

    /// Takes the next writes of a group; `held`: the number of those that wait for a save of their client.
    private func take(_ group: WriterTurns.Group) -> (taken: [Write], held: Int) {
        var taken: [Write] = []
        var held = 0
        while let connection = turns.popNext(of: group) {
            guard let write = connection.waiting.first else { continue }
            guard !hold(write) else {
                held += 1
                continue
            }
            taken.append(write.handOver())
            turns.handOver(write)
            // Other writes keep their place.
            if write.preparation == nil {
                removeFirst(of: connection)
            }
        }
        return (taken, held)
    }

    /// Removes the first write of a connection, and proceeds with the next one.
    private func removeFirst(of connection: ConnectionWrites) {
        _ = connection.waiting.popFirst()
        if connection.isOfServer, connection.waiting.isEmpty {
            connection.account.writesOfServer = nil
        }
        proceed(with: connection)
    }

    /// The writes of a group that is durable or refused, and gives back their bytes.
    func finish(_ outcomes: [WriteOutcome]) -> [FinishedWrite] {
        turns.noteFinishedGroup()
        var finished: [FinishedWrite] = []
        finished.reserveCapacity(outcomes.count)
        for outcome in outcomes {
            guard let write = turns.takeBack(outcome.ticket),
                let result = outcome.result ?? returnToPreparation(write)
            else { continue }
            if write.preparation != nil {
                removeFirst(of: write.connection)
            }
            finished.append(finish(write, result))
        }
        return isStopping ? finished + refusePreparing() : finished
    }

    private func finish(_ write: ScheduledWrite, _ result: Result<Receipt, HearthError>) -> FinishedWrite {
        quota.release(write.bytes, of: write.account)
        accounts.forget(write.account)
        preparations.endTurn(of: write.ticket)
        for connection in write.account.takeHeld(for: write.ticket) {
            proceed(with: connection)
        }
        return write.finished(result)
    }

    /// Nil if the preparation of the write continues.
    private func returnToPreparation(_ write: ScheduledWrite) -> Result<Receipt, HearthError>? {
        if write.returns >= searchReturns, let preparation = write.preparation {
            return .failure(.changesTooFast(preparation.field))
        }
        write.returnToPreparation()
        // What commits cannot follow may be its client's other writes.
        if write.preparation?.prepared?.isLeftBehind == true {
            write.account.holdOthers(until: write.ticket)
        }
        proceed(with: write.connection)
        return nil
    }

    /// Whether a step of maintenance is due, after the writes that the writer has.
    func takeMaintenance() -> Bool { turns.takeMaintenance() }

    func finishMaintenance() {
        turns.finishMaintenance()
    }
}

// MARK: - Stopping

extension WriteScheduler {
    /// The server stops: a preparation may take long, so writes that are not ready are refused, with those behind them on their
    /// connections, whose order holds. Returns those that are refused now; `finish` returns later ones.
    func stop() -> [FinishedWrite] {
        isStopping = true
        return refusePreparing()
    }

    private func refusePreparing() -> [FinishedWrite] {
        var refused: [FinishedWrite] = []
        // Writes that were held for one of them are prepared next.
        while !preparations.isEmpty {
            for connection in preparations.removeAll().map(\.connection) {
                while let write = connection.waiting.popFirst() {
                    refused.append(finish(write, .failure(.shuttingDown)))
                }
            }
        }
        return refused
    }
}

extension HearthError {
    fileprivate static func changesTooFast(_ field: String) -> HearthError {
        HearthError(
            .limitExceeded,
            "The samples to delete change faster than the server can search them. Delete again when less is saved"
                + " or deleted, or with fewer terms.",
            field: field
        )
    }
}
