import Foundation
import HearthModel
import HearthSystem
import Testing

@testable import HearthServer

/// What apps print, and what ends them without the server.
@Suite struct AppOutputTests {
    private let loop = EventLoop()

    /// What of the output of a script was passed on.
    private struct Passed {
        /// The lines of each turn.
        var turns: [[String]] = []
        /// How often the rest was dropped.
        var dropped = 0

        var lines: [String] { turns.flatMap(\.self) }
        var bytes: Int { lines.reduce(0) { $0 + $1.utf8.count } }
    }

    /// Runs a script until it has ended. `prefix`: what each line has before it in the log.
    private func output(of script: String, prefix: String = "") throws -> Passed {
        let pipe = try #require(DescriptorPipe())
        var passed = Passed()
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
            AppOutput.Destination(
                logged: { prefix + String(decoding: $0, as: UTF8.self) },
                write: { passed.turns.append($0) },
                dropped: { passed.dropped += 1 }
            )
        )
        while !hasEnded {
            loop.poll(waiting: true)
        }
        #expect(!process.isRunning)
        output.close()
        loop.poll(waiting: false)
        return passed
    }

    @Test func linesArePassedOnAndSoIsWhatComesLast() throws {
        let passed = try output(of: "echo one; echo two >&2; echo; printf three")
        #expect(passed.lines == ["one\n", "two\n", "three\n"] && passed.dropped == 0)
    }

    @Test func aLongLineIsDivided() throws {
        let passed = try output(of: "head -c 10000 /dev/zero | tr '\\0' x; echo")
        #expect(passed.lines.map(\.utf8.count) == [4_000, 4_000, 2_001])
    }

    /// An app speaks neither for the server nor to the owner's terminal, and a line that is cut off is still one line.
    @Test func whatAnAppPrintsIsLoggedUnderItsName() throws {
        let path = NSTemporaryDirectory() + "hearth-log-\(UUID().uuidString)"
        defer { unlink(path) }
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { closeDescriptor(file) }
        let log = Log(upTo: .error, isJournal: true, LogOutput(file))
        let app = AppID("org.example.run")
        log.write([
            log.line(Array("<3>hearth: error: \u{1B}[2Jgone\n".utf8)[...], printedBy: app),
            log.line([UInt8](repeating: 0xFF, count: 4_000)[...], printedBy: app),
        ])
        log.error("next")
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("<6>hearth: info: app org.example.run: <3>hearth: error: "), "\(lines[0])")
        #expect(!lines[0].utf8.contains(0x1B) && (4_080...4_095).contains(lines[1].utf8.count))
        #expect(lines[2] == "<3>hearth: error: next")
    }

    /// Three times as much as the log takes.
    @Test func outputBeyondTheLimitIsDroppedAndTheAppGoesOn() throws {
        let text = String(repeating: "x", count: 1_023)
        let passed = try output(of: "yes \(text) | head -c \(3 * AppOutput.bytesMax)")
        #expect(passed.bytes == AppOutput.bytesMax)
        #expect(passed.dropped == 1)
    }

    /// In the log a short line is mostly the app's name, and to make it takes as long as to make a longer one.
    @Test func shortLinesAreFewInATurnAndCountAsTheyAreInTheLog() throws {
        let name = String(repeating: "n", count: 254)
        let passed = try output(of: "yes '' | sed s/^/x/ | head -n 200000", prefix: name)
        #expect(passed.turns.allSatisfy { $0.count <= AppOutput.linesOfTurn })
        // Written together: a write takes longer than a line.
        #expect(passed.turns.count <= passed.lines.count / 64, "\(passed.turns.count) writes")
        #expect(passed.bytes == AppOutput.bytesMax && passed.lines.count == AppOutput.bytesMax / 256)
        #expect(passed.dropped == 1)
    }

    @Test func emptyLinesAreNotLogged() throws {
        let passed = try output(of: "yes '' | head -n 1000; echo end")
        #expect(passed.lines == ["end\n"] && passed.dropped == 0)
    }

    /// To pass over one takes its time as well.
    @Test func emptyLinesCountAtTheEnd() throws {
        let passed = try output(of: "yes '' | head -n 30000; echo end")
        #expect(passed.lines.isEmpty && passed.dropped == 1)
    }

    /// What a process leaves in its pipe is not read in turns.
    @Test func ofManyLastLinesTheFirstArePassedOn() throws {
        let passed = try output(of: "yes x | head -n 30000")
        #expect(passed.turns.allSatisfy { $0.count <= AppOutput.linesAtEnd })
        #expect(passed.lines.count < 30_000 && passed.dropped == 1)
        let few = try output(of: "yes x | head -n \(AppOutput.linesAtEnd)")
        #expect(few.lines.count == AppOutput.linesAtEnd && few.dropped == 0)
    }

    /// A socket that keeps messages apart tells the calls from each other.
    @Test func theLinesOfATurnAreWrittenTogether() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { closeDescriptor($0) } }
        let log = Log(upTo: .error, isJournal: false, LogOutput(ends[0]))
        let app = AppID("org.example.run")
        let lines = (0..<AppOutput.linesOfTurn).map { log.line(Array("\($0)\n".utf8)[...], printedBy: app) }
        log.write(lines)
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(ends[1], &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
        #expect(messages.joined() == lines.joined())
        #expect(messages.count <= 1 + 2 * lines.joined().utf8.count / 4_096, "\(messages.count) writes")
        #expect(messages.allSatisfy { $0.utf8.count <= 4_096 && $0.last == "\n" })
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
