import HearthModel

extension String {
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
        append(text.printable)
    }

    private mutating func append(_ scalar: Unicode.Scalar, isEscaped: Bool) {
        if isEscaped {
            append(scalar.escaped)
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
            let isPlain = scalars[index].value >= 0x20 && scalars[index].value < 0x7F
            append(scalars[index], isEscaped: !isPlain && scalars.isEscaped(at: index))
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
}
