import HearthModel
import HearthStore
import HearthWire

/// All connections: what they receive, and what they are sent.
///
///     receive, handleBacklog -> splitter -> frames           large frame -> beginDecoding ... endDecoding -> frame
///     send, deliver -> output -> nextToService -> drain
///
/// Refers to connections by their ids. The server handles the frames, and ends connections: their calls end with them.
package final class Connections {
    private let options: ServerOptions
    private let encoder = FrameEncoder()
    /// By the numbers of the connections.
    private var connections = NumberedTable<Connection>()
    /// Connections that have not said Hello, the oldest first. Ended ones stay until their deadline.
    private var awaitingHello = ReadyQueue<ConnectionID>()
    private let needsService: ServiceQueue
    private let input: InputReader
    private var limits: ConnectionLimits
    private(set) var metrics = ConnectionTotals()

    init(_ options: ServerOptions) {
        self.options = options
        needsService = ServiceQueue()
        input = InputReader(options, needsService)
        limits = ConnectionLimits(options)
    }
}

// MARK: - The life of a connection

extension Connections {
    func connect(
        of process: Int32?,
        as attestedApp: AppID?,
        isOwnersTool: @escaping () -> Bool,
        difference: @escaping () -> String?,
        at now: Int64
    ) -> ConnectionID {
        metrics.accepted += 1
        let id = ConnectionID(number: metrics.accepted)
        let connection = Connection(
            id,
            of: process,
            frameBytes: Int(options.limits.frameBytes),
            helloDeadline: now + Int64(options.limits.handshakeMilliseconds) * 1_000_000,
            attestedApp: attestedApp,
            isOwnersTool: isOwnersTool,
            difference: difference
        )
        limits.add(connection, count: connections.count)
        connections.set(connection, at: id.number)
        awaitingHello.insert(id)
        return id
    }

    /// A connection was closed before anything was read from it.
    package func noteRefusal() {
        metrics.refused += 1
    }

    /// What a frame before Hello leads to. Nil if Hello has come.
    func handshakeStep(_ frame: Incoming<Request>, of id: ConnectionID) -> Handshake.Step? {
        guard let connection = connections[id.number], case .awaitingHello(var handshake) = connection.state else {
            return nil
        }
        let step = handshake.step(frame)
        connection.state = .awaitingHello(handshake)
        if case .welcome(_, let call) = step, let error = limits.refusal(ofHelloOf: connection) {
            metrics.refused += 1
            return .end(error, call: call)
        }
        return step
    }

    /// The connection that ends because a new one has come, before it has said Hello. Nil if there is none.
    func nextToRefuse(after id: ConnectionID) -> (id: ConnectionID, error: HearthError)? {
        guard let connection = connections[id.number], let refusal = limits.nextToRefuse(after: connection) else {
            return nil
        }
        metrics.refused += 1
        return (refusal.connection.id, refusal.error)
    }

    /// The connections that end because the processes that opened them have ended, and left too many.
    func nextOfEndedProcesses() -> [(id: ConnectionID, error: HearthError)] {
        let next = limits.nextOfEndedProcesses(among: connections.entries.lazy.map(\.value))
        metrics.refused += next.count
        return next.map { ($0.connection.id, $0.error) }
    }

    /// A connection has said Hello. `library`: the name and version of the client's library.
    func open(_ id: ConnectionID, _ client: ClientApp, _ calls: ConnectionCalls, library: String) {
        guard let connection = connections[id.number] else { return }
        connection.state = .open(client, calls)
        connection.metrics.client = library
    }

    /// The connection of the owner's tool that ends because this one was welcomed. Nil if there is none.
    func nextToGiveWay(to id: ConnectionID) -> (id: ConnectionID, error: HearthError)? {
        guard let connection = connections[id.number],
            let next = limits.nextToGiveWay(to: connection, count: connections.count)
        else { return nil }
        return (next.connection.id, next.error)
    }

