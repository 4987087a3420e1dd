import HearthModel
import HearthWire

/// Finds only the ends of replies in received bytes: a load generator that decoded them would measure itself.
protocol ReplyCounter {
    /// How many replies the bytes complete.
    mutating func count(_ bytes: RawSpan) throws -> Int
}

/// Hearth's frames. Their contents are checked afterwards, by the server's counters.
struct FrameCounter: ReplyCounter {
    private var splitter = FrameSplitter()

    mutating func count(_ bytes: RawSpan) throws -> Int {
        var frames = 0
        try splitter.push(bytes) { _ throws(HearthError) in frames += 1 }
        return frames
    }
}

/// Redis' bulk strings: a line with a length, and a line.
struct RedisReplyCounter: ReplyCounter {
    private var lines = 0

    mutating func count(_ bytes: RawSpan) throws -> Int {
        let before = lines / 2
        for index in 0..<bytes.byteCount {
            switch bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self) {
            case UInt8(ascii: "\n"): lines += 1
            // Neither a length nor the number of an entry begins with it.
            case UInt8(ascii: "-") where index == 0: throw BenchmarkError("Redis refused a command")
            default: break
            }
        }
        return lines / 2 - before
    }
}

/// Messages that all have one length.
struct MessageCounter: ReplyCounter {
    let size: Int
    private var bytes = 0

    init(size: Int) {
        self.size = size
    }

    mutating func count(_ received: RawSpan) throws -> Int {
        let before = bytes / size
        bytes += received.byteCount
        return bytes / size - before
    }
}
