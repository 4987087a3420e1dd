import Foundation
import HearthTestSupport

/// What `hearth` printed, and how it ended.
struct HearthTool {
    let exit: ChildProcess.Exit
    let output: String
    let errors: String

    /// Runs `hearth` with arguments, as in a shell.
    init(_ arguments: [String], in folder: ServerFolder) throws {
        let names = ["tool.out", "tool.err"]
        for name in names {
            unlink(folder.file(name))
        }
        exit = try ChildProcess.run(
            BuiltProgram.path(of: "hearth"),
            ChildProcess.Launch(
                arguments: arguments,
                environment: ["HEARTH_SOCKET": folder.socket, "HOME": folder.path],
                output: folder.file(names[0]),
                errors: folder.file(names[1])
            )
        )
        output = folder.text(of: names[0])
        errors = folder.text(of: names[1])
    }
}
