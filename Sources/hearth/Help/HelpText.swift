/// The help of a command in parts: what `--help` prints, for manual pages and completions.
///
/// A help text is a list of blocks with blank lines between them. One that begins with `usage:` holds the usage lines.
/// One whose lines are indented describes terms, which are options, arguments or actions; it may have a title.
struct HelpText: Hashable, Sendable {
    enum Block: Hashable, Sendable {
        case paragraph([String])
        case usage([String])
        case terms(title: String?, [Term])
    }

    /// An option, an argument or an action, and what it does.
    struct Term: Hashable, Sendable {
        /// As the help prints it: `--limit N`.
        let name: String
        let description: String

        /// The name without what follows it: `--limit`.
        var key: Substring { name.prefix { $0 != " " } }
        /// What stands for the value of an option: `N`. Nil for a flag.
        var valueName: Substring? { name.contains(" ") ? name.drop { $0 != " " }.dropFirst() : nil }
        var isOption: Bool { name.hasPrefix("--") }
        /// A word to be typed as it is, such as the action of `hearth background resume`.
        var isWord: Bool { !isOption && name.first?.isLowercase == true }
    }

    let blocks: [Block]

    init(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        blocks = lines.split(whereSeparator: \.isEmpty).map { HelpText.block(Array($0)) }
    }

    var terms: [Term] {
        blocks.flatMap { block -> [Term] in
            guard case .terms(_, let terms) = block else { return [] }
            return terms
        }
    }

    private static func block(_ lines: [Substring]) -> Block {
        let usage = "usage: "
        if lines[0].hasPrefix(usage) {
            return .usage(joined(lines.map { $0.dropFirst(usage.count) }))
        }
        if lines[0].hasPrefix("  ") {
            return .terms(title: nil, terms(lines))
        }
        if lines.count > 1, lines[0].hasSuffix(":"), lines[1].hasPrefix("  ") {
            return .terms(title: String(lines[0].dropLast()), terms(Array(lines.dropFirst())))
        }
        return .paragraph(lines.map(String.init))
    }

    /// Joins each usage line with its indented continuations.
    private static func joined(_ lines: [Substring]) -> [String] {
        var usages: [String] = []
        for line in lines {
            if line.hasPrefix(" "), let last = usages.popLast() {
                usages.append("\(last) \(line.trimmingPrefix { $0 == " " })")
            } else {
                usages.append(String(line))
            }
        }
        return usages
    }

    private static let indentation = 2
    private static let descriptionColumn = 17

    private static func terms(_ lines: [Substring]) -> [Term] {
        var found: [(name: String, description: [Substring])] = []
        for line in lines {
            let text = line.dropFirst(indentation)
            if text.hasPrefix(" "), !found.isEmpty {
                found[found.count - 1].description.append(text.trimmingPrefix { $0 == " " })
            } else if text.dropFirst(descriptionColumn - indentation - 1).first == " " {
                let name = text.prefix(descriptionColumn - indentation)
                found.append((name.trimmed, [text.dropFirst(descriptionColumn - indentation)]))
            } else {
                found.append((text.trimmed, []))
            }
        }
        return found.map { Term(name: $0.name, description: $0.description.joined(separator: " ")) }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]) }
}
