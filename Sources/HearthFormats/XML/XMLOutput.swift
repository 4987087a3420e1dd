/// Builds the text of an XML document.
struct XMLOutput {
    private(set) var bytes: [UInt8] = []

    mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func line(_ text: String) {
        self.text(text)
        endLine()
    }

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func element(_ name: String, _ content: String) {
        text("<\(name)>\(content)</\(name)>")
    }

    mutating func element(_ name: String, _ value: Double?) {
        guard let value else { return }
        text("<\(name)>")
        number(value)
        text("</\(name)>")
    }

    /// The shortest digits that read back as the same number. XML's decimal numbers have no exponent.
    mutating func number(_ value: Double) {
        text(XMLNumber.text(value))
    }

    /// Whether XML has all characters of a text.
    static func holds(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
            && !text.unicodeScalars.contains { ["\u{FFFE}", "\u{FFFF}"].contains($0) }
    }

    /// Text escaped for XML, without the characters that XML cannot have.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
