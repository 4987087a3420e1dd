import Foundation
import HearthSocket

/// A minimal server process at the other end of a socket: this program, with its own argument.
final class BarePeer {
    static let argument = "bare-peer"

    let descriptor: Int32
    let process: ChildProcess

    init(_ work: BareWork) throws {
        let (descriptor, other) = try UnixSocket.pair()
        self.descriptor = descriptor
        defer { close(other) }
        process = try ChildProcess(
            ChildProcess.ownProgram(),
            [BarePeer.argument, "\(other)"] + work.words,
            inheriting: [other] + work.inherited
        )
        // Its first message means that it has started.
        try receive()
    }

    /// A message there and back.
    func pingPong() throws {
        try roundTrip(BareSocket.message)
    }

    /// Bytes there, and the answer back.
    func roundTrip(_ bytes: [UInt8]) throws {
        // If they are not taken, nothing is answered.
        _ = BareSocket.write(descriptor, bytes)
        try receive()
    }

    private func receive() throws {
        var buffer = BareSocket.message
        guard BareSocket.read(descriptor, &buffer, buffer.count) else {
            throw BenchmarkError("the bare socket has ended")
        }
    }

    func end() {
        close(descriptor)
        process.waitForEnd()
    }

    /// The work of the process, from the words after its argument.
    static func run(_ words: ArraySlice<String>) throws {
        guard let descriptor = words.first.flatMap({ Int32($0) }), let work = BareWork(words: words.dropFirst()) else {
            throw BenchmarkError("a bare peer does not know what to do")
        }
        if BareSocket.write(descriptor, BareSocket.message) {
            try work.run(on: descriptor)
        }
    }
}
