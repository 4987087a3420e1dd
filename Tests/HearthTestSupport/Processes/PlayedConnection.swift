import Foundation
import HearthModel
import HearthSocket
package import HearthWire

/// The server's end of a connection that a test plays.
package struct PlayedConnection {
    private let descriptor: Int32
    private let decoder = FrameDecoder()
    private let encoder = FrameEncoder()
    private var splitter = FrameSplitter()
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The requests that come next; nil: the client has ended the connection.
    package mutating func receive() throws -> [(call: UInt64, request: Request)]? {
        let count = buffer.withUnsafeMutableBytes { UnixSocket.receive(descriptor, $0) }
        guard count > 0 else { return nil }
        var frames: [Incoming<Request>] = []
        let (arrived, decoder) = (buffer, decoder)
        try splitter.push(arrived.span.bytes.extracting(first: count)) { body throws(HearthError) in
            frames.append(try decoder.clientFrame(body))
        }
        return try frames.map { ($0.call, try $0.content.get()) }
    }

    package func welcome(_ call: UInt64) throws {
        let welcome = Welcome(
            major: VersionRange.supported.highestMajor,
            minor: VersionRange.supported.highestMinor,
            serverVersion: "1",
            storeID: ObjectID(high: 1, low: 1)
        )
        try send(.welcome(welcome), to: call)
    }

    package func send(_ reply: Reply, to call: UInt64) throws {
        var bytes: [UInt8] = []
        try encoder.append(ServerFrame(call: call, reply), to: &bytes)
        guard bytes.withUnsafeBytes({ UnixSocket.send(descriptor, $0) }) == bytes.count else {
            throw Unexpected.failed("send", errno)
        }
    }
}
