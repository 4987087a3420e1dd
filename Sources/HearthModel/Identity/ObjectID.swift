/// The identifier of an object: a UUID of any version.
///
/// In memory it is the UUID's 16 bytes in their own order, so an array of identifiers has the layout of a UUID column
/// on the wire, and is copied in one piece. The two stored halves are raw bytes; `high` and `low` are numbers.
package struct ObjectID: Hashable, Sendable, BitwiseCopyable {
    package let rawHigh: UInt64
    package let rawLow: UInt64

    /// From the two halves as numbers: the first byte of the UUID is the most significant byte of `high`.
    @inlinable
    package init(high: UInt64, low: UInt64) {
        rawHigh = high.bigEndian
        rawLow = low.bigEndian
    }

    /// From 16 bytes; nil when there are fewer or more.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == ObjectID.byteCount else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (offset, byte) in bytes.enumerated() {
            if offset < 8 {
                high = high << 8 | UInt64(byte)
            } else {
                low = low << 8 | UInt64(byte)
            }
        }
        self.init(high: high, low: low)
    }
}

extension ObjectID {
    /// The size of an identifier in memory and on the wire.
    @inlinable
    package static var byteCount: Int { 16 }

    /// The first eight bytes as a number.
    @inlinable
    package var high: UInt64 { UInt64(bigEndian: rawHigh) }

    /// The last eight bytes as a number.
    @inlinable
    package var low: UInt64 { UInt64(bigEndian: rawLow) }

    /// The UUID's version field: 4 for random, 7 for time-ordered. It is meaningful only for the variant of RFC 9562.
    package var version: UInt8 { UInt8(truncatingIfNeeded: high >> 12) & 0xF }

    package var bytes: [UInt8] {
        withUnsafeBytes(of: self) { Array($0) }
    }
}

/// The order of the bytes, which is the order of the text too, and the order of time for UUIDv7.
extension ObjectID: Comparable {
    @inlinable
    package static func < (left: ObjectID, right: ObjectID) -> Bool {
        left.rawHigh == right.rawHigh ? left.low < right.low : left.high < right.high
    }
}

// MARK: - Text

extension ObjectID: CustomStringConvertible {
    /// 36 characters, in upper case as Foundation writes them.
    package var description: String {
        String(unsafeUninitializedCapacity: ObjectID.textCount) { text in
            var position = 0
            for (index, byte) in bytes.enumerated() {
                if ObjectID.bytesAfterHyphens.contains(index) {
                    text[position] = UInt8(ascii: "-")
                    position += 1
                }
                text[position] = ObjectID.hexDigit(byte >> 4)
                text[position + 1] = ObjectID.hexDigit(byte & 0xF)
                position += 2
            }
            return position
        }
    }

    /// From the 36-character form, in upper or lower case or mixed; nil when `text` is anything else.
    package init?(_ text: String) {
        self.init(text: text.utf8Span.span)
    }

    /// From the bytes of the 36-character form.
    package init?(text: Span<UInt8>) {
        guard text.count == ObjectID.textCount else { return nil }
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        for index in 0..<text.count {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard text[index] == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = ObjectID.hexValue(text[index]) else { return nil }
            if index < 18 {
                halves.high = halves.high << 4 | UInt64(digit)
            } else {
                halves.low = halves.low << 4 | UInt64(digit)
            }
        }
        self.init(high: halves.high, low: halves.low)
    }

    private static var textCount: Int { 36 }

    /// The bytes that have a hyphen before them: 8-4-4-4-12 digits.
    private static let bytesAfterHyphens = [4, 6, 8, 10]

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
    }

    private static func hexValue(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
