import HearthModel
import HearthStore

/// The open calls of all connections, and which of them has a step to take.
///
///     open -> wake -> ReadQueue -> beginStep ... endStep -> ReadingStep -> didSend -> wake
///
/// One step of a connection runs at a time, so that what the server keeps for a client that does not read is bounded. The
/// clients take turns, however many connections and calls each of them has.
final class CallScheduler {
    private var connections = NumberedTable<ConnectionCalls>()
    private var memory: CallMemory
    /// Calls with more bytes in their clauses take long to free.
    private let largeBytes: Int
    private let reads: ReadQueue

    init(_ options: ServerOptions, _ reads: ReadQueue) {
        self.reads = reads
        memory = CallMemory(options)
        largeBytes = options.turns.inlineFrameBytes
    }
}

// MARK: - Connections

extension CallScheduler {
    /// The calls of a connection, from its Hello to its end.
    subscript(connection: ConnectionID) -> ConnectionCalls? { connections[connection.number] }

    /// The open calls of a connection, in the order of their numbers.
    func openCalls(of connection: ConnectionID) -> [NumberedTable<OpenCall>.Entry] {
        self[connection]?.open.entries ?? []
    }

    /// A connection has said Hello.
    func connect(
        _ id: ConnectionID,
        of client: ClientKey,
        seeing view: AccessView? = nil,
        lastNumber: UInt64
    ) -> ConnectionCalls {
        let calls = ConnectionCalls(id, of: memory.join(client), seeing: view, lastNumber: lastNumber)
        connections.set(calls, at: id.number)
        return calls
    }

    /// Removes all calls of a connection, which it returns.
    func disconnect(_ id: ConnectionID) -> [NumberedTable<OpenCall>.Entry] {
        guard let calls = connections.remove(id.number) else { return [] }
        for call in calls.open.entries {
            memory.release(call.number, of: calls)
        }
        memory.leave(calls.client)
        return calls.open.entries
    }

    /// The client may see other things now. Returns false if that is too late for one of its calls, which has begun to read
    /// or to write.
    func renew(_ id: ConnectionID, seeing view: AccessView?) -> Bool {
        guard let calls = self[id], calls.onlyAwaitsPeople else { return false }
        calls.renew(seeing: view)
        return true
    }

    /// The client has read what it was sent. While it did not, its calls took no steps.
    func wakeAll(of id: ConnectionID) {
        for call in openCalls(of: id) {
            wake(CallID(connection: id, number: call.number))
        }
    }
}

// MARK: - Calls

extension CallScheduler {
    subscript(id: CallID) -> OpenCall? { self[id.connection]?.open[id.number] }

    /// Whether a call reads and may send now.
    func maySend(_ id: CallID) -> Bool {
        guard let calls = self[id.connection], case .reading(let call)? = calls.open[id.number] else { return false }
        return calls.maySend(call)
    }

    func set(_ call: OpenCall, at id: CallID) {
        self[id.connection]?.set(call, at: id.number)
    }

    /// Opens a call that reads, and holds the memory of its clauses.
    @discardableResult
    func open<Reading: ReadingCall>(
        _ id: CallID,
        _ cost: RequestCost,
        _ make: () throws(HearthError) -> Reading
    ) throws(HearthError) -> Reading? {
        guard let calls = self[id.connection] else { return nil }
        do throws(HearthError) {
            try memory.hold(cost.heldBytes, for: id.number, of: calls)
            let reading = try make()
            reading.isLarge = cost.heldBytes > largeBytes
            calls.set(.reading(reading), at: id.number)
            wake(id)
            return reading
        } catch {
            memory.release(id.number, of: calls)
            throw error.prefixed(with: Reading.field)
        }
    }

    /// Removes a call, which it returns.
    func close(_ id: CallID) -> OpenCall? {
        guard let calls = self[id.connection] else { return nil }
        memory.release(id.number, of: calls)
        return calls.remove(id.number)
    }

    /// The client allows a call more bytes.
    func grant(_ bytes: UInt64, to id: CallID) {
        guard case .reading(let call)? = self[id] else { return }
        call.credit?.grant(bytes)
        wake(id)
    }

    /// A call is to notify its app of a type again.
    func remind(_ id: CallID, of type: ObjectType) {
        guard case .reading(let call)? = self[id] else { return }
        call.subscription?.remind(of: type)
        wake(id)
    }

    /// A batch or a notice was sent for a call, which has more to do.
    func didSend(_ bytes: Int, for id: CallID) {
        guard let calls = self[id.connection], case .reading(let call)? = calls.open[id.number] else { return }
        calls.noteSent(bytes, by: call)
        if calls.maySend(call) {
            wake(id)
        } else {
            releaseSnapshot(of: call, id.number, calls)
        }
    }

    /// A call continues when it may send. Until then it keeps no snapshot.
    func pause(_ id: CallID) {
        if !wake(id), let calls = self[id.connection], case .reading(let call)? = calls.open[id.number] {
            releaseSnapshot(of: call, id.number, calls)
        }
    }

