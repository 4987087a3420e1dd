import Foundation
import HearthTestSupport
import Testing

/// A server, and `hearth` as somebody types it.
struct Shell {
    let server: ServerProcess
    var folder: ServerFolder { server.folder }

    init() throws {
        server = try ServerProcess(in: ServerFolder())
    }

    /// With a copy of the store of another one, and so with its key: what is imported has the same UUIDs in both.
    init(copying other: Shell) throws {
        let folder = try ServerFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
        try other.run("backup", folder.store, "--store", other.folder.store)
        server = try ServerProcess(in: folder)
    }

    /// Runs `hearth` and returns the lines that it prints. It is to succeed.
    @discardableResult
    func run(
        _ arguments: String...,
        input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        try run(arguments, input: input, sourceLocation: sourceLocation)
    }

    @discardableResult
    func run(
        _ arguments: [String],
        input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let tool = try HearthTool(arguments, in: folder, input: input)
        #expect(tool.exit == .code(0), "\(tool.errors)", sourceLocation: sourceLocation)
        return tool.output.split(separator: "\n").map(String.init)
    }

    /// Runs `hearth`, which is to end with a code and to print nothing but an error. Returns that.
    func failure(
        _ arguments: String...,
        code: Int32 = 1,
        input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        try failure(arguments, code: code, input: input, sourceLocation: sourceLocation)
    }

    func failure(
        _ arguments: [String],
        code: Int32 = 1,
        input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let tool = try HearthTool(arguments, in: folder, input: input)
        #expect(tool.exit == .code(code), sourceLocation: sourceLocation)
        #expect(tool.output == "", sourceLocation: sourceLocation)
        #expect(tool.errors.hasPrefix("hearth: ") && tool.errors.hasSuffix("\n"), sourceLocation: sourceLocation)
        return tool.errors
    }

    /// Lines of JSON as objects.
    static func objects(_ lines: [String]) throws -> [[String: Any]] {
        try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }
}
