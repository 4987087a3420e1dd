package import HearthModel
package import HearthStore
import HearthWire

/// The server without sockets, threads and clocks. Its driver reports what arrived and what time it is, and takes from it
/// what to send, read and write. Runs on one thread.
///
///     receive -> Connections -> RequestRouter -> Calls -> turn -> ReadRouter -> Connections -> drain
///                                           \-> Writes -> takeWrites ... finishWrites -> Feeds -> turn
package final class Server {
    private let state: ServerState
    private let delivery: DeliveryRouter
    private let counts: CountRouter
    private let replies: ReplySender
    private let room: StagingMemory
    private let access: AccessRouter
    private let writes: WriteRouter
    private let requests: RequestRouter
    private let feeds: FeedRouter
    private let reads: ReadRouter

    package init(
        _ snapshot: Snapshot,
        _ reader: StoreReader,
        options: ServerOptions = ServerOptions(),
        time: ServerTime
    ) {
        state = ServerState(snapshot, options, time)
        delivery = DeliveryRouter(state)
        counts = CountRouter(state)
        replies = ReplySender(state, delivery, counts)
        room = StagingMemory(state.connections, state.calls, state.writes, replies, state.writeSizes)
        let status = StatusAssembly(state, room)
        access = AccessRouter(state, replies, counts)
        writes = WriteRouter(state, delivery, replies, room, access, status, counts)
        requests = RequestRouter(state, replies, writes, access, status, counts)
        feeds = FeedRouter(state, replies, counts)
        reads = ReadRouter(state, replies, feeds, reader)
    }

    /// The current time. The driver sets it before it calls anything else.
    package var time: ServerTime {
        get { state.time }
        set {
            state.time = newValue
            counts.passTime()
        }
    }

    package var snapshot: Snapshot { state.snapshot }

    package var connections: Connections { state.connections }

    package var isStopping: Bool { state.isStopping }

    /// Why the storage refuses writes at present. Empty if it accepts them.
    package var storeFault: String {
        get { state.storeFault }
        set { state.storeFault = newValue }
    }
}

// MARK: - Connections

extension Server {
    /// A client has connected. `process`: nil where the system does not tell it. `app`: the one whose own socket it came
    /// through, if any. `isOwnersTool` is asked when the client wants what only the owner's own tool may do, and
    /// `difference` why it is not that tool although it says that it is `hearth`.
    package func connect(
        of process: Int32? = nil,
        as app: AppID? = nil,
        isOwnersTool: @escaping @autoclosure () -> Bool = false,
        difference: @escaping @autoclosure () -> String? = nil
    ) -> ConnectionID {
        let id = state.connections.connect(
            of: process,
            as: app,
            isOwnersTool: isOwnersTool,
            difference: difference,
            at: state.now
        )
        if let (refused, error) = state.connections.nextToRefuse(after: id) {
            replies.end(refused, error)
        }
        for (ended, error) in state.connections.nextOfEndedProcesses() {
            replies.end(ended, error)
        }
        return id
    }

    /// Bytes have arrived.
    package func receive(_ bytes: RawSpan, from id: ConnectionID) {
        take(from: id) { () throws(HearthError) in
            try state.connections.receive(bytes, from: id, at: state.now) { requests.handle($0, from: id) }
        }
    }

    /// Takes input of a connection, and ends the connection if it is at fault.
    private func take(from id: ConnectionID, _ input: () throws(HearthError) -> InputEffect) {
        do throws(HearthError) {
            let effect = try input()
            try room.countFrame(effect, of: id, at: state.now)
            if effect.hasLargeFrame {
                state.reads.insertFrame(of: id, from: state.connections.client(of: id)?.account.key)
            }
        } catch {
            replies.end(id, error)
        }
    }

    /// Passes the output of a connection to `send`, which returns how many bytes it took, until it takes none. Returns what
    /// to do next.
    package func drain(_ id: ConnectionID, _ send: (RawSpan) -> Int) -> DrainResult {
        let (result, isRelieved) = state.connections.drain(id, send)
        if isRelieved {
            state.calls.wakeAll(of: id)
        }
        return result
    }

    /// The connection is gone, no matter which side closed it. Complete writes are still written.
    package func disconnect(_ id: ConnectionID) {
        replies.finish(id)
        state.connections.remove(id)
    }
}

// MARK: - Turns

extension Server {
    /// Does what comes next, one piece of each kind, so that nothing waits for something large: a backlog, then small steps
    /// of feeds, calls and deletions. `takeRead` hands out larger steps. Returns whether there is more to do.
    package func turn() -> Bool {
        if let id = state.connections.beginTurn() {
            take(from: id) { () throws(HearthError) in
                try state.connections.handleBacklog(of: id, at: state.now) { requests.handle($0, from: id) }
            }
        }
        state.wakeObservers()
        delivery.runChecks()
        reads.stepFeed()
        for lane in Lane.allCases {
            reads.stepCall(lane)
        }
        reads.stepPreparation()
        return hasWork
    }

