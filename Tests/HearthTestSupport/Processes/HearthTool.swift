import Foundation

/// What `hearth` printed, and how it ended.
package struct HearthTool {
    package let exit: ChildProcess.Exit
    package let output: String
    package let errors: String

    /// Runs `hearth` with arguments, as in a shell. `program`: another file than the one that was built.
    package init(
        _ arguments: [String],
        in folder: ServerFolder,
        input: String = "",
        environment: [String: String] = [:],
        program: String? = nil
    ) throws {
        // Several may run in one folder at once.
        let names = ["in", "out", "err"].map { "tool-\(UInt64.random(in: 0...UInt64.max)).\($0)" }
        defer { names.forEach { unlink(folder.file($0)) } }
        try Data(input.utf8).write(to: URL(filePath: folder.file(names[0])))
        let descriptor = open(folder.file(names[0]), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        exit = try ChildProcess.run(
            program ?? BuiltProgram.path(of: "hearth"),
            ChildProcess.Launch(
                arguments: arguments,
                environment: Self.environment(in: folder).merging(environment) { $1 },
                output: folder.file(names[1]),
                errors: folder.file(names[2]),
                descriptors: [0: descriptor]
            )
        )
        output = folder.text(of: names[1])
        errors = folder.text(of: names[2])
    }

    /// The variables with which `hearth` finds the server of a folder, and nothing outside of it.
    package static func environment(in folder: ServerFolder) -> [String: String] {
        ["HEARTH_SOCKET": folder.socket, "HOME": folder.path, "TMPDIR": folder.path, "TZ": "UTC"]
    }
}
