/// The position at which bytes are not a valid message.
struct WireFault: Error {
    let position: Int
    let problem: String
}

/// The greatest number that a field may have.
private let greatestWireNumber: UInt64 = (1 << 29) - 1

/// The content of a field.
enum WireContent {
    case number(UInt64)
    case eightBytes(UInt64)
    case fourBytes(UInt32)
    /// The range of length-delimited bytes.
    case bytes(Range<Int>)

    /// The size of the content, without the content.
    var sizeText: String {
        switch self {
        case .number: "a number"
        case .eightBytes: "8 bytes"
        case .fourBytes: "4 bytes"
        case .bytes(let range): range.count == 1 ? "1 byte" : "\(range.count) bytes"
        }
    }
}

/// Scans protobuf's encoding field by field without a schema, and locates the first fault.
struct WireScanner<Bytes: RandomAccessCollection> where Bytes.Element == UInt8, Bytes.Index == Int {
    private let bytes: Bytes
    private(set) var position: Int
    private let end: Int

    init(_ bytes: Bytes, in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position == end }

    /// The next field's number and content.
    mutating func next() throws(WireFault) -> (number: UInt32, content: WireContent) {
        let start = position
        let tag = try varint("a field's number", bytes: 5)
        let number = tag >> 3
        guard number > 0, number <= greatestWireNumber else {
            throw WireFault(position: start, problem: "no field has such a number")
        }
        return (UInt32(number), try content(ofKind: tag & 7, at: start))
    }

    private mutating func content(ofKind kind: UInt64, at start: Int) throws(WireFault) -> WireContent {
        switch kind {
        case 0: return .number(try varint("a number"))
        case 1: return .eightBytes(UInt64(littleEndianBytes: bytes[try take(8, "eight bytes")]))
        case 2:
            let lengthAt = position
            let length = try varint("a length", bytes: 5)
            guard length <= UInt64(end - position) else {
                throw WireFault(
                    position: lengthAt,
                    problem: "more bytes are to follow than the \(end - position) that are left of the message"
                )
            }
            return .bytes(try take(Int(length), "bytes"))
        case 5:
            return .fourBytes(UInt32(truncatingIfNeeded: UInt64(littleEndianBytes: bytes[try take(4, "four bytes")])))
        default: throw WireFault(position: start, problem: "wire type \(kind), which this protocol does not have")
        }
    }

    /// Reads a varint of at most as many bytes as protobuf-c reads.
    private mutating func varint(_ what: String, bytes most: UInt64 = 10) throws(WireFault) -> UInt64 {
        let start = position
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 7 * most, by: 7) {
            guard position < end else {
                throw WireFault(position: start, problem: "the message ends within \(what)")
            }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                return value
            }
        }
        throw WireFault(position: start, problem: "\(what) has more than \(most) bytes")
    }

    private mutating func take(_ count: Int, _ what: String) throws(WireFault) -> Range<Int> {
        guard count <= end - position else {
            throw WireFault(position: position, problem: "the message ends within \(what)")
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
