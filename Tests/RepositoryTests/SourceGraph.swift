import Foundation
import HearthTestSupport

/// The files of one target, the types that they own and name, and the free functions that they own and call, counted from
/// tokens.
///
/// A file owns the top-level types and functions that only it declares. It uses the file of every such type that it names,
/// and of every such function that it calls. A function that it has itself, for example in a type, is its own.
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
        let owners = Self.owners(in: codes) { $0.matches(of: Self.declaration).map(\.type) }
        let functions = Self.owners(in: codes) { $0.matches(of: Self.freeFunction).map(\.name) }
        self.owners = owners
        extensions = codes.reduce(into: [:]) { found, file in
            for match in file.value.matches(of: Self.extensionStart) {
                found[Substring(match.type), default: []].insert(file.key)
            }
        }
        uses = codes.reduce(into: [:]) { uses, file in
            let named = file.value.matches(of: Self.typeName).compactMap { owners[$0.output] }
            let own = Set(file.value.matches(of: Self.functionName).map(\.name))
            let called = file.value.matches(of: Self.call).map(\.name).filter { !own.contains($0) }
            uses[file.key] = Set(named + called.compactMap { functions[$0] }).subtracting([file.key])
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
    private static var extensionStart: Regex<(Substring, type: Substring)> {
        /(?m)^(?:\w+\s+)*extension\s+(?<type>\w+)/
    }
    private static var declaration: Regex<(Substring, type: Substring)> {
        /(?m)^(?:(?:package|public|internal|final|indirect|open|@\w+(?:\([^)]*\))?)\s+)*(?:class|struct|enum|protocol|actor|typealias)\s+(?<type>\w+)/
    }

    private static var freeFunction: Regex<(Substring, name: Substring)> {
        /(?m)^(?:(?:package|public|internal|@\w+(?:\([^)]*\))?)\s+)*func\s+(?<name>\w+)/
    }
    private static var functionName: Regex<(Substring, name: Substring)> { /\bfunc\s+(?<name>\w+)/ }
    /// A call of something that is not a member of another value.
    private static var call: Regex<(Substring, name: Substring)> { /(?:^|[^.\w])(?<name>[a-z]\w*)\(/ }

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

    /// The files of names that only one file declares. `declared`: the names in a file's code.
    private static func owners(
        in codes: [String: String],
        declared: (String) -> [Substring]
    ) -> [Substring: String] {
        var files: [Substring: Set<String>] = [:]
        for (file, code) in codes {
            for name in declared(code) {
                files[name, default: []].insert(file)
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
