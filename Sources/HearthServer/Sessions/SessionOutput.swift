import HearthModel
import HearthWire

/// What a connection has to send: whole frames, one after the other.
struct SessionOutput {
    private var bytes: [UInt8] = []
    /// What of it was sent.
    private var sent = 0

    var count: Int { bytes.count - sent }

    /// Appends frames. Returns how many bytes those are.
    mutating func append<Failure: Error>(
        _ body: (inout [UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        let before = bytes.count
        try body(&bytes)
        return bytes.count - before
    }

    /// Lets `send` have what there is, as often as it takes something. Returns how many bytes it took.
    mutating func drain(_ send: (RawSpan) -> Int) -> Int {
        var total = 0
        while sent < bytes.count {
            let count = send(bytes.span.bytes.extracting(droppingFirst: sent))
            guard count > 0 else { break }
            sent += count
            total += count
        }
        if sent == bytes.count {
            // Memory of an idle connection is of no use; a busy one gets it back at once.
            bytes.removeAll(keepingCapacity: bytes.capacity <= SessionOutput.keptBytes)
            sent = 0
        } else if sent > bytes.count / 2 {
            bytes.removeFirst(sent)
            sent = 0
        }
        return total
    }

    private static let keptBytes = 4 << 10
}
