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
        var connection = PlayedConnection(descriptor)
        var pings = 0
        var open: [UInt64] = []
        while let requests = try connection.receive() {
            for (call, request) in requests {
                guard case .ping = request else {
                    try connection.welcome(call)
                    continue
                }
                pings += 1
                open.append(call)
                let answered = answer(pings, open)
                open.removeAll { answered.contains($0) }
                let pong = Pong(payload: [UInt8(pings % 256)], anchor: [], time: Timestamp(nanoseconds: 0))
                for call in answered {
                    try connection.send(.pong(pong), to: call)
                }
            }
        }
    }
}
