/// The colours that every terminal has.
enum Colour: Int, Sendable {
    case red = 31
    case green = 32
    case magenta = 35
    case cyan = 36

    /// A text in this colour, for a terminal.
    func of(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\(Colour.end)" }

    /// What begins bold text, and what ends it or a colour.
    static let bold = "\u{1B}[1m"
    static let end = "\u{1B}[0m"
}
