import Foundation
import HearthSystem
import HearthTestSupport
import Testing

@Suite struct ProgramFileTests {
    /// An update replaces the file of a program that runs.
    @Test func aProgramWhoseFileIsGoneKeepsItsPath() throws {
        let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        let folder = temporary.appending(path: "program-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "cat")
        // By another process: a program that another test starts meanwhile would inherit a file that is open for writing here,
        // and one that is open for writing cannot be run.
        let copying = ChildProcess.Launch(arguments: ["-L", "/bin/cat", file.path(percentEncoded: false)])
        #expect(try ChildProcess.run("/bin/cp", copying) == .code(0))
        let process = Process()
        process.executableURL = file
        let input = Pipe()
        process.standardInput = input
        try process.run()
        let path = file.path(percentEncoded: false)
        #expect(ProgramFile.path(of: process.processIdentifier) == path)
        try FileManager.default.removeItem(at: file)
        #expect(ProgramFile.path(of: process.processIdentifier) == path)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(ProgramFile.path(of: 0) == nil && ProgramFile.own != nil)
    }
}
