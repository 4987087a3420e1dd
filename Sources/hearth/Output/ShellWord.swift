import HearthModel

extension String {
    /// The text as one word of a shell's command line.
    var shellWord: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:/".contains($0)) }
        return isPlain ? self : "'\(printable.replacing("'", with: "'\\''"))'"
    }
}
