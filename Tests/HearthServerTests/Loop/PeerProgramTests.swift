import Foundation
import Testing

@testable import HearthServer

@Suite struct PeerProgramTests {
    @Test func aProcessHasEndedOnceNothingRuns() throws {
        #expect(!PeerProgram.hasEnded(getpid()))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/cat")
        let input = Pipe()
        process.standardInput = input
        try process.run()
        let number = process.processIdentifier
        #expect(!PeerProgram.hasEnded(number))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(PeerProgram.hasEnded(number))
    }
}
