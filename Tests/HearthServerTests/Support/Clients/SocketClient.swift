import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire

/// A client of the real server that can also misbehave: bytes as they are, as much as fits, without reading.
///
/// Unsafe pointers: `recv` and `send` take the address of a buffer and its length.
final class SocketClient {
    struct Received {
        let call: UInt64
        let reply: Reply
        /// The length of the frame's body.
        let bytes: Int
    }

    /// The server has ended the connection.
    struct Ended: Error {}

    private let descriptor: Int32
    private let encoder = FrameEncoder()
    private let decoder = FrameDecoder()
    private var splitter = FrameSplitter()
    private var received: [Received] = []
    private var next = 0
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var lastCall: UInt64 = 0

    init(_ path: String) throws {
        descriptor = try UnixSocket.connect(to: path)
        // For tests that would wait forever.
        var patience = timeval(tv_sec: Waiting.secondsMax, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    // MARK: - Sending

    /// The frame of a request as bytes, and the number of its call.
    func frame(_ request: Request) throws -> (bytes: [UInt8], call: UInt64) {
        lastCall += 1
        return (try frame(request, call: lastCall), lastCall)
    }

    /// The frame of a request for a call that is open.
    func frame(_ request: Request, call: UInt64) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try encoder.append(ClientFrame(call: call, request), to: &bytes)
        return bytes
    }

    /// Opens a call. Returns its number.
    @discardableResult
    func send(_ request: Request) throws -> UInt64 {
        let (bytes, call) = try frame(request)
        try send(bytes)
        return call
    }

    func send(_ request: Request, call: UInt64) throws {
        try send(frame(request, call: call))
    }

    func send(_ bytes: [UInt8]) throws {
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { UnixSocket.send(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw errno == EAGAIN ? Unexpected("the server does not read") : Ended() }
            left.removeFirst(count)
        }
    }

    /// Sends as much as fits without waiting. Returns how many bytes that were.
    func sendSome(_ bytes: ArraySlice<UInt8>) throws -> Int {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
        guard count >= 0 || errno == EAGAIN else { throw Ended() }
        return max(count, 0)
    }

    /// Ends this side of the connection; the other one goes on.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    // MARK: - Receiving

    /// The next frame; waits for it. Throws `Ended` when there are no more.
    func receive() throws -> Received {
        while next == received.count {
            received.removeAll(keepingCapacity: true)
            next = 0
            try readOnce()
        }
        next += 1
        return received[next - 1]
    }

    /// Everything up to the end of the connection; waits for that.
    func receiveAll() throws -> [Received] {
        var all: [Received] = []
        while true {
            do {
                all.append(try receive())
            } catch is Ended {
                return all
            }
        }
    }

    /// How many bytes can be read before the end of the connection; waits for that.
    func countBytesToEnd() throws -> Int {
        var total = 0
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 || errno != EAGAIN else { throw Unexpected("the connection does not end") }
            guard count > 0 else { return total }
            total += count
        }
    }

    private func readOnce() throws {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EINTR { return }
        guard count >= 0 || errno != EAGAIN else { throw Unexpected("the server does not answer") }
        guard count > 0 else { throw Ended() }
        let arrived = buffer
        try splitter.push(arrived.span.bytes.extracting(first: count)) { body throws(HearthError) in
            let frame = try decoder.serverFrame(body)
            received.append(Received(call: frame.call, reply: try frame.content.get(), bytes: body.byteCount))
        }
    }

    // MARK: - Calls

    @discardableResult
    func open(_ app: String, name: String = "") throws -> Welcome {
        let hello = Hello(major: 1, minor: 0, app: App(bundleIdentifier: app, name: name))
        switch try reply(to: .hello(hello)) {
        case .welcome(let welcome): return welcome
        case .error(let reply): throw reply.error
        default: throw Unexpected("no Welcome came")
        }
    }

    /// Makes a call and waits for the reply to it, which may be an error; replies to other calls are passed over.
    func reply(to request: Request) throws -> Reply {
        let call = try send(request)
        while true {
            let frame = try receive()
            if frame.call == call { return frame.reply }
            if frame.call == 0, case .error(let reply) = frame.reply { throw reply.error }
        }
    }

    @discardableResult
    func save(_ columns: [SampleColumns]) throws -> Committed {
        try committed(by: .save(Save(columns: columns)))
    }

    /// What a write came to. Throws the error with which it was refused.
    func committed(by request: Request) throws -> Committed {
        switch try reply(to: request) {
        case .committed(let committed): return committed
        case .error(let reply): throw reply.error
        default: throw Unexpected("a write was answered with something else")
        }
    }

    func status() throws -> StatusReport {
        guard case .statusReport(let report) = try reply(to: .status) else { throw Unexpected("no report came") }
        return report
    }

    /// All samples of types, with credit for all of it.
    func samples(of types: [ObjectType]) throws -> [SampleColumns] {
        let call = try send(.querySamples(QuerySamples(clauses: types.map { Clause(type: $0) })))
        try send(.credit(Credit(bytes: 1 << 30)), call: call)
        var found: [SampleColumns] = []
        while true {
            let frame = try receive()
            guard frame.call == call else { continue }
            switch frame.reply {
            case .samples(let batch): found += batch.columns
            case .done: return found
            case .error(let reply): throw reply.error
            default: throw Unexpected("a query was answered with something else")
            }
        }
    }
}

extension ServerProcess {
    func connect(_ app: String = "org.example.test") throws -> SocketClient {
        let client = try SocketClient(folder.socket)
        try client.open(app)
        return client
    }
}

extension Reply {
    var errorCode: ErrorCode? {
        if case .error(let reply) = self { reply.error.code } else { nil }
    }
}
