import Foundation
import HearthTestSupport

/// What `HearthKit` declares for everybody, read from its text and spelled as the page spells it.
enum DeclaredSymbols {
    /// What comes from Foundation and from the protocols of Swift, and has no row of its own.
    private static let ofEveryType = [
        "init(coder:)", "encode(with:)", "supportsSecureCoding", "copy(with:)", "isEqual(_:)", "==(left:right:)",
        "hash(into:)", "hash", "description",
        "init(rawValue:)", "rawValue", "makeAsyncIterator()", "next()", "next(isolation:)", "Element", "Iterator",
        "Results", "init(_nsError:)", "_nsError", "_nsErrorDomain", "_ErrorType",
    ]

    private static let kinds: Set<Substring> = [
        "func", "var", "let", "init", "init?", "struct", "class", "enum", "protocol", "typealias", "extension", "actor",
    ]

    /// Whether a declaration is there because of what its type conforms to.
    static func isOfEveryType(_ name: String) -> Bool {
        ofEveryType.contains { name.hasSuffix("." + $0) }
    }

    /// The names of all of them; of extensions what stands in them.
    static func all() throws -> Set<String> {
        var names: Set<String> = []
        for path in Repository.paths(below: "Sources/HearthKit") where path.hasSuffix(".swift") {
            names.formUnion(declarations(in: try Repository.text(path)))
        }
        return names
    }

    private static func declarations(in text: String) -> Set<String> {
        var names: Set<String> = []
        var scopes: [(indentation: Int, name: Substring)] = []
        var rest = text[...]
        while let end = rest.firstIndex(of: "\n") {
            let line = rest[..<end]
            let indentation = line.prefix { $0 == " " }.count
            let words = line.split { " (:{<".contains($0) }.drop { $0.hasPrefix("@") }
            if let kind = kindIndex(words), isModifiers(words[words.startIndex..<kind]) {
                scopes.removeAll { $0.indentation >= indentation }
                let isPublic = words[words.startIndex..<kind].contains { $0 == "public" || $0 == "open" }
                let name = name(words[kind], words.dropFirst(kind - words.startIndex + 1).first ?? "", in: rest)
                if isPublic, words[kind] != "extension" {
                    names.insert((scopes.map(\.name) + [name[...]]).joined(separator: "."))
                }
                if ["struct", "class", "enum", "protocol", "extension", "actor"].contains(words[kind]) {
                    scopes.append((indentation, name[...]))
                }
            }
            rest = rest[text.index(after: end)...]
        }
        return names
    }

    /// Where the word stands that says what is declared. `class` may also say that a member is the type's.
    private static func kindIndex(_ words: ArraySlice<Substring>) -> Int? {
        words.indices.first { index in
            kinds.contains(words[index])
                && !(words[index] == "class" && ["func", "var"].contains(words[(index + 1)...].first))
        }
    }

    /// Whether words that stand before a kind of declaration belong to it.
    private static func isModifiers(_ words: ArraySlice<Substring>) -> Bool {
        let modifiers: Set<Substring> = [
            "public", "open", "static", "class", "final", "convenience", "required", "override", "mutating", "private",
            "fileprivate", "package", "internal", "nonisolated", "indirect", "set)", "weak",
        ]
        return words.allSatisfy(modifiers.contains)
    }

    /// The name of a declaration, with the labels of its parameters if it has some.
    private static func name(_ kind: Substring, _ word: Substring, in text: Substring) -> String {
        let isInitialiser = kind.hasPrefix("init")
        guard kind == "func" || isInitialiser else { return String(word) }
        let name = isInitialiser ? "init" : word.filter { $0 != "`" }
        guard let open = text.firstIndex(of: "(") else { return name }
        var labels = ""
        var depth = 0
        var isLabel = true
        for character in text[open...] {
            switch character {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case ",": isLabel = isLabel || depth == 1
            case ":" where depth == 1 && isLabel, " " where depth == 1 && isLabel && labels.last?.isLetter == true:
                labels.append(":")
                isLabel = false
            case _ where isLabel && depth == 1 && (character.isLetter || character.isNumber || character == "_"):
                labels.append(character)
            case " " where isLabel && labels.last == "_":
                labels.append(":")
                isLabel = false
            default: break
            }
            if depth == 0 { break }
        }
        return "\(name)(\(labels))"
    }
}
