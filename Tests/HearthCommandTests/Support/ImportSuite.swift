import Foundation
import HearthTestSupport
import Testing

/// What the tests of `hearth import` have in common.
protocol ImportSuite {}

extension ImportSuite {
    /// Runs `hearth`, which may fail.
    func run(_ shell: Shell, _ arguments: String...) throws -> HearthTool {
        try HearthTool(arguments, in: shell.folder)
    }

    /// The numbers of a row of the table at the end: new, known, changed, not taken. Empty if the table has no such row.
    func row(_ type: String, _ tool: HearthTool) -> [Int] {
        let line = tool.output.split(separator: "\n").first { $0.split(separator: " ").first == type[...] }
        return line?.split(separator: " ").dropFirst().prefix(4).compactMap { Int($0) } ?? []
    }

    /// How many samples of a type are stored.
    func count(_ type: String, _ shell: Shell) throws -> Int {
        try Int(shell.run("query", type, "--count").first ?? "") ?? -1
    }

    /// Writes a file in the folder of the test, and returns its path.
    func write(_ bytes: some DataProtocol, _ name: String, _ shell: Shell) throws -> String {
        let path = shell.folder.file(name)
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    func write(_ text: String, _ name: String, _ shell: Shell) throws -> String {
        try write(Data(text.utf8), name, shell)
    }
}
