import Foundation
import HearthTestSupport

/// `hearth` while it runs, with what it prints as it comes.
///
/// Unsafe pointers: `read` fills a buffer.
final class RunningTool {
    let process: ChildProcess
    private var output: LineReader
    private var errors: LineReader

    private let input: FileHandle?

    /// `hasInput`: whether ``write(_:)`` gives it lines on standard input. `program`: another file than the one that was built.
    init(
        _ arguments: [String],
        in folder: ServerFolder,
        environment: [String: String] = [:],
        hasInput: Bool = false,
        program: String? = nil
    ) throws {
        let pipe = hasInput ? Pipe() : nil
        input = pipe?.fileHandleForWriting
        let (output, outputEnd) = try LineReader.pipe(in: folder)
        let (errors, errorsEnd) = try LineReader.pipe(in: folder)
        self.output = output
        self.errors = errors
        defer {
            close(outputEnd)
            close(errorsEnd)
        }
        process = try ChildProcess(
            program ?? BuiltProgram.path(of: "hearth"),
            ChildProcess.Launch(
                arguments: arguments,
                environment: HearthTool.environment(in: folder).merging(environment) { $1 },
                descriptors: [1: outputEnd, 2: errorsEnd].merging(
                    pipe.map { [0: $0.fileHandleForReading.fileDescriptor] } ?? [:]
                ) { $1 }
            )
        )
    }

    func write(_ line: String) throws {
        try input?.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// The next line on standard output; waits for it. Nil at the end.
    func nextLine() throws -> String? { try output.next() }

    /// The next line on standard error; waits for it. Nil at the end.
    func nextErrorLine() throws -> String? { try errors.next() }

    /// Reads no more of what it prints, as `head` does when it has enough.
    func stopReading() {
        output.end()
    }
}

/// The lines that come out of a pipe.
private final class LineReader {
    private let descriptor: Int32
    private var isOpen = true
    private var pending: [UInt8] = []

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        end()
    }

    /// A reader and the end that is written to, which no other process gets: a pipe with a name, as `pipe` makes ends
    /// that processes started at the same moment would inherit.
    static func pipe(in folder: ServerFolder) throws -> (LineReader, Int32) {
        let path = folder.file("pipe-\(UInt64.random(in: 0...UInt64.max))")
        guard mkfifo(path, 0o600) == 0 else { throw Unexpected.failed("mkfifo", errno) }
        defer { unlink(path) }
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let writer = open(path, O_WRONLY | O_CLOEXEC)
        guard reader >= 0, writer >= 0 else { throw Unexpected.failed("open", errno) }
        return (LineReader(reader), writer)
    }

    func end() {
        if isOpen {
            close(descriptor)
        }
        isOpen = false
    }

    func next() throws -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            guard !Waiting.untilReadable([descriptor], seconds: Waiting.secondsMax).isEmpty else {
                throw Unexpected("hearth prints nothing")
            }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return nil }
            pending += buffer[..<count]
        }
    }
}
