import HearthModel
package import HearthStore
internal import HearthSystem
import HearthWire

/// The server without sockets, threads and clocks. Its driver tells it what arrived and what time it is, and takes from it
/// what to send, read and write. Runs on one thread.
///
///     receive -> Sessions -> Calls -> turn() -> Sessions -> send
///                       \-> Writes -> takeWrites() ... finishWrites() -> Feeds -> turn()
package final class ServerCore {
    /// The current time. The driver sets it before it calls anything else.
    @exclusivity(unchecked) package var time: ServerTime
    @exclusivity(unchecked) package private(set) var snapshot: Snapshot
    package internal(set) var isStopping = false
    /// Why the storage refuses writes at present; "": it does not.
    package var storeFault = ""

    let options: ServerOptions
    /// Runs small steps of reading.
    let runner: ReadRunner
    let encoder = FrameEncoder()
    let decoder = FrameDecoder()
    /// By the numbers of the connections.
    ///
    /// Not checked for accesses that overlap, and neither are the others of which that is said: nothing is called during
    /// any of them that would come back here, and each delivery or write comes by them.
    @exclusivity(unchecked) var sessions = NumberedTable<Session>()
    /// Connections that have not said Hello, the oldest first. Ended ones stay until their deadline.
    var strangers = ReadyQueue<ConnectionID>()
    @exclusivity(unchecked) var writes: WriteScheduler
    @exclusivity(unchecked) var largeFrames: LargeFramePacer
    /// Connections with received bytes to handle.
    @exclusivity(unchecked) var backlogs = ReadyQueue<ConnectionID>()
    /// Work for reader threads.
    @exclusivity(unchecked) var readQueue = ReadQueue()
    /// Bytes of frames that were decoded here since the last turn.
    @exclusivity(unchecked) var inlineBytes = 0
    /// Connections of which a large frame is decoded.
    var decodingCount = 0
    let calls: CallScheduler
    let feeds: ChangeFeeds
    let background: DeliveryEngine
    /// What the driver of the server has not taken yet.
    var processOrders: [ProcessOrder] = []
    var deliveryEvents: [DeliveryEvent] = []
    @exclusivity(unchecked) var figures = ServerFigures()
    private(set) var connectionsSoFar: UInt64 = 0
    /// When the server began.
    let began: Int64
    /// Connections whose driver has something to do.
    @exclusivity(unchecked) private var touched = Queue<Session>()

    package init(
        _ snapshot: Snapshot,
        _ reader: StoreReader,
        options: ServerOptions = ServerOptions(),
        time: ServerTime
    ) {
        self.snapshot = snapshot
        runner = ReadRunner(reader)
        self.options = options
        self.time = time
        began = time.nanoseconds
        calls = CallScheduler(options)
        feeds = ChangeFeeds(bookmarkNanoseconds: options.bookmarkNanoseconds)
        writes = WriteScheduler(options)
        largeFrames = LargeFramePacer(
            pieceBytes: options.readBytes,
            bytesPerMillisecond: options.largeFrameBytesPerMillisecond,
            atOnce: options.largeFrameBytesAtOnce
        )
        background = DeliveryEngine(options.background, in: snapshot)
    }
}

// MARK: - Connections

extension ServerCore {
    /// A client has connected. `process`: nil where the system does not tell it. `isOwnersTool` is asked when the client
    /// wants what only the owner's own tool may do.
    package func connect(
        of process: Int32? = nil,
        isOwnersTool: @escaping @autoclosure () -> Bool = false
    ) -> ConnectionID {
        connectionsSoFar += 1
        let id = ConnectionID(number: connectionsSoFar)
        let deadline = time.nanoseconds + Int64(options.limits.handshakeMilliseconds) * 1_000_000
        let session = Session(
            id,
            of: process,
            limits: options.limits,
            helloDeadline: deadline,
            isOwnersTool: isOwnersTool
        )
        sessions.set(session, at: id.number)
        strangers.insert(id)
        return id
    }

