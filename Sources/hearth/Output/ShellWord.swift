import HearthModel

extension String {
    /// The text as one word of a shell's command line, which means the text exactly: what a reader would not see is an
    /// escape that bash and zsh understand.
    var shellWord: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:/".contains($0)) }
        guard !isPlain else { return self }
        let scalars = unicodeScalars
        guard scalars.indices.contains(where: { scalars.isEscaped(at: $0) }) else {
            return "'\(replacing("'", with: "'\\''"))'"
        }
        let parts = scalars.indices.map { index in
            let scalar = scalars[index]
            if scalars.isEscaped(at: index) { return String(scalar).utf8.map(\.octalEscape).joined() }
            return scalar == "'" || scalar == "\\" ? "\\\(scalar)" : "\(scalar)"
        }
        return "$'\(parts.joined())'"
    }

    /// A command line in a sentence: in single quotation marks, unless words of it have them.
    var asCommand: String { contains("'") ? "“\(self)”" : "'\(self)'" }
}

extension UInt8 {
    /// Three digits, so that no digit after them belongs to them: `\033`.
    fileprivate var octalEscape: String {
        let digits = String(self, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
