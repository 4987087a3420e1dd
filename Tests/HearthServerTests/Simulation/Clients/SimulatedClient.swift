import HearthModel
import HearthServer
import HearthWire

/// An app and its connection: bytes to send that the server has not got yet, and calls that wait for replies.
final class SimulatedClient {
    let index: Int
    let app: String
    /// Whose turns are its turns, with the other connections of it.
    let process: Int32
    unowned let world: Simulation
    let encoder = FrameEncoder()
    let decoder = FrameDecoder()

    private(set) var connection: ConnectionID?
    private var splitter = FrameSplitter()
    /// What is to be sent, and how much has ever been put there.
    private(set) var outgoing: [UInt8] = []
    private var queuedBytes = 0
    private var deliveredBytes = 0
    /// What the server has when so many bytes were delivered.
    private var milestones: [(bytes: Int, milestone: Milestone)] = []
    private var connectedAt: Int64 = 0
    /// When bytes were last delivered, and the longest time without any.
    private var lastDelivery: Int64 = 0
    private var longestPause: Int64 = 0
    private var hasDeliveredHello = false
    private(set) var isWelcome = false
    var calls: [UInt64: SimulatedCall] = [:]
    private var lastCall: UInt64 = 0

    /// Reads nothing and grants nothing.
    var isStalled = false
    /// Copies that the app keeps, open or not.
    var streams: [SimulatedStream] = []
    /// Writes of which the app does not know whether they are stored, and some of which it knows that they are.
    var unacknowledged: [SimulatedWrite] = []
    var acknowledged: [SimulatedWrite] = []
    var known = Knowledge()

    private enum Milestone {
        case hello
        case write(SimulatedWrite)
    }

    init(_ index: Int, app: String, of process: Int32, _ world: Simulation) {
        self.index = index
        self.app = app
        self.process = process
        self.world = world
    }

    var openCalls: [SimulatedCall] { calls.values.sorted { $0.number < $1.number } }

    // MARK: - Connecting

    func connect() {
        let connection = world.core.connect(of: process)
        self.connection = connection
        connectedAt = world.clock.nanoseconds
        lastDelivery = connectedAt
        longestPause = 0
        splitter = FrameSplitter()
        outgoing = []
        queuedBytes = 0
        deliveredBytes = 0
        milestones = []
        hasDeliveredHello = false
        isWelcome = false
        lastCall = 0
        world.note("client \(index) connects")
    }

