// Texts that apps choose, such as names and metadata, may hold characters that a terminal obeys, that change what a reader
// sees, or that a reader does not see. Which characters these are is decided here alone: tables, errors, CSV, JSON and the
// server's log share the rule.

extension Unicode.Scalar {
    /// Whether the character controls a terminal (C0, DEL, C1), ends a line (U+2028, U+2029), reorders the text around it
    /// (bidirectional marks, embeddings, overrides and isolates) or is invisible (zero-width characters, byte order marks,
    /// tags, fillers and others that Unicode has programs ignore) or stands for nothing (private, unassigned): two texts
    /// that differ would look the same.
    package var isControl: Bool {
        switch value {
        case 0x20..<0x7F, 0xA0..<0xAD: return false
        // The last is Braille without a dot.
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0xFFF9...0xFFFB, 0x2800: return true
        default:
            guard !properties.isDefaultIgnorableCodePoint else { return true }
            let category = properties.generalCategory
            return category == .privateUse || category == .unassigned
        }
    }

    /// Whether it is an emoji, or a part of one. Digits count as emoji for Unicode.
    fileprivate var isInEmoji: Bool { value > 0xFF && (properties.isEmoji || self == emojiStyle) }

    /// As JSON has it, such as `\u001b`; characters beyond U+FFFF are two escapes.
    package var escaped: String {
        utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

/// Shows the character before it in colour.
private let emojiStyle: Unicode.Scalar = "\u{FE0F}"
/// Makes one emoji of those on both sides.
private let joiner: Unicode.Scalar = "\u{200D}"

extension String.UnicodeScalarView {
    /// Whether the character at an index is shown as an escape: a control, unless it is what an emoji is made with.
    package func isEscaped(at index: Index) -> Bool {
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
    /// The text for a terminal or a log: each control character as an escape such as `\u001b`.
    package var printable: String {
        guard !utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return self }
        let scalars = unicodeScalars
        var text = ""
        for index in scalars.indices {
            if scalars.isEscaped(at: index) {
                text += scalars[index].escaped
            } else {
                text.unicodeScalars.append(scalars[index])
            }
        }
        return text
    }
}
