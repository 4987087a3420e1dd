import Foundation
import HearthTestSupport
import Testing

/// The scripts that people run.
@Suite struct ScriptTests {
    @Test(arguments: [
        "Tests/Comparison/run",
        "Tests/Comparison/check",
        "Tests/Comparison/imports/run",
        "Tests/Comparison/imports/check",
        "Tests/InstructionCounts/run",
        "Tests/MixedClients/run",
        "Tests/Packages/run",
        "Tests/UserManager/run",
        "Clients/python/check",
        "Clients/dashboard/check",
        ".ci/package",
        ".ci/site",
    ])
    func theHelpNeedsNothingBuilt(_ script: String) throws {
        let folder = try ServerFolder()
        let launch = ChildProcess.Launch(
            arguments: ["--help"],
            // Neither a compiler nor a package manager is found there.
            environment: ["PATH": folder.file("bin")],
            output: folder.file("output")
        )
        try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
        for program in ["bash", "sed"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("bin/\(program)"),
                withDestinationPath: "/bin/\(program)"
            )
        }
        #expect(
            try ChildProcess.run(Repository.root.appending(path: script).path(percentEncoded: false), launch)
                == .code(0)
        )
        #expect(folder.text(of: "output").contains("usage: \(script)"))
    }
}
