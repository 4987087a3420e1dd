import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire

/// A process that begins much and finishes nothing, on connections of apps that it invents. Nothing that it does may cost
/// others anything: a write of theirs that is refused for want of room is a violation, and so is a call.
///
/// It has a generator of its own, so that what the others do in a run is the same without it.
final class Hoarder {
    private struct Hoard {
        let connection: ConnectionID
        let kind: Kind
        /// When it was found that the server has handled everything.
        var handledAt: Int64?
    }

    private enum Kind: CaseIterable {
        case save, frame, calls
    }

    private unowned let world: Simulation
    private var random: SeededGenerator
    private var hoards: [Hoard] = []
    private var appsSoFar = 0
    private let encoder = FrameEncoder()

    private static let process: Int32 = 99
    private static let hoardsMax = 12
    /// Of a piece of a save, of which no sample is ever stored, and of a predicate.
    private static let samples = exampleSamples(800_001...800_300)
    private static let clauses = [
        Clause(type: .heartRate, predicate: Predicate(terms: [.ids((800_001...800_900).map(exampleID))]))
    ]

    init(seed: UInt64, _ world: Simulation) {
        self.world = world
        random = SeededGenerator(seed: seed ^ 0x0A2D_E200)
    }

    /// The server is another one.
    func forget() {
        hoards = []
    }

    /// Now and then.
    func mayAct() throws(Violation) {
        guard random.chance(6) else { return }
        try look()
        if hoards.count == Hoarder.hoardsMax {
            world.core.disconnect(hoards.removeFirst().connection)
        }
        appsSoFar += 1
        let connection = world.core.connect(of: Hoarder.process)
        let kind = random.pick(Kind.allCases) ?? .save
        hoards.append(Hoard(connection: connection, kind: kind))
        let app = App(bundleIdentifier: "org.example.invented\(appsSoFar)")
        var bytes = frame(1, .hello(Hello(major: 1, minor: 3, app: app)))
        switch kind {
        case .save: bytes += frame(2, .save(Hoarder.samples, more: true)) + frame(3, .ping(Ping()))
        case .frame: bytes += [0, 0, 0, 1] + [UInt8](repeating: 8, count: 12 << 10)
        case .calls:
            for call in 2...20 as ClosedRange<UInt64> {
                bytes += frame(call, .observe(Observe(clauses: Hoarder.clauses)))
            }
        }
        world.core.receive(bytes.span.bytes, from: connection)
        world.note("the hoarder begins with connection \(connection.number), \(kind)")
        world.occurrences.note(.hoarded)
    }

    private func frame(_ call: UInt64, _ request: Request) -> [UInt8] {
        var bytes: [UInt8] = []
        try? encoder.append(ClientFrame(call: call, request), to: &bytes)
        return bytes
    }

    /// What has become of it.
    private func look() throws(Violation) {
        var kept: [Hoard] = []
        for var hoard in hoards {
            let (codes, isHandled) = try replies(to: hoard)
            if codes.contains(.limitExceeded) {
                world.occurrences.note(hoard.kind == .calls ? .hoardedCallRefused : .hoardGivenUp)
            }
            let now = world.clock.nanoseconds
            if let handledAt = hoard.handledAt, codes.isEmpty {
                let most = world.serverOptions.unfinishedNanoseconds + 2_000_000_000
                try ensure(
                    now - handledAt <= most,
                    .nobodyWaits,
                    "an unfinished save is kept for \(now - handledAt) ns"
                )
            } else if isHandled {
                hoard.handledAt = now
            }
            if codes.isEmpty || hoard.kind == .calls, !world.isStopping {
                kept.append(hoard)
            } else {
                world.core.disconnect(hoard.connection)
            }
        }
        hoards = kept
    }

    private func replies(to hoard: Hoard) throws(Violation) -> (errors: [ErrorCode], isHandled: Bool) {
        var splitter = FrameSplitter()
        let decoder = FrameDecoder()
        var codes: [ErrorCode] = []
        var isHandled = false
        var failure: HearthError?
        _ = world.core.drain(hoard.connection) { bytes in
            do throws(HearthError) {
                try splitter.push(bytes) { body throws(HearthError) in
                    switch try decoder.serverFrame(body).content.get() {
                    case .error(let reply): codes.append(reply.error.code)
                    case .pong: isHandled = true
                    default: break
                    }
                }
            } catch {
                failure = error
            }
            return bytes.byteCount
        }
        if let failure {
            throw Violation(.failure, "the server sent what is no frame: \(failure)")
        }
        return (codes, isHandled)
    }
}