    /// Bytes have arrived.
    package func receive(_ bytes: RawSpan, from id: ConnectionID) {
        guard let session = sessions[id.number], !session.isEnded else { return }
        session.unfinished.noteInput(bytes.byteCount, at: time.nanoseconds)
        session.figures.receivedBytes += bytes.byteCount
        figures.receivedBytes += bytes.byteCount
        guard session.backlog.isEmpty else {
            session.backlog.append(bytes)
            return
        }
        guard inlineBytes < options.inlineBytesPerTurn || bytes.byteCount <= options.smallInputBytes else {
            session.backlog.append(bytes)
            proceedWithBacklog(of: session)
            return
        }
        let taken = handle(bytes, of: session)
        if taken < bytes.byteCount, !session.isEnded {
            session.backlog.append(bytes.extracting(droppingFirst: taken))
            proceedWithBacklog(of: session)
        }
        pace(session)
    }

    /// In the midst of a large frame a connection waits for its turn.
    private func pace(_ session: Session) {
        guard session.splitter.pendingBytes >= options.readBytes, !session.isPaced, let client = session.client,
            !largeFrames.allowsPiece(at: time.nanoseconds)
        else { return }
        session.isPaced = true
        largeFrames.wait(session.id, of: client.account.key)
    }

    /// Reads on from connections in the middle of large frames, as far as time has passed.
    func proceedWithPaced() {
        let next = largeFrames.next(at: time.nanoseconds) { sessions[$0.number].map { !$0.isEnded } ?? false }
        for session in next.compactMap({ sessions[$0.number] }) {
            session.isPaced = false
            touch(session)
        }
    }

    /// Whether more is to be read from a connection: not while it has sent more than was handled, nor while it does not
    /// read what it is sent, nor before its turn to go on with a large frame.
    /// `isLast`: its client has gone, what is there is all that comes, and needs no turn.
    package func wantsInput(from id: ConnectionID, isLast: Bool = false) -> Bool {
        guard let session = sessions[id.number] else { return false }
        return !session.isEnded && (isLast || !session.isPaced) && session.backlog.isEmpty && mayHandle(session)
    }

    /// Whether the output of a connection is so full that nothing more is done for it until its client has read.
    func isBlocked(_ session: Session) -> Bool { session.output.count >= options.blockedBytes }

    /// Whether there is something to be sent on a connection.
    package func hasOutput(for id: ConnectionID) -> Bool {
        sessions[id.number].map { $0.output.count > 0 } ?? false
    }

    /// Whether that takes about as long to be sent as it took to make it.
    package func hasLargeOutput(for id: ConnectionID) -> Bool {
        sessions[id.number].map { $0.output.count >= options.largeOutputBytes } ?? false
    }

    /// The most connections that `nextTouched` returns now.
    package var touchedCount: Int { touched.count }

    /// A connection that has something to send, is to be closed, or may be read from again.
    package func nextTouched() -> ConnectionID? {
        while let session = touched.popFirst() {
            guard session.isTouched else { continue }
            session.isTouched = false
            return session.id
        }
        return nil
    }

    func touch(_ session: Session) {
        // The session keeps the flag: a set of waiting sessions would hash each one twice for each delivery.
        guard !session.isTouched else { return }
        session.isTouched = true
        touched.append(session)
    }

    /// Passes the output of a connection to `send`, which returns how many bytes it took, until it takes none. Returns what
    /// to do next.
    package func drain(_ id: ConnectionID, _ send: (RawSpan) -> Int) -> DrainResult {
        guard let session = sessions[id.number] else { return .done }
        // The driver asks now, so the session need not be in the queue.
        session.isTouched = false
        let sent = session.output.drain(send)
        session.figures.sentBytes += sent
        figures.sentBytes += sent
        if session.output.count < options.congestedBytes {
            calls.setCongested(false, id)
        }
        if !session.backlog.isEmpty, mayHandle(session) {
            backlogs.insert(id)
        }
        guard session.output.count == 0 else { return .blocked }
        return session.isEnded ? .close : .done
    }

