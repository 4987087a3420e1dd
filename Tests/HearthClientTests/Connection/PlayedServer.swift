import Foundation
import HearthModel
import HearthSocket
import HearthSystem
import HearthTestSupport
import HearthWire

/// A server that the test plays: it says Welcome, and answers pings when the test says so.
final class PlayedServer: Sendable {
    private let descriptor: Int32
    private let thread: BackgroundThread

    /// Serves one end of a pair of sockets. `answer` is given the number of each ping, from 1, and the calls that it has
    /// not answered yet, and returns those that it answers.
    init(_ descriptor: Int32, answer: @escaping @Sendable (_ ping: Int, _ open: [UInt64]) -> [UInt64]) {
        self.descriptor = descriptor
        thread = BackgroundThread { try PlayedServer.serve(descriptor, answer) }
    }

    /// Waits for the end of the client's connection.
    func join() throws {
        try thread.join()
        close(descriptor)
    }

    private static func serve(_ descriptor: Int32, _ answer: (Int, [UInt64]) -> [UInt64]) throws {
        let decoder = FrameDecoder()
        var splitter = FrameSplitter()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var pings = 0
        var open: [UInt64] = []
        while true {
            let count = buffer.withUnsafeMutableBytes { UnixSocket.receive(descriptor, $0) }
            guard count > 0 else { return }
            var frames: [Incoming<Request>] = []
            let arrived = buffer
            try splitter.push(arrived.span.bytes.extracting(first: count)) { body throws(HearthError) in
                frames.append(try decoder.clientFrame(body))
            }
            for frame in frames {
                guard case .ping = try frame.content.get() else {
                    try send(.welcome(welcome), to: [frame.call], descriptor)
                    continue
                }
                pings += 1
                open.append(frame.call)
                let answered = answer(pings, open)
                open.removeAll { answered.contains($0) }
                let pong = Pong(payload: [UInt8(pings % 256)], anchor: [], time: Timestamp(nanoseconds: 0))
                try send(.pong(pong), to: answered, descriptor)
            }
        }
    }

    private static let welcome = Welcome(
        major: VersionRange.supported.highestMajor,
        minor: VersionRange.supported.highestMinor,
        serverVersion: "1",
        storeID: ObjectID(high: 1, low: 1)
    )

    private static func send(_ reply: Reply, to calls: [UInt64], _ descriptor: Int32) throws {
        let encoder = FrameEncoder()
        for call in calls {
            var bytes: [UInt8] = []
            try encoder.append(ServerFrame(call: call, reply), to: &bytes)
            guard bytes.withUnsafeBytes({ UnixSocket.send(descriptor, $0) }) == bytes.count else {
                throw Unexpected.failed("send", errno)
            }
        }
    }
}
