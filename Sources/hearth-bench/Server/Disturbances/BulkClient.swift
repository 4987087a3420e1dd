import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// A client that transfers much data, as it may.
struct BulkClient {
    private let socket: String
    private let signals: ThreadSignals

    init(_ socket: String, _ signals: ThreadSignals) {
        self.socket = socket
        self.signals = signals
    }

    /// Reads all samples, again and again.
    func readAll() throws {
        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: "org.hearth.bench.reader"))
        signals.begin()
        while !signals.isStopped {
            try channel.readHeartRates(limit: 0)
        }
    }

    /// The same from a server that does the least.
    func readPieces() throws {
        let descriptor = try UnixSocket.connect(to: socket)
        defer { close(descriptor) }
        guard BareSocket.write(descriptor, BareCrowd.pieces) else {
            throw BenchmarkError("the bare server has closed the connection of one who reads")
        }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        signals.begin()
        while !signals.isStopped, BareSocket.read(descriptor, &buffer, buffer.count) {}
    }

    /// A part of a bulk save, and the bytes of it in flight.
    private static let frameSamples = 16_384
    private static let window = 16

    /// Saves years of samples, until it is asked to stop.
    func keepSaving() throws {
        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: "org.hearth.bench.saver"))
        let parts = sequence(state: HeartRates(after: 40)) { [signals] rates -> SampleColumns? in
            signals.begin()
            return signals.isStopped ? nil : rates.next(BulkClient.frameSamples)
        }
        try channel.save(parts, window: BulkClient.window)
    }

    /// Saves a number of samples.
    static func save(_ samples: Int, to server: HearthServer) throws {
        var rates = HeartRates()
        let channel = try server.connect(as: "org.hearth.bench.saver")
        let parts = stride(from: 0, to: samples, by: frameSamples).lazy.map {
            rates.next(min(frameSamples, samples - $0))
        }
        try channel.save(parts, window: window)
    }
}
