import HearthModel
import HearthWire

/// What a connection has to send: whole frames, one after the other.
///
/// While others append to the bytes or take them, the bytes are moved out: so no access to them lasts longer than a move,
/// which the compiler sees, and none has to be checked when it runs.
final class ConnectionOutput {
    private var bytes: [UInt8] = []
    /// What of it was sent.
    private var sent = 0

    var count: Int { bytes.count - sent }

    /// Appends frames. Returns how many bytes those are.
    func append<Failure: Error>(
        _ body: (inout [UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        var moved: [UInt8] = []
        swap(&moved, &bytes)
        defer { swap(&moved, &bytes) }
        let before = moved.count
        try body(&moved)
        return moved.count - before
    }

    /// Lets `send` have what there is, as often as it takes something. Returns how many bytes it took.
    func drain(_ send: (RawSpan) -> Int) -> Int {
        guard count > 0 else { return 0 }
        var moved: [UInt8] = []
        swap(&moved, &bytes)
        defer { swap(&moved, &bytes) }
        let before = sent
        var position = sent
        while position < moved.count {
            let count = send(moved.span.bytes.extracting(droppingFirst: position))
            guard count > 0 else { break }
            position += count
        }
        let taken = position - before
        if position == moved.count {
            // Memory of an idle connection is of no use; a busy one gets it back at once.
            moved.removeAll(keepingCapacity: moved.capacity <= ConnectionOutput.keptBytes)
            position = 0
        } else if position > moved.count / 2 {
            moved.removeFirst(position)
            position = 0
        }
        sent = position
        return taken
    }

    private static let keptBytes = 4 << 10
}
