import Foundation
import HearthSocket

/// A client of a minimal server, next to the same misbehaving clients. Its latencies show how much of the waiting is
/// due to sharing the processors, whatever the server is.
final class BareDisturbedClient {
    static let disturbances = [Disturbance.none, .halfFrames, .giantLengths, .resets, .bulkReader]

    let disturbance: Disturbance
    private let path: String
    private let server: BarePeer
    private let descriptor: Int32
    private(set) var pings = Latencies()

    init(_ disturbance: Disturbance, in folder: TemporaryFolder) throws {
        self.disturbance = disturbance
        path = folder.file("bare-\(disturbance)")
        let listener = try BareCrowd.listen(at: path)
        defer { close(listener) }
        server = try BarePeer(.crowd(listener: listener))
        descriptor = try UnixSocket.connect(to: path)
    }

    func end() {
        close(descriptor)
        server.end()
        unlink(path)
    }

    /// One round.
    func measure(_ count: Int) throws {
        guard disturbance.isActive else {
            try ping(count)
            return
        }
        try Disturber(disturbance, at: path, pings: 0, isBare: true).disturb { try ping(count) }
    }

    private func ping(_ count: Int) throws {
        var buffer = BareSocket.message
        var latencies: [Double] = []
        for _ in 0..<count {
            latencies.append(
                try Stopwatch.nanoseconds {
                    guard BareSocket.write(descriptor, BareSocket.message),
                        BareSocket.read(descriptor, &buffer, buffer.count)
                    else { throw BenchmarkError("the bare server has ended") }
                }
            )
        }
        pings.add(latencies)
    }
}
