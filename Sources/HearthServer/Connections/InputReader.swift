import HearthModel
import HearthWire

/// Handles what connections receive: splits it into frames, and decodes them. What does not have its turn yet waits in the
/// backlog of its connection.
final class InputReader {
    private let options: ServerOptions
    private let decoder = FrameDecoder()
    private let needsService: ServiceQueue
    /// Connections with received bytes to handle.
    private var backlogs = ReadyQueue<ConnectionID>()
    private var largeFrames: LargeFramePacer
    /// Bytes of frames that were decoded here since the last turn.
    private var inlineBytes = 0
    private var isStopping = false
    /// Large frames that came before the stop, and are not decoded yet.
    private var decodingsBeforeStop = 0
    private(set) var unfinished: UnfinishedConnections

    /// A frame that is refused counts as this many bytes more: its error explains what is wrong, and takes as long.
    private static let refusalBytes = 1_024

    init(_ options: ServerOptions, _ needsService: ServiceQueue) {
        self.options = options
        self.needsService = needsService
        largeFrames = LargeFramePacer(
            pieceBytes: options.turns.readBytes,
            bytesPerMillisecond: options.turns.largeFrameBytesPerMillisecond,
            atOnce: options.turns.largeFrameBytesAtOnce
        )
        unfinished = UnfinishedConnections(options)
    }

    /// The server stops. Large frames that come from now on do not delay it.
    func stop() {
        isStopping = true
    }

    /// Whether a large frame that came before the stop waits to be decoded.
    var isDecodingBeforeStop: Bool { decodingsBeforeStop > 0 }

    /// A connection ends. Returns the frame that no thread decodes any more.
    func drop(_ connection: Connection, at now: Int64) -> FrameDecoding? {
        let decoding = takeDecoding(of: connection)
        connection.backlog = Backlog()
        endFrame(of: connection, at: now)
        return decoding?.isUnderWay == false ? decoding : nil
    }
}

// MARK: - Frames

extension InputReader {
    /// Bytes have arrived. Calls `deliver` with each frame that may be handled now. Throws what ends the connection.
    func receive(
        _ bytes: RawSpan,
        from connection: Connection,
        at now: Int64,
        _ deliver: (DecodedFrame) -> Void
    ) throws(HearthError) -> InputEffect {
        connection.unfinished.noteInput(bytes.byteCount, at: now)
        var effect = InputEffect()
        var taken = 0
        let turns = options.turns
        let isTooMuch = inlineBytes >= turns.inlineBytesPerTurn && bytes.byteCount > turns.smallInputBytes
        if connection.backlog.isEmpty, !isTooMuch {
            taken = try handle(bytes, of: connection, at: now, &effect, deliver)
        }
        guard !connection.isEnded else { return InputEffect() }
        if taken < bytes.byteCount {
            connection.backlog.append(bytes.extracting(droppingFirst: taken))
            proceed(with: connection)
        } else {
            pace(connection, at: now)
        }
        return effect
    }

    /// A new turn begins. Returns the connection whose backlog is handled in it.
    func beginTurn() -> ConnectionID? {
        inlineBytes = 0
        return backlogs.popFirst()
    }

    var hasBacklogs: Bool { !backlogs.isEmpty }

    /// Handles what a connection has received before, as `receive` does.
    func handleBacklog(
        of connection: Connection,
        at now: Int64,
        _ deliver: (DecodedFrame) -> Void
    ) throws(HearthError) -> InputEffect {
        var effect = InputEffect()
        // Moved out, as what a frame leads to may end the connection.
        var backlog = Backlog()
        swap(&backlog, &connection.backlog)
        try backlog.take { bytes throws(HearthError) in try handle(bytes, of: connection, at: now, &effect, deliver) }
        guard !connection.isEnded else { return InputEffect() }
        if !backlog.isEmpty {
            swap(&backlog, &connection.backlog)
        }
        pace(connection, at: now)
        // Resumes after `drain` when the client has read, and after a large frame when that is handled.
        proceed(with: connection)
        return effect
    }

