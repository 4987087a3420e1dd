import Foundation
import HearthTestSupport

/// A use of a symbol, in the files that the compiler has seen: a comment that spells the symbol, and the code under it.
struct UseInCode {
    let symbol: Symbol
    let code: String

    /// All uses, in the order of the files.
    static func all() throws -> [UseInCode] {
        var uses: [UseInCode] = []
        for path in Repository.paths(below: "Tests/HealthKitTests/Uses") {
            var symbol: Symbol?
            var code: [Substring] = []
            for line in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false) {
                let text = line.trimmingCharacters(in: .whitespaces)
                let isComment = text.hasPrefix("// ") && text.count < line.count
                if isComment || text == "}" {
                    if let symbol {
                        uses.append(UseInCode(symbol: symbol, code: code.joined(separator: "\n")))
                    }
                    symbol = isComment ? Symbol(text.dropFirst("// ".count)) : nil
                    code = []
                } else {
                    code.append(line)
                }
            }
        }
        return uses
    }

    /// Whether the code has the symbol's name and the labels of its parameters, each as a whole word.
    var showsSymbol: Bool {
        let words = Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") })
        let isNamed = words.contains { $0 == symbol.word || symbol.isFamily && $0.hasPrefix(symbol.word) }
        return isNamed && symbol.labels.filter { $0 != "_" }.allSatisfy { code.contains("\($0): ") }
    }
}
