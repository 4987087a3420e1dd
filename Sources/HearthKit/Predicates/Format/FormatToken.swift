/// A word, a sign or a literal of a predicate's text.
struct FormatToken: Equatable {
    enum Content: Equatable {
        /// A name or a keyword.
        case word(String)
        /// A sign such as `>=` or `(`.
        case sign(String)
        case text(String)
        case integer(Int64)
        case number(Double)
        /// `%K`: the next argument is a key.
        case keyArgument
        /// `%@`, `%d` and the like: the next argument is a value.
        case valueArgument
        case end
    }

    var content: Content
    /// The character at which it begins, counted from 1.
    var position: Int

    /// Whether it is this keyword, in capitals or not.
    func isKeyword(_ keyword: String) -> Bool {
        if case .word(let word) = content { word.uppercased() == keyword } else { false }
    }

    func isSign(_ sign: String) -> Bool { content == .sign(sign) }
}