    /// The client may see or save other things from now on.
    func renew(_ id: ConnectionID, _ origin: Write.Origin) {
        guard let connection = connections[id.number], case .open(let client, let calls) = connection.state else {
            return
        }
        connection.state = .open(ClientApp(origin, client.writes, client.accessAccount), calls)
    }

    /// Gives up everything of a connection but its output. Returns the frame that no thread decodes any more.
    func end(_ id: ConnectionID, at now: Int64) -> FrameDecoding? {
        guard let connection = connections[id.number], !connection.isEnded else { return nil }
        let decoding = input.drop(connection, at: now)
        connection.state = .ended
        needsService.insert(connection)
        return decoding
    }

    /// Forgets a connection that has ended.
    func remove(_ id: ConnectionID) {
        guard let connection = connections.remove(id.number) else { return }
        connection.needsService = false
        limits.remove(connection)
    }

    /// The server stops. Large frames that come from now on do not delay it.
    func stop() {
        input.stop()
    }

    /// Whether a large frame that came before the stop waits to be decoded.
    var isDecodingBeforeStop: Bool { input.isDecodingBeforeStop }
}

// MARK: - Looking them up

extension Connections {
    package var count: Int { connections.count }

    var ids: some Sequence<ConnectionID> { connections.entries.lazy.map { ConnectionID(number: $0.number) } }

    func isOpen(_ id: ConnectionID) -> Bool { connections[id.number].map { !$0.isEnded } ?? false }

    /// The client, after Hello.
    func client(of id: ConnectionID) -> ClientApp? { connections[id.number]?.client }

    func process(of id: ConnectionID) -> Int32? { connections[id.number]?.process }

    func isOwnersTool(_ id: ConnectionID) -> Bool { connections[id.number]?.isOwnersTool() ?? false }

    /// Why a client that says it is `hearth` is not taken for the owner's tool; nil: it does not say so, or it is the tool.
    func mistakenTool(_ id: ConnectionID) -> HearthError? {
        guard let connection = connections[id.number], connection.metrics.client.hasPrefix(Hello.toolPrefix) else {
            return nil
        }
        return connection.difference().map { HearthError(.authorizationDenied, $0, field: "hello.client") }
    }

    /// The app whose own socket the client came through. Nil if it came through that of all.
    func attestedApp(of id: ConnectionID) -> AppID? { connections[id.number]?.attestedApp }

    func metrics(of id: ConnectionID) -> ConnectionMetrics { connections[id.number]?.metrics ?? ConnectionMetrics() }

    func unsentBytes(of id: ConnectionID) -> Int { connections[id.number]?.output.count ?? 0 }

    /// A connection opens a call. Returns its client.
    func noteCall(of id: ConnectionID) -> ClientApp? {
        guard let connection = connections[id.number] else { return nil }
        connection.metrics.calls += 1
        return connection.client
    }
}

// MARK: - Input
extension Connections {
    /// Bytes have arrived. Calls `deliver` with each frame that may be handled now. Throws what ends the connection.
    func receive(
        _ bytes: RawSpan,
        from id: ConnectionID,
        at now: Int64,
        _ deliver: (DecodedFrame) -> Void
    ) throws(HearthError) -> InputEffect {
        guard let connection = connections[id.number], !connection.isEnded else { return InputEffect() }
        connection.metrics.receivedBytes += bytes.byteCount
        metrics.receivedBytes += bytes.byteCount
        return try input.receive(bytes, from: connection, at: now, deliver)
    }

    /// A new turn begins. Returns the connection whose backlog is handled in it.
    func beginTurn() -> ConnectionID? { input.beginTurn() }

    var hasBacklogs: Bool { input.hasBacklogs }

