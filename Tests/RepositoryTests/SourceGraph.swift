import Foundation
import HearthTestSupport

/// The files of one target, the types that they own and name, and the free functions, counted from tokens.
///
/// A file owns the top-level types and functions that only it declares. It uses the file of every such type that it names,
/// and of every such function that it calls.
struct SourceGraph {
    private let folders: [String: String]
    private let lines: [String: Int]
    private let owners: [Substring: String]
    /// The files that extend a type, by the type's name.
    private let extensions: [Substring: Set<String>]
    /// The files that each file uses.
    private let uses: [String: Set<String>]

    init(target: String) throws {
        let base = "Sources/\(target)/"
        let files = Repository.paths(below: "Sources/\(target)").filter { $0.hasSuffix(".swift") }
        let texts = try Dictionary(uniqueKeysWithValues: files.map { ($0, try Repository.text($0)) })
        let codes = texts.mapValues(Self.code)
        lines = texts.mapValues { $0.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }
        folders = Dictionary(uniqueKeysWithValues: files.map { ($0, Self.folder(of: $0.dropFirst(base.count))) })
        let owners = Self.owners(in: codes, of: Self.declaration)
        let functionOwners = Self.owners(in: codes, of: Self.functionDeclaration)
        self.owners = owners
        extensions = codes.reduce(into: [:]) { found, file in
            for match in file.value.matches(of: Self.extensionStart) {
                found[Substring(match.type), default: []].insert(file.key)
            }
        }
        uses = codes.reduce(into: [:]) { uses, file in
            let named = file.value.matches(of: Self.typeName).compactMap { owners[$0.output] }
            let called = Self.calledFunctions(in: file.value).compactMap { functionOwners[$0] }
            uses[file.key] = Set(named + called).subtracting([file.key])
        }
    }

    /// The folders that use each other, directly or through others. The files outside of folders count as one, "".
    var foldersInCircles: [String] {
        var edges: [String: Set<String>] = [:]
        for (file, used) in uses {
            let folder = folder(file)
            edges[folder, default: []].formUnion(used.map(self.folder).filter { $0 != folder })
        }
        return edges.keys.filter { Self.reaches($0, through: edges) }.sorted()
    }

    /// The files that extend a type of another folder, with the type's name.
    var extensionsInOtherFolders: [String] {
        extensions.flatMap { type, files in
            guard let owner = owners[type] else { return [String]() }
            return files.filter { folder($0) != folder(owner) }.map { "\(type) in \($0)" }
        }.sorted()
    }

    /// The types whose slices have more lines together.
    func types(longerThan most: Int) -> [String: Int] {
        owners.reduce(into: [:]) { found, type in
            let files = (extensions[type.key] ?? []).union([type.value])
            let count = files.reduce(0) { $0 + (lines[$1] ?? 0) }
            if count > most, files.count > 1 { found[String(type.key)] = count }
        }
    }

    private func folder(_ file: String) -> String {
        folders[file] ?? ""
    }
}

extension SourceGraph {
    private static var typeName: Regex<Substring> { /\b[A-Z]\w+/ }
    /// A call without a receiver, or a declaration, with what is before it.
    private static var call: Regex<(Substring, keyword: Substring?, name: Substring)> {
        /(?<keyword>func\s+|\.)?\b(?<name>[a-z]\w*)\(/
    }
    private static var functionDeclaration: Regex<(Substring, type: Substring)> {
        /(?m)^(?:(?:package|public|internal|@\w+(?:\([^)]*\))?)\s+)*func\s+(?<type>\w+)/
    }
    private static var extensionStart: Regex<(Substring, type: Substring)> {
        /(?m)^(?:\w+\s+)*extension\s+(?<type>\w+)/
    }
    private static var declaration: Regex<(Substring, type: Substring)> {
        /(?m)^(?:(?:package|public|internal|final|indirect|open|@\w+(?:\([^)]*\))?)\s+)*(?:class|struct|enum|protocol|actor|typealias)\s+(?<type>\w+)/
    }

    /// A file without comments and the contents of text literals.
    private static func code(_ text: String) -> String {
        text.replacing(/(?s)\/\*.*?\*\//, with: "")
            .replacing(/\/\/[^\n]*/, with: "")
            .replacing(/"(?:\\.|[^"\\\n])*"/, with: "\"\"")
    }

    /// The folder of a file within its target: empty at the top.
    private static func folder(of path: Substring) -> String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : ""
    }

    private static func calledFunctions(in code: String) -> Set<Substring> {
        Set(code.matches(of: call).filter { $0.keyword == nil }.map(\.name))
    }

    private static func owners(
        in codes: [String: String],
        of declaration: Regex<(Substring, type: Substring)>
    ) -> [Substring: String] {
        var files: [Substring: Set<String>] = [:]
        for (file, code) in codes {
            for match in code.matches(of: declaration) {
                files[Substring(match.type), default: []].insert(file)
            }
        }
        return files.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// Whether a path leads from a folder back to it.
    private static func reaches(_ start: String, through edges: [String: Set<String>]) -> Bool {
        var seen: Set<String> = []
        var next = edges[start] ?? []
        while let folder = next.popFirst() {
            if folder == start { return true }
            if seen.insert(folder).inserted { next.formUnion(edges[folder] ?? []) }
        }
        return false
    }
}
