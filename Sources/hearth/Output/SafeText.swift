// Texts that apps choose, such as names and metadata, may hold characters that a terminal obeys, that change what a reader
// sees, or that a reader does not see. Which characters these are is decided here alone: tables, errors, CSV and JSON share
// the rule.

extension Unicode.Scalar {
    /// Whether the character controls a terminal (C0, DEL, C1), ends a line (U+2028, U+2029), reorders the text around it
    /// (bidirectional marks, embeddings, overrides and isolates) or is invisible (zero-width characters, byte order marks,
    /// tags, fillers and others that Unicode has programs ignore): two texts that differ would look the same.
    var isControl: Bool {
        switch value {
        case 0x20..<0x7F, 0xA0..<0xAD: false
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0xFFF9...0xFFFB: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether it is an emoji, or a part of one. Digits count as emoji for Unicode.
    fileprivate var isInEmoji: Bool { value > 0xFF && (properties.isEmoji || self == emojiStyle) }
}

/// Shows the character before it in colour.
private let emojiStyle: Unicode.Scalar = "\u{FE0F}"
/// Makes one emoji of those on both sides.
private let joiner: Unicode.Scalar = "\u{200D}"

extension String.UnicodeScalarView {
    /// Whether the character at an index is shown as an escape: a control, unless it is what an emoji is made with.
    fileprivate func isEscaped(at index: Index) -> Bool {
        let scalar = self[index]
        guard scalar.isControl else { return false }
        guard scalar == emojiStyle || scalar == joiner, index > startIndex else { return true }
        let former = self[self.index(before: index)]
        guard former.isInEmoji else { return true }
        guard scalar == joiner else { return former == emojiStyle }
        let next = self.index(after: index)
        return next == endIndex || !self[next].isInEmoji || self[next] == emojiStyle
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
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            append(scalars[index], isEscaped: scalars.isEscaped(at: index))
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, isEscaped: Bool) {
        if isEscaped {
            append(escaped: scalar)
        } else {
            append(contentsOf: scalar.utf8)
        }
    }

    /// Appends a string of JSON: control characters are escaped, so that the file is safe to show, and reads as the same
    /// text.
    mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            if scalars[index] == "\"" || scalars[index] == "\\" {
                append(UInt8(ascii: "\\"))
            }
            append(scalars[index], isEscaped: scalars.isEscaped(at: index))
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

    /// As JSON has it: characters beyond U+FFFF are two escapes.
    private mutating func append(escaped scalar: Unicode.Scalar) {
        for unit in scalar.utf16 {
            append("\\u")
            for shift in [12, 8, 4, 0] {
                append(hexDigit: UInt8(unit >> UInt16(shift) & 0xF))
            }
        }
    }

    private mutating func append(hexDigit value: UInt8) {
        append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10))
    }
}
