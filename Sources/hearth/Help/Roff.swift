/// Text in the language of manual pages: man(7).
struct Roff: Sendable {
    private(set) var text: String

    /// The head of a page. Without a date, so that the same source makes the same page.
    init(title: String, section: Int, version: String) {
        text = ".TH \(Roff.quoted(title.uppercased())) \(section) \"\" \(Roff.quoted(version)) \"Hearth\"\n"
    }

    mutating func addSection(_ title: String) {
        text += ".SH \(Roff.quoted(title.uppercased()))\n"
    }

    mutating func addParagraph(_ paragraph: String) {
        text += ".PP\n\(Roff.line(paragraph))\n"
    }

    /// A line of the page's name section.
    mutating func addName(_ name: String, summary: String) {
        text += "\(Roff.escaped(name)) \\- \(Roff.escaped(summary))\n"
    }

    /// A command line, in bold, with lines that continue it indented.
    mutating func addCommandLine(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true).map(String.init)
        let words = parts.prefix(2).joined(separator: " ")
        text += ".HP\n\\fB\(Roff.escaped(words))\\fR\(parts.count > 2 ? " " + Roff.escaped(parts[2]) : "")\n"
    }

    mutating func addTerm(_ name: String, _ description: String) {
        text += ".TP\n\\fB\(Roff.escaped(name))\\fR\n\(Roff.line(description))\n"
    }

    /// A line of text. Commands in quotation marks are bold instead.
    private static func line(_ text: String) -> String {
        var line = escaped(text)
        let mark = "\\(aqhearth "
        while let start = line.firstRange(of: mark), let end = line[start.upperBound...].firstRange(of: "\\(aq") {
            line.replaceSubrange(end, with: "\\fR")
            line.replaceSubrange(start, with: "\\fBhearth ")
        }
        return line
    }

    /// Marks what has a meaning in roff: backslashes, hyphens, quotation marks, and what begins a request. What is not
    /// ASCII becomes a number.
    static func escaped(_ text: String) -> String {
        var escaped = text.first == "." ? "\\&" : ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "~": escaped += "\\(ti"
            case "^": escaped += "\\(ha"
            case let other where other.isASCII: escaped.append(other)
            case let other:
                for scalar in other.unicodeScalars {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    escaped += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
                }
            }
        }
        return escaped
    }

    private static func quoted(_ text: String) -> String {
        "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
    }
}