    package enum DrainResult {
        case done
        /// The connection takes no more: to be asked again when it does.
        case blocked
        /// Everything was sent, and the connection ends with that.
        case close
    }

    /// The connection is gone, whoever closed it. What is complete is still written.
    package func disconnect(_ id: ConnectionID) {
        guard let session = sessions.remove(id.number) else { return }
        release(session)
    }

    /// A connection was closed before anything was read from it.
    package func refuseConnection() {
        figures.refusedConnections += 1
    }

    package var connectionCount: Int { sessions.count }

    var allSessions: some Sequence<Session> { sessions.entries.lazy.map(\.value) }
}

// MARK: - Sending

extension ServerCore {
    /// Sends a reply of a call. Returns the length of its frame.
    @discardableResult
    func send(_ reply: consuming Reply, _ call: UInt64, to session: Session) -> Int {
        let frame = ServerFrame(call: call, reply)
        do throws(HearthError) {
            let bytes = try session.output.append { (output) throws(HearthError) in
                try encoder.append(frame, to: &output)
            }
            hasOutput(session)
            return bytes - FrameSplitter.prefixBytes
        } catch {
            // Longer than a frame may be: the error is not.
            return fail(call, error, of: session)
        }
    }

    /// Sends what several calls get.
    func send(_ reply: PackedReply, _ call: UInt64, to session: Session) -> Int {
        var length = 0
        _ = session.output.append { length = reply.append(for: call, to: &$0) }
        hasOutput(session)
        return length
    }

    /// A connection that does not take what it is sent gets no more batches.
    private func hasOutput(_ session: Session) {
        touch(session)
        if session.output.count >= options.congestedBytes {
            calls.setCongested(true, session.id)
        }
    }

    /// Ends a call with an error.
    @discardableResult
    func fail(_ call: UInt64, _ error: HearthError, of session: Session) -> Int {
        close(call, of: session)
        return send(.error(ErrorReply(error)), call, to: session)
    }

    /// Ends a connection with an error, which is still sent.
    func end(_ session: Session, _ error: HearthError, call: UInt64 = 0, versions: VersionRange? = nil) {
        guard !session.isEnded else { return }
        send(.error(ErrorReply(error, versions: versions)), call, to: session)
        finish(session)
    }

    /// Ends a connection as soon as everything is sent.
    func finish(_ session: Session) {
        release(session)
        touch(session)
    }

    /// Gives up what a connection has, but for what it is still sent.
    private func release(_ session: Session) {
        let client = session.client
        for call in calls.disconnect(session.id) {
            forget(call.value, CallID(connection: session.id, number: call.number), of: session)
        }
        session.backlog = Backlog()
        forgetDecoding(of: session)
        endFrame(of: session)
        session.phase = .ended
        if let client {
            writes.disconnect(client.account)
            background.clientLeft(session.id, client.app)
        }
    }

    /// Takes a call from the list of those that are open.
    func close(_ number: UInt64, of session: Session) {
        let id = CallID(connection: session.id, number: number)
        if let call = calls.close(id) {
            forget(call, id, of: session)
        }
    }
}

// MARK: - The store's state

extension ServerCore {
    /// Takes over the newest state of the store, after writes or after maintenance, which streams do not hear of. Wakes the
    /// calls and feeds that have something to do now.
    package func advance(to newest: Snapshot) {
        let previous = snapshot.head
        snapshot = newest
        let types = newest.head > previous ? newest.changedTypes(after: previous) : []
        background.snapshotAdvanced(to: newest, changed: types)
        guard newest.head > previous else { return }
        for observer in feeds.advance(to: newest, changed: types, now: time.nanoseconds) {
            calls.wake(observer)
        }
    }
}
