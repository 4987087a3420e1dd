import Foundation
import HearthTestSupport
import Testing

/// A script for a shell.
enum Script {
    /// Runs a script that is to succeed, with the built `hearth` on its path, and returns what it prints.
    static func run(
        _ script: String,
        shell: [String] = ["/bin/bash", "-c"],
        input: String = "",
        in folder: ServerFolder,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let names = ["script.in", "script.out", "script.err"]
        defer { names.forEach { unlink(folder.file($0)) } }
        try Data(input.utf8).write(to: URL(filePath: folder.file(names[0])))
        let descriptor = open(folder.file(names[0]), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let programs = URL(filePath: try BuiltProgram.path(of: "hearth")).deletingLastPathComponent().path
        let exit = try ChildProcess.run(
            shell[0],
            ChildProcess.Launch(
                arguments: shell.dropFirst() + [script],
                environment: HearthTool.environment(in: folder)
                    .merging(["PATH": "\(programs):/usr/bin:/bin", "TERM": "dumb"]) { $1 },
                output: folder.file(names[1]),
                errors: folder.file(names[2]),
                descriptors: [0: descriptor]
            )
        )
        #expect(exit == .code(0), "\(folder.text(of: names[2]))", sourceLocation: sourceLocation)
        return folder.text(of: names[1])
    }
}
