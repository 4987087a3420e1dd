/// The rows of the tables in a Markdown text, as the texts of their cells.
func tableRows(_ text: some StringProtocol) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }.map { line in
        line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { cell in
            let trimmed = cell.drop { $0 == " " }
            return String(trimmed.reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// The part of a Markdown text under a heading, up to the next one of the same or a higher level.
func section(_ heading: String, of text: String) -> Substring {
    guard let start = text.range(of: "\n\(heading)\n") else { return "" }
    let level = heading.prefix { $0 == "#" }.count
    let rest = text[start.upperBound...]
    let ends = (1...level).compactMap { rest.range(of: "\n" + String(repeating: "#", count: $0) + " ")?.lowerBound }
    return rest[..<(ends.min() ?? rest.endIndex)]
}

extension StringProtocol {
    fileprivate func range(of text: String) -> Range<Index>? {
        firstRange(of: text)
    }
}
