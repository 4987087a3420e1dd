import HearthModel

/// Writes one message of protobuf by hand: the second codec, against which that of the sources is checked.
///
/// It shares nothing with that one: no protobuf-c, no generated code, field numbers written out where they are used.
/// The form is the canonical one: fields in the order of their numbers, numbers and texts that have their default left
/// out, members of a oneof always there.
struct WireBytes {
    private(set) var bytes: [UInt8] = []
    /// What was written, here and in the messages within.
    private(set) var coverage = Coverage()
    /// The message's name in hearth.proto.
    private let message: String

    init(_ message: String, _ write: (inout WireBytes) -> Void) {
        self.message = message
        coverage.add(message: message)
        write(&self)
    }

    /// The message as a frame, with its length in front.
    var framed: [UInt8] {
        var frame: [UInt8] = []
        frame.appendLittleEndian(UInt64(bytes.count), width: 4)
        return frame + bytes
    }

    private enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
    }

    private mutating func tag(_ number: UInt64, _ type: WireType) {
        bytes.appendVarint(number << 3 | type.rawValue)
        coverage.add(field: number, of: message)
    }

    private mutating func delimited(_ number: UInt64, _ content: some Collection<UInt8>) {
        tag(number, .lengthDelimited)
        bytes.appendVarint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }
}

// MARK: - Fields that are left out when they have their default

extension WireBytes {
    mutating func uint(_ number: UInt64, _ value: some UnsignedInteger) {
        guard value != 0 else { return }
        present(number, uint: UInt64(value))
    }

    mutating func int(_ number: UInt64, _ value: Int64) {
        guard value != 0 else { return }
        present(number, int: value)
    }

    mutating func bool(_ number: UInt64, _ value: Bool) {
        guard value else { return }
        present(number, bool: true)
    }

    /// Minus zero is not the default, which is a number of eight zero bytes.
    mutating func double(_ number: UInt64, _ value: Double) {
        guard value.bitPattern != 0 else { return }
        present(number, double: value)
    }

    mutating func text(_ number: UInt64, _ value: String) {
        guard !value.isEmpty else { return }
        delimited(number, value.utf8)
    }

    mutating func bytes(_ number: UInt64, _ value: [UInt8]) {
        guard !value.isEmpty else { return }
        delimited(number, value)
    }

    /// An enum: an int32, which a varint extends to 64 bits with its sign.
    mutating func enumeration(_ number: UInt64, _ value: UInt32, of name: String) {
        coverage.add(enumerator: value, of: name)
        int(number, Int64(Int32(bitPattern: value)))
    }
}

// MARK: - Members of a oneof, which are written whatever they hold

extension WireBytes {
    mutating func present(_ number: UInt64, uint value: UInt64?) {
        guard let value else { return }
        tag(number, .varint)
        bytes.appendVarint(value)
    }

    mutating func present(_ number: UInt64, int value: Int64?) {
        present(number, uint: value.map(UInt64.init(bitPattern:)))
    }

    mutating func present(_ number: UInt64, bool value: Bool) {
        present(number, uint: value ? 1 : 0)
    }

    mutating func present(_ number: UInt64, double value: Double?) {
        guard let value else { return }
        tag(number, .fixed64)
        bytes.appendLittleEndian(value.bitPattern, width: 8)
    }

    mutating func present(_ number: UInt64, text value: String?) {
        guard let value else { return }
        delimited(number, value.utf8)
    }
}

// MARK: - Messages and repeated fields

extension WireBytes {
    mutating func message(_ number: UInt64, _ content: WireBytes?) {
        guard let content else { return }
        delimited(number, content.bytes)
        coverage.add(content.coverage)
    }

    mutating func messages(_ number: UInt64, _ contents: [WireBytes]) {
        for content in contents {
            message(number, content)
        }
    }

    mutating func texts(_ number: UInt64, _ values: [String]) {
        for value in values {
            delimited(number, value.utf8)
        }
    }
}

// MARK: - Columns

extension WireBytes {
    mutating func column(_ number: UInt64, _ ids: [ObjectID]) {
        var content: [UInt8] = []
        for id in ids {
            for half in [id.high, id.low] {
                content.appendLittleEndian(half.byteSwapped, width: 8)
            }
        }
        bytes(number, content)
    }

    mutating func column(_ number: UInt64, _ times: [Timestamp]) {
        column(number, times.map(\.nanoseconds))
    }

    mutating func column(_ number: UInt64, _ numbers: [Int64]) {
        column(number, numbers.map { UInt64(bitPattern: $0) }, width: 8)
    }

    mutating func column(_ number: UInt64, _ numbers: [Double]) {
        column(number, numbers.map(\.bitPattern), width: 8)
    }

    mutating func column(_ number: UInt64, _ numbers: [UInt32]) {
        column(number, numbers.map { UInt64($0) }, width: 4)
    }

    private mutating func column(_ number: UInt64, _ values: [UInt64], width: Int) {
        var content: [UInt8] = []
        content.reserveCapacity(values.count * width)
        for value in values {
            content.appendLittleEndian(value, width: width)
        }
        bytes(number, content)
    }
}

// MARK: - Numbers

extension [UInt8] {
    mutating func appendVarint(_ value: UInt64) {
        var rest = value
        while rest > 0x7F {
            append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    mutating func appendLittleEndian(_ value: UInt64, width: Int) {
        for byte in 0..<width {
            append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(byte))))
        }
    }
}