    /// Whether `turn` has something to do.
    package var hasWork: Bool {
        state.connections.hasBacklogs || state.delivery.hasChecks || state.feeds.hasObserversToWake
            || state.reads.hasSmall
    }

    /// When `timePassed` is to be called at the latest; nil when nothing waits for a time.
    package var deadline: Int64? {
        [
            state.feeds.deadline, state.delivery.deadline, state.connections.deadline, state.access.deadline,
            counts.deadline,
        ].compactMap(\.self).min()
    }

    /// Does what is due at `time`.
    package func timePassed() {
        while let id = state.connections.nextExpired(at: state.now) {
            replies.end(id, Handshake.timeout)
        }
        state.connections.resumePaced(at: state.now)
        room.giveUpIdle(at: state.now)
        feeds.sendBookmarks()
        access.passTime()
        counts.storeDue()
        state.delivery.passTime(to: state.now)
    }
}

// MARK: - Reading and writing

extension Server {
    /// Work for a thread that has nothing to do. Nil if none is ready. Any number of them may run at once. When it has run,
    /// `finishRead` takes it back.
    package func takeRead() -> Read? { reads.takeRead() }

    /// A read has run.
    package func finishRead(_ read: Read) {
        if case .frame(let id) = read.requester {
            reads.finishFrame(of: id, requests)
        } else {
            reads.finish(read)
        }
        reads.release(read)
    }

    /// Runs the next read on the thread of the server. Returns false if none is ready.
    package func runRead(with runner: ReadRunner) -> Bool {
        guard let read = takeRead() else { return false }
        runner.run(read)
        finishRead(read)
        return true
    }

    /// Writes for the writer, to be committed after those that were taken before; nil when there are none for now.
    /// `finishWrites` takes their outcomes.
    package func takeWrites() -> [Write]? { state.writes.takeWrites() }

    /// A group of writes is durable or refused.
    package func finishWrites(_ outcomes: [WriteOutcome], _ newest: Snapshot) {
        writes.finish(outcomes, newest)
    }

    package var writerLoad: WriterLoad { state.writes.load }

    /// Whether a step of maintenance is due, after the writes that were taken. `finishMaintenance` ends it.
    package func takeMaintenance() -> Bool { state.writes.takeMaintenance() }

    /// The maintenance that was taken has ended, complete or not.
    package func finishMaintenance() { state.writes.finishMaintenance() }

    /// Takes over the newest state of the store, after writes or after maintenance. Streams are not notified of the
    /// latter.
    package func advance(to newest: Snapshot) {
        state.advance(to: newest)
        access.storeAdvanced()
    }
}

// MARK: - Apps

extension Server {
    /// The path of the socket that an app has of its own. Nil if it has none.
    package func socket(of app: AppID) -> String? {
        state.snapshot.access.contains(app) ? state.options.appSockets.socket(of: app) : nil
    }

    /// What is to be done with processes since this was called last.
    package func takeProcessOrders() -> [ProcessOrder] { delivery.takeProcessOrders() }

    /// What the log is to say about deliveries since this was called last.
    package func takeDeliveryEvents() -> [DeliveryEvent] { delivery.takeEvents() }

    /// What the log is to say about access since this was called last.
    package func takeAccessEvents() -> [AccessEvent] { access.takeEvents() }

    package func processStarted(_ id: AppProcessID, number: Int32) {
        state.delivery.processStarted(id, number: number)
    }

    /// A process could not be started.
    package func processFailed(_ id: AppProcessID, reason: String) {
        delivery.execute(state.delivery.processFailed(id, reason: reason))
    }

    /// A process has ended, whether or not it was asked to.
    package func processEnded(_ id: AppProcessID) {
        state.delivery.processEnded(id)
    }
}

// MARK: - Stopping

extension Server {
    /// Begins shutdown. Only complete writes that need no search are still accepted. A large frame of each connection
    /// is decoded first, so that its call can be refused.
    package func stop() {
        guard !state.isStopping else { return }
        state.beginStop()
        delivery.execute(state.delivery.stop())
        writes.stop()
        replies.refuseCalls()
        counts.storeLast()
    }

    /// Whether all writes and all large frames that came before the stop are answered, so that only output is left.
    package var hasAnsweredAll: Bool { state.writes.isEmpty && !state.connections.isDecodingBeforeStop }

    /// Ends all connections as soon as their output is sent.
    package func closeConnections() {
        replies.finishAll()
    }

    /// Nothing is read any more. To be called when the last connection has ended, and before the store is closed.
    package func closeReader() {
        reads.close()
    }
}
