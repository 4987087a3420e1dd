import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// Many connections on one thread, which waits for all of them at once.
///
/// Unsafe pointers: `recv` takes the address of a buffer and its length.
final class SocketGroup {
    private var descriptors: [Int32] = []
    private let readable = ReadableSockets()
    private var counters: [any ReplyCounter] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    /// The peer's name.
    private let peer: String

    init(to peer: String = "the server") {
        self.peer = peer
    }

    deinit {
        for descriptor in descriptors {
            close(descriptor)
        }
    }

    /// Adds a connection, which it owns from now on.
    func add(_ descriptor: Int32, _ counter: any ReplyCounter) {
        descriptors.append(descriptor)
        readable.add(descriptor)
        counters.append(counter)
    }

    /// Connects to Hearth, sends the bytes, and waits for a number of frames.
    func add(_ socket: String, sending bytes: [UInt8], awaiting frames: Int) throws {
        add(try UnixSocket.connect(to: socket), FrameCounter())
        try send(bytes, on: descriptors.count - 1)
        var left = frames
        while left > 0 {
            left -= try receive(on: descriptors.count - 1)
        }
    }

    func send(_ bytes: [UInt8], on index: Int) throws {
        guard BareSocket.write(descriptors[index], bytes) else { throw ended }
    }

    /// Waits for replies; calls `use` for each connection that got some.
    func receive(_ use: (_ index: Int, _ replies: Int) throws -> Void) throws {
        for index in readable.wait() {
            let replies = try receive(on: index)
            if replies > 0 {
                try use(index, replies)
            }
        }
    }

    /// Reads once, and returns the number of replies that are then complete.
    private func receive(on index: Int) throws -> Int {
        let count = buffer.withUnsafeMutableBytes { UnixSocket.receive(descriptors[index], $0) }
        guard count > 0 else {
            guard count < 0, errno == EINTR else { throw ended }
            return 0
        }
        let arrived = buffer
        return try counters[index].count(arrived.span.bytes.extracting(first: count))
    }

    private var ended: BenchmarkError { BenchmarkError("a connection to \(peer) has ended") }
}

/// Frames as bytes.
enum FrameBytes {
    /// The frames of one connection from its beginning: a Hello, and then the requests as the calls 2, 3, ...
    static func session(as app: String, _ requests: [Request] = []) throws -> [UInt8] {
        let encoder = FrameEncoder()
        var bytes: [UInt8] = []
        let version = VersionRange.supported
        let hello = Hello(
            major: version.highestMajor,
            minor: version.highestMinor,
            app: App(bundleIdentifier: app)
        )
        try encoder.append(ClientFrame(call: 1, .hello(hello)), to: &bytes)
        for (index, request) in requests.enumerated() {
            try encoder.append(ClientFrame(call: UInt64(index) + 2, request), to: &bytes)
        }
        return bytes
    }
}