    /// Handles what a connection has received before, as `receive` does.
    func handleBacklog(
        of id: ConnectionID,
        at now: Int64,
        _ deliver: (DecodedFrame) -> Void
    ) throws(HearthError) -> InputEffect {
        guard let connection = connections[id.number], !connection.isEnded else { return InputEffect() }
        return try input.handleBacklog(of: connection, at: now, deliver)
    }

    /// The decoding of a large frame for a reader thread. Nil if the connection has ended.
    func beginDecoding(of id: ConnectionID) -> Read? {
        guard let decoding = connections[id.number]?.decoding else { return nil }
        decoding.isUnderWay = true
        return Read(decoding, of: id)
    }

    /// A large frame is decoded. Nil if its connection has ended.
    func endDecoding(of id: ConnectionID, at now: Int64) -> FrameDecoding? {
        connections[id.number].flatMap { input.endDecoding(of: $0, at: now) }
    }

    /// Resumes a connection whose large frame was handled.
    func proceed(with id: ConnectionID) {
        guard let connection = connections[id.number], !connection.isEnded else { return }
        needsService.insert(connection)
        input.proceed(with: connection)
    }

    /// Whether more is to be read from a connection: not while it has sent more than was handled, nor while it does not
    /// read what it is sent, nor before its turn to continue a large frame.
    /// `isLast`: its client has gone, so what has arrived is all that comes, and needs no turn.
    package func wantsInput(from id: ConnectionID, isLast: Bool = false) -> Bool {
        guard let connection = connections[id.number] else { return false }
        return !connection.isEnded && (isLast || !connection.isPaced) && connection.backlog.isEmpty
            && input.mayHandle(connection)
    }

    /// The client sends nothing more. Returns whether something is still to be sent to it.
    package func endInput(of id: ConnectionID) -> Bool {
        guard let connection = connections[id.number] else { return false }
        connection.isInputEnded = true
        return connection.isAnswering
    }

    /// Whether a connection has sent something that is not handled yet: its end waits for that.
    package func hasUnhandledInput(from id: ConnectionID) -> Bool {
        guard let connection = connections[id.number] else { return false }
        return connection.decoding != nil || !connection.backlog.isEmpty
    }
}

// MARK: - Unfinished input
extension Connections {
    /// Bytes of all incomplete frames.
    var incompleteBytes: Int { input.unfinished.frameBytes }

    /// Whether a connection is in the middle of a frame.
    func isInFrame(_ id: ConnectionID) -> Bool { connections[id.number].map { $0.unfinished.frameBytes > 0 } ?? false }

    /// Adds to the unfinished bytes of a connection: those of its incomplete frame, and of saves whose last frame has not
    /// arrived. Subtracts negative ones.
    func count(frameBytes: Int = 0, saveBytes: Int = 0, of id: ConnectionID, at now: Int64) {
        if let connection = connections[id.number] {
            input.count(frameBytes: frameBytes, saveBytes: saveBytes, of: connection, at: now)
        }
    }

    /// The connection that loses its unfinished input when another needs room for more bytes. Nil if none does.
    func nextToGiveUp(for bytes: Int, excluding id: ConnectionID, at now: Int64) -> ConnectionID? {
        connections[id.number].flatMap { input.unfinished.nextToGiveUp(for: bytes, excluding: $0, at: now) }?.id
    }
}

// MARK: - Output

extension Connections {
    /// Sends a reply of a call. Returns the length of its frame; throws if that is longer than a frame may be.
    func send(_ reply: consuming Reply, for call: CallID) throws(HearthError) -> Int {
        guard let connection = connections[call.connection.number] else { return 0 }
        let frame = ServerFrame(call: call.number, reply)
        let bytes = try connection.output.append { (output) throws(HearthError) in
            try encoder.append(frame, to: &output)
        }
        noteOutput(of: connection)
        return bytes - FrameSplitter.prefixBytes
    }

    /// Sends a reply that is encoded already.
    func send(_ reply: PackedReply, for call: CallID) -> Int {
        guard let connection = connections[call.connection.number] else { return 0 }
        return append(reply, call.number, to: connection)
    }

