/// Reads protobuf's encoding one field after the other, without knowing the messages, and says where it breaks.
struct WireScanner {
    /// Where the bytes stop being what they have to be.
    struct Fault: Error {
        let position: Int
        let problem: String
    }

    /// What follows a field's number.
    enum Content {
        case number(UInt64)
        case eightBytes(UInt64)
        case fourBytes(UInt32)
        /// The place of bytes whose length was said.
        case bytes(Range<Int>)
    }

    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position == end }

    /// The next field's number and content.
    mutating func next() throws(Fault) -> (number: UInt32, content: Content) {
        let start = position
        let tag = try varint("a field's number")
        let number = tag >> 3
        guard number > 0, number <= WireScanner.greatestNumber else {
            throw Fault(position: start, problem: "there is no field with such a number")
        }
        return (UInt32(number), try content(ofKind: tag & 7, at: start))
    }

    private static let greatestNumber: UInt64 = (1 << 29) - 1

    private mutating func content(ofKind kind: UInt64, at start: Int) throws(Fault) -> Content {
        switch kind {
        case 0: return .number(try varint("a number"))
        case 1: return .eightBytes(UInt64(littleEndianBytes: bytes[try take(8, "eight bytes")]))
        case 2:
            let lengthAt = position
            let length = try varint("a length")
            guard length <= UInt64(end - position) else {
                throw Fault(
                    position: lengthAt,
                    problem: "more bytes are to follow than the \(end - position) that are left of the message"
                )
            }
            return .bytes(try take(Int(length), "bytes"))
        case 5:
            return .fourBytes(UInt32(truncatingIfNeeded: UInt64(littleEndianBytes: bytes[try take(4, "four bytes")])))
        default: throw Fault(position: start, problem: "wire type \(kind), which this protocol does not have")
        }
    }

    private mutating func varint(_ what: String) throws(Fault) -> UInt64 {
        let start = position
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < end else {
                throw Fault(position: start, problem: "the message ends within \(what)")
            }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                return value
            }
        }
        throw Fault(position: start, problem: "\(what) has more than ten bytes")
    }

    private mutating func take(_ count: Int, _ what: String) throws(Fault) -> Range<Int> {
        guard count <= end - position else {
            throw Fault(position: position, problem: "the message ends within \(what)")
        }
        defer { position += count }
        return position..<position + count
    }
}

extension UInt64 {
    /// From at most eight bytes.
    init(littleEndianBytes bytes: some Collection<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
