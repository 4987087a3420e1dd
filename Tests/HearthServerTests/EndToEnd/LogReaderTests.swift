import Foundation
import HearthModel
import HearthSystem
import HearthTestSupport
import Testing

/// Whatever becomes of the terminal or the pipe that a server was started with, it goes on or ends in order.
@Suite struct LogReaderTests {
    /// `hearth serve 2>&1 | head -1`: the next line ends no server.
    @Test func aLogWhoseReaderIsGoneEndsNoServer() throws {
        let folder = try ServerFolder()
        let pipe = try LogPipe(in: folder)
        let server = try ServerProcess(in: folder, pipe.launch)
        pipe.closeWriting()
        pipe.closeReading()
        try server.connect().save(NumberedSamples.columns([ObjectID(high: 1, low: 1)]))
        // Each of these is a line.
        for _ in 0..<3 {
            try FileManager.default.moveItem(atPath: folder.store, toPath: folder.file("aside"))
            #expect(throws: HearthError.self) { try server.connect().save(Self.another) }
            try FileManager.default.moveItem(atPath: folder.file("aside"), toPath: folder.store)
            try server.connect().save(Self.another)
        }
        try server.stop()
    }

    /// A pager that is left open.
    @Test func aLogThatNothingReadsHoldsUpNoServer() throws {
        let folder = try ServerFolder()
        let pipe = try LogPipe(in: folder)
        let filled = pipe.fill()
        let server = try ServerProcess(in: folder, pipe.launch)
        pipe.closeWriting()
        for _ in 0..<3 {
            try FileManager.default.moveItem(atPath: folder.store, toPath: folder.file("aside"))
            #expect(throws: HearthError.self) { try server.connect().save(Self.another) }
            try FileManager.default.moveItem(atPath: folder.file("aside"), toPath: folder.store)
            try server.connect().save(Self.another)
        }
        #expect(pipe.read(filled).count == filled)
        try server.stop()
        let rest = String(decoding: pipe.read(.max), as: UTF8.self)
        #expect(rest.contains("lines before this one were lost"), "\(rest)")
        #expect(rest.contains("has stopped"))
    }

    /// The terminal closes, or the shell that started the server ends.
    @Test func aHangupStopsTheServerInOrder() throws {
        let server = try ServerProcess(in: ServerFolder())
        try server.connect().save(Self.another)
        server.process.signal(SIGHUP)
        server.process.signal(SIGHUP)
        #expect(server.process.wait() == .code(0))
        #expect(server.log.contains("has stopped"))
        #expect(FileStatus(of: server.folder.socket) == nil)
    }

    @Test func aServerUnderNohupOutlivesItsTerminal() throws {
        let server = try ServerProcess(in: ServerFolder(), .init(preparation: "trap '' HUP;"))
        server.process.signal(SIGHUP)
        try server.connect().save(Self.another)
        try server.stop()
    }

    private static let another = NumberedSamples.columns([ObjectID(high: 1, low: 2)])
}

/// A pipe that becomes the standard error of a server. No other process that a test starts meanwhile has its ends.
///
/// Unsafe pointers: `read` and `write` take the addresses of buffers.
private final class LogPipe {
    private var ends: [Int32]

    init(in folder: ServerFolder) throws {
        let path = folder.file("log-pipe")
        guard mkfifo(path, 0o600) == 0 else { throw Unexpected.failed("mkfifo", errno) }
        let reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        ends = [reading, open(path, O_WRONLY | O_CLOEXEC)]
        _ = fcntl(reading, F_SETFL, 0)
    }

    deinit {
        closeReading()
        closeWriting()
    }

    var launch: ServerProcess.Launch { .init(descriptors: [7: ends[1]], preparation: "exec 2>&7;") }

    /// Fills it, through another open file: the one that the server gets makes its writer wait.
    func fill() -> Int {
        let filler = open("/proc/self/fd/\(ends[1])", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(filler) }
        var filled = 0
        for size in [4_096, 1] {
            let bytes = [UInt8](repeating: 0x2E, count: size)
            while write(filler, bytes, size) == size { filled += size }
        }
        return filled
    }

    /// Reads so many bytes, or up to the end.
    func read(_ most: Int) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while all.count < most {
            let count = Glibc.read(ends[0], &buffer, min(buffer.count, most - all.count))
            guard count > 0 else { break }
            all += buffer[..<count]
        }
        return all
    }

    func closeReading() { closeEnd(0) }
    func closeWriting() { closeEnd(1) }

    private func closeEnd(_ index: Int) {
        guard ends[index] >= 0 else { return }
        close(ends[index])
        ends[index] = -1
    }
}