    func sayHello() {
        guard connection != nil, lastCall == 0 else { return }
        let call = open(.hello, [.hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: app)))])
        milestones.append((queuedBytes, .hello))
        world.note("client \(index) says hello in call \(call.number)")
    }

    /// Closes the connection, with whatever is under way on it.
    func disconnect(losingMemory: Bool) {
        guard let connection else { return }
        if !outgoing.isEmpty, deliveredBytes > 0 {
            world.occurrences.note(.disconnectionInFrame)
        }
        world.occurrences.note(.disconnection)
        world.core.disconnect(connection)
        world.note("client \(index) disconnects\(losingMemory ? " and loses its memory" : "")")
        lose(losingMemory: losingMemory)
    }

    /// The connection is gone.
    func lose(losingMemory: Bool) {
        connection = nil
        isWelcome = false
        isStalled = false
        outgoing = []
        for call in openCalls {
            switch call.kind {
            case .write(let write):
                unacknowledged.append(write)
                if call.frames.isEmpty, world.outcomes[write] != nil {
                    world.occurrences.note(.acknowledgementLost)
                }
            case .changes(let stream, _):
                if losingMemory {
                    world.occurrences.note(.returnToSavedCopy)
                }
                stream.interrupt(losingMemory: losingMemory)
            default: break
            }
        }
        calls = [:]
    }

    // MARK: - Sending

    @discardableResult
    func open(
        _ kind: SimulatedCall.Kind,
        _ requests: [Request],
        credit: SimulatedCredit? = nil
    ) -> SimulatedCall {
        lastCall += UInt64(world.random.between(1, 2))
        let call = SimulatedCall(lastCall, kind, frames: requests, credit: credit)
        calls[lastCall] = call
        sendNextFrame(of: call)
        return call
    }

    /// Sends the first frame of a call, or the next of a save.
    func sendNextFrame(of call: SimulatedCall) {
        guard !call.frames.isEmpty else { return }
        send(call.number, call.frames.removeFirst())
        if call.frames.isEmpty, case .write(let write) = call.kind {
            milestones.append((queuedBytes, .write(write)))
        }
    }

    func send(_ call: UInt64, _ request: Request) {
        let before = outgoing.count
        do throws(HearthError) {
            try encoder.append(ClientFrame(call: call, request), to: &outgoing)
        } catch {
            preconditionFailure("the request is longer than a frame: \(error)")
        }
        queuedBytes += outgoing.count - before
    }

    /// So many bytes arrive at the server, if it wants any.
    func deliver(_ count: Int) {
        guard let connection, !outgoing.isEmpty else { return }
        guard world.core.connections.wantsInput(from: connection) else {
            world.occurrences.note(.notWanted)
            return
        }
        notePause()
        let bytes = Array(outgoing.prefix(count))
        outgoing.removeFirst(bytes.count)
        deliveredBytes += bytes.count
        var isWhole = outgoing.isEmpty
        while let next = milestones.first, next.bytes <= deliveredBytes {
            milestones.removeFirst()
            isWhole = isWhole || next.bytes == deliveredBytes
            switch next.milestone {
            case .hello: hasDeliveredHello = true
            case .write(let write): world.deliveredWrites[write, default: 0] += 1
            }
        }
        if !isWhole {
            world.occurrences.note(.partialFrame)
        }
        world.core.receive(bytes.span.bytes, from: connection)
    }

    // MARK: - Receiving

    /// Reads at most so many bytes.
    func read(_ count: Int) throws(Violation) {
        guard let connection else { return }
        var left = count
        var received: [UInt8] = []
        let result = world.core.drain(connection) { bytes in
            let taken = min(left, bytes.byteCount)
            bytes.extracting(0..<taken).withUnsafeBytes { received.append(contentsOf: $0) }
            left -= taken
            return taken
        }
        if left == 0, result == .blocked {
            world.occurrences.note(.partialReading)
        }
        var frames: [(frame: Incoming<Reply>, bytes: Int)] = []
        do throws(HearthError) {
            try splitter.push(received.span.bytes) { body throws(HearthError) in
                frames.append((try decoder.serverFrame(body), body.byteCount))
            }
        } catch {
            throw Violation(.failure, "the server sent what is no frame: \(error)")
        }
        for (frame, bytes) in frames {
            guard case .success(let reply) = frame.content else {
                throw Violation(.failure, "the server sent what is no reply")
            }
            try take(reply, of: frame.call, bytes)
        }
        if result == .close {
            world.note("the server closes the connection of client \(index)")
            world.core.disconnect(connection)
            lose(losingMemory: false)
        }
    }

    /// Bytes that the server keeps for the client.
    var unreadBytes: Int {
        guard let connection else { return 0 }
        var unread = 0
        _ = world.core.drain(connection) { bytes in
            unread = bytes.byteCount
            return 0
        }
        return unread
    }

    private func notePause() {
        longestPause = max(longestPause, world.clock.nanoseconds - lastDelivery)
        lastDelivery = world.clock.nanoseconds
    }

    /// What the client has begun was given up, which is right only when it was silent for long: it is never so much that
    /// others need its room.
    func checkGivenUp(_ error: HearthError) throws(Violation) {
        longestPause = max(longestPause, world.clock.nanoseconds - lastDelivery)
        try ensure(
            longestPause >= world.serverOptions.unfinishedNanoseconds,
            .answers,
            "after a pause of at most \(longestPause) ns: \(error)"
        )
    }

    /// The error of a connection as a whole.
    func takeError(_ error: HearthError) throws(Violation) {
        if error.code == .limitExceeded {
            world.occurrences.note(.frameGivenUp)
            return try checkGivenUp(error)
        }
        guard error.code == .handshakeTimeout else {
            throw Violation(.answers, "the server ends the connection: \(error)")
        }
        let waited = world.clock.nanoseconds - connectedAt
        let patience = Int64(world.serverOptions.limits.handshakeMilliseconds) * 1_000_000
        try ensure(waited >= patience && !isWelcome, .answers, "a handshake timeout after \(waited) ns")
        world.occurrences.note(.handshakeTimeout)
    }

    func welcome(_ welcome: Welcome) throws(Violation) {
        try ensure(welcome.storeID == world.history.storeID, .resumable, "the Welcome names another store")
        try ensure(hasDeliveredHello, .answers, "a Welcome before Hello")
        isWelcome = true
    }

    func hear(of sequence: UInt64) {
        known.commit = max(known.commit, sequence)
    }

    /// A write was acknowledged.
    func hear(of write: SimulatedWrite) {
        guard let place = world.places[write] else { return }
        known.moment = max(known.moment, place.moment)
        if case .setCharacteristics = write.operation {
            known.characteristics = max(known.characteristics, place.characteristics)
        }
        acknowledged.append(write)
    }
}
