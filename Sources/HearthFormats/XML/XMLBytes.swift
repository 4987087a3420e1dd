/// Looks at the bytes of a document, eight at a time.
///
/// Unsafe pointers: the bytes lie in the buffer of ``XMLScanner``, and no function looks beyond `to`.
enum XMLBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    private static func word(_ bytes: UnsafeMutablePointer<UInt8>, _ index: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
    }

    /// The high bit of each byte that is zero; bytes after the first such one may have it too.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highBits
    }

    /// The high bit of each byte that is less than a space; bytes after the first such one may have it too.
    @inline(__always)
    private static func controls(_ word: UInt64) -> UInt64 {
        (word &- ones &* 0x20) & ~word & highBits
    }

    /// The first quote, reference, tag or control byte of a value.
    @inline(__always)
    static func special(_ bytes: UnsafeMutablePointer<UInt8>, from start: Int, to end: Int, _ quote: UInt8) -> Int {
        var index = start
        let quotes = ones &* UInt64(quote)
        while index + 8 <= end {
            let word = word(bytes, index)
            let found =
                zeros(word ^ quotes) | zeros(word ^ (ones &* 0x26)) | zeros(word ^ (ones &* 0x3c)) | controls(word)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end {
            let byte = bytes[index]
            if byte == quote || byte == 0x26 || byte == 0x3c || byte < 0x20 { return index }
            index += 1
        }
        return end
    }

    /// The first tag or reference in a text.
    @inline(__always)
    static func markup(_ bytes: UnsafeMutablePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start
        while index + 8 <= end {
            let word = word(bytes, index)
            let found = zeros(word ^ (ones &* 0x26)) | zeros(word ^ (ones &* 0x3c))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end, bytes[index] != 0x26, bytes[index] != 0x3c {
            index += 1
        }
        return index
    }

    /// Whether a byte ends the name of an element or of an attribute.
    @inline(__always)
    static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x3e
            && (byte <= 0x20 || byte == 0x3d || byte == 0x3e || byte == 0x2f || byte == 0x22 || byte == 0x27
                || byte == 0x3c)
    }

    /// The character of `amp`, `#38` or `#x26`.
    static func scalar(ofReference name: XMLText) -> Unicode.Scalar? {
        switch name.string {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case let text where text.hasPrefix("#"):
            let isHex = text.hasPrefix("#x")
            let digits = text.dropFirst(isHex ? 2 : 1)
            guard digits.allSatisfy({ isHex ? $0.isHexDigit : $0.isASCII && $0.isNumber }),
                let number = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(number),
                number >= 0x20 || [0x09, 0x0a, 0x0d].contains(number), number != 0xfffe, number != 0xffff
            else { return nil }
            return scalar
        default: return nil
        }
    }

    /// Makes blanks of control bytes, and looks for bytes that are not UTF-8. Returns where the good bytes end: before a
    /// character that is not complete, or not valid.
    static func check(
        _ bytes: UnsafeMutablePointer<UInt8>,
        from start: Int,
        to end: Int
    ) -> (end: Int, isValid: Bool) {
        var index = start
        while index < end {
            while index + 8 <= end {
                let word = word(bytes, index)
                guard word & highBits | controls(word) == 0 else { break }
                index += 8
            }
            // The rest, or the eight bytes with the unusual one.
            let next = min(end, index + 8)
            while index < next {
                let byte = bytes[index]
                if byte < 0x80 {
                    if XMLFilter.isControl(byte) {
                        bytes[index] = 0x20
                    }
                    index += 1
                    continue
                }
                let length = byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0
                guard length > 0 else { return (index, false) }
                guard index + length <= end else { return (index, true) }
                guard isCharacter(bytes + index, length) else { return (index, false) }
                index += length
            }
        }
        return (index, true)
    }

    /// Whether bytes are a character of XML. The first byte gives their number.
    private static func isCharacter(_ bytes: UnsafeMutablePointer<UInt8>, _ length: Int) -> Bool {
        for index in 1..<length where bytes[index] & 0xc0 != 0x80 {
            return false
        }
        switch bytes[0] {
        case 0xe0: return bytes[1] >= 0xa0
        // Surrogates.
        case 0xed: return bytes[1] < 0xa0
        // U+FFFE and U+FFFF.
        case 0xef: return bytes[1] != 0xbf || bytes[2] < 0xbe
        case 0xf0: return bytes[1] >= 0x90
        case 0xf4: return bytes[1] < 0x90
        default: return true
        }
    }
}
