// Texts that apps choose, such as names and metadata, may hold characters that a terminal obeys or that change what a
// reader sees. Which characters these are is decided here alone: tables, errors, CSV and JSON share the rule.

extension Unicode.Scalar {
    /// Whether the character controls a terminal (C0, DEL, C1), ends a line (U+2028, U+2029) or reorders the text around
    /// it (bidirectional marks, embeddings, overrides and isolates). All of these have four hexadecimal digits.
    var isControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text for a terminal: each control character as an escape such as `\u001b`.
    var printable: String {
        var bytes: [UInt8] = []
        bytes.append(printable: self)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text as a string of JSON, in quotes.
    var quoted: String {
        var bytes: [UInt8] = []
        bytes.append(quoted: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a text for a terminal, with each control character as an escape such as `\u001b`.
    mutating func append(printable text: String) {
        guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return append(text) }
        for scalar in text.unicodeScalars {
            if scalar.isControl {
                append(escaped: scalar)
            } else {
                append(contentsOf: scalar.utf8)
            }
        }
    }

    /// Appends a string of JSON: control characters are escaped, so that the file is safe to show, and reads as the same
    /// text.
    mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                append(UInt8(ascii: "\\"))
                append(contentsOf: scalar.utf8)
            } else if scalar.isControl {
                append(escaped: scalar)
            } else {
                append(contentsOf: scalar.utf8)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a field of a CSV file (RFC 4180): in quotes when it holds a byte that would end it, or a control byte.
    mutating func append(csvField text: String) {
        let comma = UInt8(ascii: ",")
        let quote = UInt8(ascii: "\"")
        guard text.utf8.contains(where: { $0 == comma || $0 == quote || $0 < 0x20 }) else { return append(text) }
        append(quote)
        for byte in text.utf8 {
            if byte == quote {
                append(quote)
            }
            append(byte)
        }
        append(quote)
    }

    private mutating func append(escaped scalar: Unicode.Scalar) {
        append("\\u")
        for shift in [12, 8, 4, 0] {
            append(hexDigit: UInt8(scalar.value >> UInt32(shift) & 0xF))
        }
    }

    private mutating func append(hexDigit value: UInt8) {
        append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10))
    }
}
