/// The range of a document type declaration: from `DOCTYPE` to its `>`, or to its `]>` if it contains declarations.
/// Those are not parsed, because those of real files follow no grammar.
struct XMLDocumentType {
    enum Verdict {
        case keep
        case blank
        case end
    }

    /// Words so far: `DOCTYPE`, the name, and all that follows.
    private var words = 1
    private var isInWord = true
    private var quote: UInt8?
    private var isInSubset = false
    private var isAfterBracket = false

    mutating func step(_ byte: UInt8) -> Verdict {
        if isInSubset {
            if byte == UInt8(ascii: ">"), isAfterBracket {
                return .end
            }
            isAfterBracket = byte == UInt8(ascii: "]") || (isAfterBracket && byte <= 0x20)
            return .blank
        }
        if let quote {
            self.quote = byte == quote ? nil : quote
            return .blank
        }
        switch byte {
        case UInt8(ascii: ">"):
            return .end
        case UInt8(ascii: "["):
            isInSubset = true
            return .blank
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            quote = byte
            return .blank
        case 0...0x20:
            isInWord = false
            return .keep
        default:
            words += isInWord ? 0 : 1
            isInWord = true
            return words > 2 ? .blank : .keep
        }
    }
}
