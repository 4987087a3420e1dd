import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// One connection of a client, forwarded to the server byte for byte. Decoding does not change the bytes.
///
/// Each direction has a thread, which reads no more than the other side takes: a slow reader slows its sender as without
/// the relay.
final class Relay: Sendable {
    private let number: Int
    private let client: RelayedSocket
    private let server: RelayedSocket
    private let output: TraceOutput
    private let openDirections = Guarded(2)

    private static let readBytes = 64 << 10

    init(_ number: Int, client: RelayedSocket, server: RelayedSocket, output: TraceOutput) {
        self.number = number
        self.client = client
        self.server = server
        self.output = output
    }

    /// Passes on until both sides have ended. The threads see to their end by themselves.
    func begin() {
        _ = BackgroundThread { self.pass(.client, from: self.client, to: self.server) }
        _ = BackgroundThread { self.pass(.server, from: self.server, to: self.client) }
    }

    private func pass(_ sender: FrameSender, from source: RelayedSocket, to destination: RelayedSocket) {
        var splitter: FrameSplitter? = FrameSplitter()
        var buffer = [UInt8](repeating: 0, count: Relay.readBytes)
        while let count = source.read(into: &buffer) {
            // First the line, then the bytes: nothing is seen before what it answers.
            do throws(HearthError) {
                try splitter?.push(buffer.span.bytes.extracting(first: count)) { body in
                    output.print(body.withUnsafeBytes { [UInt8]($0) }, from: sender, on: number)
                }
            } catch {
                let mark = sender == .client ? "C" : "S"
                output.print("\(mark): broken: \(error.code.name); the rest is forwarded without decoding", on: number)
                splitter = nil
            }
            guard destination.send(buffer[..<count]) else { break }
        }
        // The other direction continues: what was asked is still answered.
        destination.endSending()
        let isLast = openDirections.withLock { open in
            open -= 1
            return open == 0
        }
        if isLast {
            output.print("closed", on: number)
        }
    }
}

/// A connected socket, closed with its last reference.
///
/// Unsafe pointers: the system's calls take the addresses of buffers.
final class RelayedSocket: Sendable {
    private let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Waits for bytes; how many came. Nil if there are no more.
    func read(into buffer: inout [UInt8]) -> Int? {
        while true {
            let count = buffer.withUnsafeMutableBytes { UnixSocket.receive(number, $0) }
            if count > 0 { return count }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// Sends all of it. False: the other side is gone.
    func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        var left = bytes
        while !left.isEmpty {
            let count = left.withUnsafeBytes { UnixSocket.send(number, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            left.removeFirst(count)
        }
        return true
    }

    /// Says to the other side that nothing more comes.
    func endSending() {
        shutdown(number, Int32(SHUT_WR))
    }

    func end() {
        shutdown(number, Int32(SHUT_RDWR))
    }
}