    /// Sends a batch of a feed to one of its members, if it may be sent one. A feed has many members, so this takes a single
    /// lookup.
    func deliver(_ reply: PackedReply, to member: CallID) -> FeedReceipt {
        guard let connection = connections[member.connection.number], let calls = connection.calls,
            case .reading(let call as ChangesCall)? = calls.open[member.number]
        else { return .closed }
        guard calls.maySend(call) else { return .refused }
        calls.noteSent(append(reply, member.number, to: connection), by: call)
        return .sent(isNotifying: call.notifying != nil)
    }

    private func append(_ reply: PackedReply, _ call: UInt64, to connection: Connection) -> Int {
        var length = 0
        _ = connection.output.append { length = reply.append(for: call, to: &$0) }
        noteOutput(of: connection)
        return length
    }

    /// A connection that does not take what it is sent gets no more batches.
    private func noteOutput(of connection: Connection) {
        needsService.insert(connection)
        if connection.output.count >= options.memory.congestedBytes {
            connection.calls?.setCongested(true)
        }
    }

    /// Passes the output of a connection to `send`, which returns how many bytes it took, until it takes none.
    func drain(_ id: ConnectionID, _ send: (RawSpan) -> Int) -> (result: DrainResult, isRelieved: Bool) {
        guard let connection = connections[id.number] else { return (.done, false) }
        // The driver asks now, so the connection need not be in the queue.
        connection.needsService = false
        let sent = connection.output.drain(send)
        connection.metrics.sentBytes += sent
        metrics.sentBytes += sent
        var isRelieved = false
        if connection.output.count < options.memory.congestedBytes, let calls = connection.calls, calls.isCongested {
            calls.setCongested(false)
            isRelieved = true
        }
        if !connection.backlog.isEmpty {
            input.proceed(with: connection)
        }
        guard connection.output.count == 0 else { return (.blocked, isRelieved) }
        let isLast = connection.isEnded || connection.isInputEnded && !connection.isAnswering
        return (isLast ? .close : .done, isRelieved)
    }

    /// Whether there is something to be sent on a connection.
    package func hasOutput(for id: ConnectionID) -> Bool {
        connections[id.number].map { $0.output.count > 0 } ?? false
    }

    /// Whether that takes about as long to be sent as it took to make it.
    package func hasLargeOutput(for id: ConnectionID) -> Bool {
        connections[id.number].map { $0.output.count >= options.turns.largeOutputBytes } ?? false
    }

    /// The most connections that `nextToService` returns now.
    package var needsServiceCount: Int { needsService.count }

    /// A connection that has something to send, is to be closed, or may be read from again.
    package func nextToService() -> ConnectionID? { needsService.popFirst() }
}

// MARK: - Deadlines

extension Connections {
    var deadline: Int64? {
        [firstHelloDeadline(), input.deadline].compactMap(\.self).min()
    }

    /// The time by which the connection must say Hello that has waited longest.
    private func firstHelloDeadline() -> Int64? {
        while let id = awaitingHello.first {
            if let deadline = connections[id.number]?.helloDeadline { return deadline }
            _ = awaitingHello.popFirst()
        }
        return nil
    }

    /// A connection that has not said Hello in time.
    func nextExpired(at now: Int64) -> ConnectionID? {
        guard let deadline = firstHelloDeadline(), deadline <= now else { return nil }
        return awaitingHello.popFirst()
    }

    /// Resumes paced connections, which are in the middle of large frames, whose turn has come.
    func resumePaced(at now: Int64) {
        for id in input.nextPaced(at: now, isOpen: isOpen) {
            if let connection = connections[id.number] {
                input.resume(connection)
            }
        }
    }

    /// The connections whose unfinished input has not progressed for a long time.
    func takeIdle(at now: Int64) -> [ConnectionID] { input.takeIdle(at: now) }
}
