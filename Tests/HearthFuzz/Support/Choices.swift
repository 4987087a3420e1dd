internal import HearthModel

/// Decisions, made by the bytes of an input one after the other. When they run out every decision is 0, so 0 has to
/// stand for what is plain.
struct Choices {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    /// 0 to `count` - 1.
    mutating func below(_ count: Int) -> Int {
        Int(byte()) % count
    }

    mutating func flag() -> Bool {
        byte() & 1 == 1
    }

    /// Any number, of as many bytes as the type has.
    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        var number: Number = 0
        for _ in 0..<MemoryLayout<Number>.size {
            number = number << 8 | Number(truncatingIfNeeded: byte())
        }
        return number
    }

    var isAtEnd: Bool { position == bytes.count }

    /// A number at the edge of what some type holds, or some limit allows.
    mutating func edge() -> UInt64 {
        Choices.edges[below(Choices.edges.count)]
    }

    static let edges: [UInt64] = {
        var edges: [UInt64] = [0, 1, 2, 7, .max, .max - 1]
        for bits: UInt64 in [31, 32, 53, 62, 63] {
            let power: UInt64 = 1 << bits
            edges += [power - 1, power, power + 1]
        }
        // Of times, the first and the last that are valid, and the one after that.
        for time in [Timestamp.earliest.nanoseconds, Timestamp.latest.nanoseconds - 1, Timestamp.latest.nanoseconds] {
            edges.append(UInt64(bitPattern: time))
        }
        return edges
    }()

    /// The next bytes, as many as there still are.
    mutating func bytes(atMost count: Int) -> [UInt8] {
        let taken = Array(bytes[position...].prefix(count))
        position += taken.count
        return taken
    }

    /// Everything that is left.
    mutating func rest() -> [UInt8] {
        bytes(atMost: bytes.count)
    }
}