    private func releaseSnapshot(of call: any ReadingCall, _ number: UInt64, _ calls: ConnectionCalls) {
        guard let task = call.releaseSnapshot() else { return }
        // Less memory is never refused.
        try? memory.set(call.held, for: number, of: calls)
        if call.isLarge {
            reads.insert(Released(task))
        }
    }

    /// A call that could not receive what its feed sent reads on by itself. Throws if it would hold too much for that: the call
    /// has to be closed.
    func leaveFeed(_ id: CallID, resumingAt point: Feed.ResumePoint) throws(HearthError) {
        guard let calls = self[id.connection], case .reading(let call as ChangesCall)? = calls.open[id.number] else {
            return
        }
        call.leaveFeed(resumingAt: point)
        do throws(HearthError) {
            try memory.set(call.held, for: id.number, of: calls)
        } catch {
            throw error.prefixed(with: ChangesCall.field)
        }
    }

    /// Counts the memory that a write holds while it is searched.
    func hold(_ held: ReadingMemory, for id: CallID, _ field: String) throws(HearthError) {
        guard let calls = self[id.connection], case .write? = calls.open[id.number] else { return }
        do throws(HearthError) {
            if calls.holdings[id.number] == nil {
                try memory.hold(0, for: id.number, of: calls)
            }
            try memory.set(held, for: id.number, of: calls)
        } catch {
            throw HearthError(error.code, error.message, field: field)
        }
    }
}

// MARK: - Steps

extension CallScheduler {
    /// A call has something to do, if it may send. `hasWaited`: for a step of another call of its connection.
    @discardableResult
    func wake(_ id: CallID, hasWaited: Bool = false) -> Bool {
        guard let calls = self[id.connection], case .reading(let call)? = calls.open[id.number],
            calls.stepping != id.number, !isFollowing(call), calls.maySend(call)
        else { return false }
        // One step of a connection runs at a time. A call that has waited for one comes before the call that it waited
        // for, whose next step a reader thread may take before the next turn.
        let isSmall = call.isSmall && !hasWaited && !calls.isReading
        reads.insert(id, call.lane, of: calls.client.key, isSmall: isSmall)
        return true
    }

    /// Whether the next step of a call is small; nil if the call may not take one.
    func isNextStepSmall(_ id: CallID) -> Bool? { readyCall(id)?.call.isSmall }

    /// Whose turn a step of a call takes. Nil if the connection has ended.
    func client(of id: CallID) -> ClientKey? { self[id.connection]?.client.key }

    /// Whether a step of the connection runs.
    func isReading(_ connection: ConnectionID) -> Bool { self[connection]?.isReading ?? false }

    /// Begins a step, on this thread if it `isSmall`. `endStep` takes its result. Nil if the call may not take one, or has
    /// to wait for another call of its connection.
    func beginStep(of id: CallID, in snapshot: Snapshot, rows: Int, isSmall: Bool) -> Read? {
        guard let (call, calls) = readyCall(id) else { return nil }
        guard !calls.isReading else {
            calls.wait(id)
            return nil
        }
        calls.beginStep(of: id.number)
        call.isLarge = call.isLarge || !isSmall
        return Read(
            call.nextTask(snapshot.seen(through: calls.view)),
            for: .call(id),
            rows: rows,
            credit: call.credit?.bytes
        )
    }

    /// A step has run. Returns what to send. Nil if that is nothing, or the call has ended meanwhile.
    func endStep(
        of id: CallID,
        _ result: Result<ReadOutcome, HearthError>,
        in snapshot: Snapshot
    ) throws(HearthError) -> ReadingStep? {
        guard let calls = self[id.connection] else { return nil }
        calls.endStep()
        // Before the call itself: the calls of a connection take turns.
        wakeNext(of: calls)
        guard case .reading(let call)? = calls.open[id.number] else { return nil }
        do throws(HearthError) {
            let step = call.finish(try result.get(), snapshot.seen(through: calls.view))
            if !step.isLast {
                try memory.set(call.held, for: id.number, of: calls)
            }
            return step
        } catch {
            throw error.prefixed(with: type(of: call).field)
        }
    }

    private func isFollowing(_ call: any ReadingCall) -> Bool { call.subscription?.isFollowing ?? false }

    /// A call that may take a step. One that may not gives up its snapshot until it is woken.
    private func readyCall(_ id: CallID) -> (call: any ReadingCall, calls: ConnectionCalls)? {
        guard let calls = self[id.connection] else { return nil }
        guard case .reading(let call)? = calls.open[id.number], calls.stepping != id.number, !isFollowing(call) else {
            wakeNext(of: calls)
            return nil
        }
        guard calls.maySend(call) else {
            releaseSnapshot(of: call, id.number, calls)
            wakeNext(of: calls)
            return nil
        }
        return (call, calls)
    }

    /// Wakes the next call that waits for the step of another call of its connection.
    private func wakeNext(of calls: ConnectionCalls) {
        guard !calls.isReading else { return }
        while let id = calls.popWaiting() {
            if wake(id, hasWaited: true) { return }
        }
    }
}
