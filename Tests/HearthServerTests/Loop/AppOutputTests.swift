import Foundation
import HearthModel
import HearthSystem
import Testing

@testable import HearthServer

/// What apps print, and what ends them without the server.
@Suite struct AppOutputTests {
    private let loop = EventLoop()

    /// Runs a script until it has ended; what of its output was passed on, and how often the rest was dropped.
    private func output(of script: String) throws -> (lines: [String], dropped: Int) {
        let pipe = try #require(DescriptorPipe())
        var lines: [String] = []
        var dropped = 0
        var hasEnded = false
        let process = try ChildProcess(
            loop,
            ["/bin/sh", "-c", script],
            environment: ["PATH": "/usr/bin:/bin"],
            folder: "/",
            output: pipe.writeEnd,
            ended: { hasEnded = true }
        )
        closeDescriptor(pipe.writeEnd)
        let output = AppOutput(
            loop,
            pipe.readEnd,
            pass: { lines.append(String(decoding: $0, as: UTF8.self)) },
            dropped: { dropped += 1 }
        )
        while !hasEnded {
            loop.poll(waiting: true)
        }
        #expect(!process.isRunning)
        output.close()
        loop.poll(waiting: false)
        return (lines, dropped)
    }

    @Test func linesArePassedOnAndSoIsWhatComesLast() throws {
        let (lines, dropped) = try output(of: "echo one; echo two >&2; printf three")
        #expect(lines == ["one\n", "two\n", "three"] && dropped == 0)
    }

    @Test func aLongLineIsDivided() throws {
        let (lines, _) = try output(of: "head -c 10000 /dev/zero | tr '\\0' x; echo")
        #expect(lines.map(\.utf8.count) == [4_000, 4_000, 2_001])
    }

    /// An app speaks neither for the server nor to the owner's terminal, and a line that is cut off is still one line.
    @Test func whatAnAppPrintsIsLoggedUnderItsName() throws {
        let path = NSTemporaryDirectory() + "hearth-log-\(UUID().uuidString)"
        defer { unlink(path) }
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { closeDescriptor(file) }
        let log = Log(upTo: .error, isJournal: true, LogOutput(file))
        let app = AppID("org.example.run")
        log.note(Array("<3>hearth: error: \u{1B}[2Jgone\n".utf8)[...], by: app)
        log.note([UInt8](repeating: 0xFF, count: 4_000)[...], by: app)
        log.error("next")
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("<6>hearth: info: app org.example.run: <3>hearth: error: "), "\(lines[0])")
        #expect(!lines[0].utf8.contains(0x1B) && (4_080...4_095).contains(lines[1].utf8.count))
        #expect(lines[2] == "<3>hearth: error: next")
    }

    /// Three times as much as the log takes.
    @Test func outputBeyondTheLimitIsDroppedAndTheAppGoesOn() throws {
        let (lines, dropped) = try output(of: "yes 0123456 | head -c \(3 * AppOutput.bytesMax)")
        #expect(lines.reduce(0) { $0 + $1.utf8.count } == AppOutput.bytesMax)
        #expect(dropped == 1)
    }

    /// The server closes the pipe of the guard by its end, whatever that is.
    @Test func aGroupOfProcessesIsEndedWhenTheServerIsGone() throws {
        var hasEnded = false
        let environment = ["PATH": "/usr/bin:/bin"]
        let process = try ChildProcess(
            loop,
            ["/bin/sleep", "1000"],
            environment: environment,
            folder: "/",
            ended: { hasEnded = true }
        )
        let guardian = try #require(AppGuard(loop, ofGroup: process.number, environment: environment))
        guardian.closePipe()
        while !hasEnded {
            loop.poll(waiting: true)
        }
        #expect(!process.isRunning)
        end(guardian)
    }

    @Test func theGuardOfAnAppThatHasEndedEndsNothing() throws {
        var hasEnded = false
        let environment = ["PATH": "/usr/bin:/bin"]
        let other = try ChildProcess(
            loop,
            ["/bin/sleep", "1000"],
            environment: environment,
            folder: "/",
            ended: { hasEnded = true }
        )
        let guardian = try #require(AppGuard(loop, ofGroup: other.number, environment: environment))
        guardian.close()
        #expect(other.isRunning)
        other.signal(SIGKILL)
        while !hasEnded {
            loop.poll(waiting: true)
        }
        end(guardian)
    }

    private func end(_ guardian: AppGuard) {
        guardian.close()
        while guardian.isRunning {
            loop.poll(waiting: true)
        }
        loop.poll(waiting: false)
    }
}
