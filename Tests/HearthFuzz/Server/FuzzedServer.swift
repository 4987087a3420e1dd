internal import HearthModel
internal import HearthServer
internal import HearthStore
internal import HearthWire

/// A server on a store in memory that has a few samples, and its clients.
final class FuzzedServer {
    let core: Server
    private let writer: StoreWriter
    private let runner: ReadRunner
    private var clients: [FuzzedClient] = []
    private var current = 0
    private let encoder = FrameEncoder()

    /// More turns than the work of any input takes.
    private static let turnsMax = 100_000
    private static let clientCount = 3

    init() {
        var options = StoreOptions()
        (options.segmentSamples, options.mergeWidth) = (8, 4)
        let time = Timestamp(nanoseconds: 1_700_000_000_000_000_000)
        do throws(HearthError) {
            writer = try StoreWriter(MemoryStorage(), options: options, clock: { time })
            runner = ReadRunner(try writer.makeReader())
            core = Server(
                writer.snapshot,
                try writer.makeReader(),
                time: ServerTime(nanoseconds: 1, date: time)
            )
        } catch {
            preconditionFailure("a new store cannot be opened: \(error)")
        }
        for index in 0..<FuzzedServer.clientCount {
            clients.append(FuzzedClient(core, index))
        }
        // Two commits of several types, so that there is something to read.
        for round in 0..<2 {
            send(.save(Save(columns: RequestTemplates.columns(round: UInt64(round)))))
            settle()
        }
        precondition(core.snapshot.sampleCount > 10, "the server refused the first samples")
    }

    func apply(_ step: ServerStep, _ choices: inout Choices) {
        switch step {
        case .ask:
            send(editedFrame(&choices))
            settle()
        case .send: send(editedFrame(&choices))
        case .sendPart:
            let frame = editedFrame(&choices)
            send(Array(frame.prefix(choices.below(256))))
        case .turn:
            _ = core.turn()
            _ = core.runRead(with: runner)
        case .commit: commit()
        case .pauseReading: clients[current].isReading.toggle()
        case .leave:
            clients[current].leave()
            clients[current] = FuzzedClient(core, current)
        case .wait:
            let length = Int64(choices.byte()) * 100_000_000
            core.time.nanoseconds += length
            core.time.date.nanoseconds += length
            core.timePassed()
        case .change: current = choices.below(clients.count)
        }
        for client in clients {
            client.read()
        }
    }

    /// Has the server do all that it has to do.
    func settle() {
        var turns = 0
        while core.turn() || core.runRead(with: runner) || commit() {
            for client in clients {
                client.read()
            }
            turns += 1
            precondition(turns < FuzzedServer.turnsMax, "the server does not come to rest")
        }
        for client in clients {
            client.read()
        }
    }

    @discardableResult
    private func commit() -> Bool {
        guard let writes = core.takeWrites() else { return false }
        core.finishWrites(writer.commit(writes), writer.snapshot)
        return true
    }

    // MARK: Frames

    private func send(_ frame: [UInt8]) {
        clients[current].send(frame)
        if clients[current].isClosed {
            clients[current] = FuzzedClient(core, current)
        }
    }

    private func send(_ request: Request) {
        send(framed(body(request)))
    }

    private func body(_ request: Request) -> [UInt8] {
        var frame: [UInt8] = []
        do throws(HearthError) {
            try encoder.append(ClientFrame(call: clients[current].nextCall(), request), to: &frame)
        } catch {
            preconditionFailure("a request is longer than a frame: \(error)")
        }
        return Array(frame.dropFirst(FrameSplitter.prefixBytes))
    }

    private func framed(_ body: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(body.count).littleEndian) { Array($0) } + body
    }

    private func editedFrame(_ choices: inout Choices) -> [UInt8] {
        let templates = RequestTemplates.all(self)
        var message = edited(templates[choices.below(templates.count)])
        for _ in 0..<choices.below(4) {
            let place = choices.below(max(message.places, 1))
            message.put(choices.edge(), at: place, &choices)
        }
        return framed(message.encoded)
    }

    /// The request as a message that can be changed.
    func edited(_ request: Request) -> EditedMessage {
        guard let message = EditedMessage(body(request)) else {
            preconditionFailure("what the encoder wrote is no message")
        }
        return message
    }
}
