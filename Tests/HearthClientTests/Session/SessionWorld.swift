import HearthModel
import HearthServer
import HearthSocket
import HearthStore
import HearthTestSupport
import HearthWire

@testable import HearthClient

/// A client's session and a server's core, and between them bytes only, which a seeded generator carries over in pieces
/// of any size, and loses. Nothing else has a thread, a socket or a clock.
final class SessionWorld {
    /// What the seed has brought about.
    struct Occurrences {
        var losses = 0
        var crashes = 0
        var refusals = 0
        var stops = 0
    }

    private struct Link {
        let id: ConnectionID
        var toServer: [UInt8] = []
        var toClient: [UInt8] = []
        var splitter = FrameSplitter()
    }

    var random: SeededGenerator
    var session: ClientSession
    private(set) var occurrences = Occurrences()
    private var storage = MemoryStorage()
    private var writer: StoreWriter
    private var core: Server
    private var runner: ReadRunner
    private var link: Link?
    private let encoder = FrameEncoder()
    private let decoder = FrameDecoder()
    private var time: Int64 = 0

    /// So small that a few samples reach them.
    private static let options: ServerOptions = {
        var limits = Limits.standard
        limits.openCalls = 5
        limits.batchSamples = 40
        limits.batchBytes = 4_096
        limits.initialCreditBytes = 8_192
        var options = ServerOptions()
        options.limits = limits
        return options
    }()

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let hello = Hello(major: 1, minor: 0, app: App(bundleIdentifier: "org.example.test"))
        session = ClientSession(hello: hello, reconnection: Reconnection(reconnectTimeout: .max / 2))
        writer = try StoreWriter(storage)
        core = try SessionWorld.makeCore(writer)
        runner = ReadRunner(try writer.makeReader())
    }

    private static func makeCore(_ writer: StoreWriter) throws -> Server {
        Server(
            writer.snapshot,
            try writer.makeReader(),
            options: options,
            time: ServerTime(nanoseconds: 0, date: Timestamp(nanoseconds: 0))
        )
    }

    // MARK: - Steps

    /// Without a first connection, calls are not waited with.
    func open() throws {
        let call = session.begin(ClientCall(.ping(Ping())))
        while true {
            if case .reply = session.take(call) { return }
            try step(isCalm: true)
        }
    }

    /// Something happens, by chance; in a calm nothing that breaks.
    func step(isCalm: Bool) throws {
        // A connection lasts some seventy steps: long enough for a query to begin on it, and often too short for its end.
        switch Int.random(in: 0..<(isCalm ? 900 : 914), using: &random) {
        case 0..<250: fillLink()
        case 250..<400: try carryToServer()
        case 400..<500: _ = core.turn()
        case 500..<550: _ = core.runRead(with: runner)
        case 550..<650: commit()
        case 650..<900: try carryToClient()
        case 900..<908: lose()
        case 908..<911: try crash()
        default: stop()
        }
    }

    /// What the client has to send goes on its way, as a socket takes it.
    private func fillLink() {
        if link == nil, session.phase == .connecting {
            connect()
        }
        guard var current = link else { return }
        while current.toServer.count < 10_000, let frame = session.nextFrame() {
            do throws(HearthError) {
                try encoder.append(frame, to: &current.toServer)
            } catch {
                session.refused(frame, error)
            }
        }
        link = current
    }

    private func connect() {
        guard !core.isStopping, !session.reconnector.hadServer || Int.random(in: 0..<4, using: &random) > 0 else {
            occurrences.refusals += 1
            time += 1
            _ = session.failedToConnect(SocketError(.noServer, "nobody listens"), at: time, jitter: 0)
            return
        }
        link = Link(id: core.connect())
        session.connected(at: time)
    }

    private func carryToServer() throws {
        guard var current = link, !current.toServer.isEmpty else { return }
        let count = Int.random(in: 1...current.toServer.count, using: &random)
        let carried = Array(current.toServer.prefix(count))
        current.toServer.removeFirst(count)
        link = current
        core.receive(carried.span.bytes, from: current.id)
    }

    private func carryToClient() throws {
        guard var current = link else { return }
        let most = Int.random(in: 1...20_000, using: &random)
        let result = core.drain(current.id) { bytes in
            let count = min(bytes.byteCount, max(0, most - current.toClient.count))
            bytes.extracting(first: count).withUnsafeBytes { current.toClient.append(contentsOf: $0) }
            return count
        }
        guard !current.toClient.isEmpty else {
            if result == .close || core.isStopping && core.hasAnsweredAll {
                lose()
            }
            return
        }
        let carried = Array(current.toClient.prefix(Int.random(in: 1...current.toClient.count, using: &random)))
        current.toClient.removeFirst(carried.count)
        var isUseful = true
        try current.splitter.push(carried.span.bytes) { body throws(HearthError) in
            guard isUseful else { return }
            isUseful = session.receive(try decoder.serverFrame(body), bytes: body.byteCount)
        }
        link = current
        if !isUseful {
            lose()
        }
    }

    private func commit() {
        guard let writes = core.takeWrites() else { return }
        core.finishWrites(writer.commit(writes), writer.snapshot)
    }

    /// The connection breaks, with whatever is on its way.
    private func lose() {
        guard let current = link else { return }
        occurrences.losses += 1
        link = nil
        core.disconnect(current.id)
        time += 1
        _ = session.lost(SocketError(.failed, "the connection has broken"), at: time, jitter: 0)
    }

    /// The server is gone, and another one reads what it has stored.
    private func crash() throws {
        occurrences.crashes += 1
        if Bool.random(using: &random), let writes = core.takeWrites() {
            _ = writer.commit(writes)
        }
        lose()
        storage = storage.reopened()
        writer = try StoreWriter(storage)
        core = try SessionWorld.makeCore(writer)
        runner = ReadRunner(try writer.makeReader())
    }

    /// The server says that it stops; the next one begins when this one's connection has ended.
    private func stop() {
        guard !core.isStopping else { return }
        occurrences.stops += 1
        core.stop()
    }

    /// A server that has stopped is replaced.
    func restartIfStopped() throws {
        guard core.isStopping, link == nil else { return }
        while core.takeWrites().map({ core.finishWrites(writer.commit($0), writer.snapshot) }) != nil {}
        storage = storage.reopened()
        writer = try StoreWriter(storage)
        core = try SessionWorld.makeCore(writer)
        runner = ReadRunner(try writer.makeReader())
    }
}