    /// Handles frames of a connection, as many as one turn allows. Returns how many bytes were taken.
    private func handle(
        _ bytes: RawSpan,
        of connection: Connection,
        at now: Int64,
        _ effect: inout InputEffect,
        _ deliver: (DecodedFrame) -> Void
    ) throws(HearthError) -> Int {
        // Moved out, as what a frame leads to looks at the connection too.
        var splitter = FrameSplitter()
        swap(&splitter, &connection.splitter)
        let taken = try splitter.push(
            bytes,
            atMost: options.turns.framesPerTurn,
            isFull: { !mayHandle(connection) },
            largerThan: options.turns.inlineFrameBytes,
            deliverLarge: { frame in effect.hasLargeFrame = decode(frame, of: connection) },
            deliver: { body throws(HearthError) in
                guard !connection.isEnded else { return }
                endFrame(of: connection, at: now)
                let frame = DecodedFrame(try decoder.clientFrame(body), bytes: body.byteCount)
                inlineBytes += body.byteCount
                if case .failure = frame.content.content {
                    inlineBytes += InputReader.refusalBytes
                }
                deliver(frame)
            }
        )
        guard !connection.isEnded else { return bytes.byteCount }
        swap(&splitter, &connection.splitter)
        let pending = connection.splitter.pendingBytes
        if connection.helloDeadline != nil, pending > options.memory.unknownClientBytes {
            throw Handshake.noHello
        }
        // A frame that is decoded keeps the room that it has.
        if connection.decoding == nil {
            effect.frameBytes = pending
            effect.growth = pending - connection.unfinished.frameBytes
        }
        return taken
    }

    /// Whether a frame of a connection may be handled now: not while its output is full, until its client has read.
    func mayHandle(_ connection: Connection) -> Bool {
        connection.decoding == nil && connection.output.count < options.memory.blockedBytes
    }

    /// Continues the backlog of a connection, if it may.
    func proceed(with connection: Connection) {
        if connection.backlog.isEmpty {
            needsService.insert(connection)
        } else if mayHandle(connection) {
            backlogs.insert(connection.id)
        }
    }
}

// MARK: - Large frames

extension InputReader {
    /// When the next connection may continue its large frame, or the unfinished ones are to be examined.
    var deadline: Int64? { [largeFrames.deadline, unfinished.deadline].compactMap(\.self).min() }

    /// In the middle of a large frame a connection waits for its turn.
    private func pace(_ connection: Connection, at now: Int64) {
        guard connection.splitter.pendingBytes >= options.turns.readBytes, connection.backlog.isEmpty,
            !connection.isPaced,
            let client = connection.client, !largeFrames.allowsPiece(at: now)
        else { return }
        connection.isPaced = true
        largeFrames.wait(connection.id, of: client.account.key)
    }

    /// The connections in the middle of large frames that may be read from again.
    func nextPaced(at now: Int64, isOpen: (ConnectionID) -> Bool) -> [ConnectionID] {
        largeFrames.next(at: now, isOpen: isOpen)
    }

    func resume(_ connection: Connection) {
        connection.isPaced = false
        needsService.insert(connection)
    }

    /// A connection has received a large frame. It handles no further one before this one is decoded: their order holds.
    private func decode(_ frame: consuming PartialFrame, of connection: Connection) -> Bool {
        guard !connection.isEnded else { return false }
        connection.decoding = FrameDecoding(frame, delaysStop: !isStopping)
        decodingsBeforeStop += isStopping ? 0 : 1
        return true
    }

    /// A large frame is decoded; nil: its connection has ended.
    func endDecoding(of connection: Connection, at now: Int64) -> FrameDecoding? {
        guard let decoding = takeDecoding(of: connection) else { return nil }
        endFrame(of: connection, at: now)
        return decoding
    }

    private func takeDecoding(of connection: Connection) -> FrameDecoding? {
        guard let decoding = connection.decoding else { return nil }
        connection.decoding = nil
        decodingsBeforeStop -= decoding.delaysStop ? 1 : 0
        return decoding
    }
}

// MARK: - Unfinished input

extension InputReader {
    /// Adds to the unfinished bytes of a connection; subtracts negative ones.
    func count(frameBytes: Int = 0, saveBytes: Int = 0, of connection: Connection, at now: Int64) {
        unfinished.count(frameBytes: frameBytes, saveBytes: saveBytes, of: connection, at: now)
    }

    /// The incoming frame is complete, or was given up.
    private func endFrame(of connection: Connection, at now: Int64) {
        let bytes = connection.unfinished.frameBytes
        if bytes > 0 {
            count(frameBytes: -bytes, of: connection, at: now)
        }
    }

    func takeIdle(at now: Int64) -> [ConnectionID] { unfinished.takeIdle(at: now) }
}
