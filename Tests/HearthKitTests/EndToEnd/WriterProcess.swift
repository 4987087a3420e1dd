import Foundation
import HearthSystem
import HearthTestSupport

/// `hearth-kit-load` as another process: apps that save. It is killed when this is gone.
final class WriterProcess {
    private let process: ChildProcess
    private let reader: BackgroundThread
    /// The UUID of each sample when it is saved; ends with the process.
    let saved: AsyncStream<UUID>

    init(socket: String, writers: Int, samples: Int) throws {
        let pipe = Pipe()
        let outlet = pipe.fileHandleForReading
        process = try ChildProcess(
            BuiltProgram.path(of: "hearth-kit-load"),
            ChildProcess.Launch(
                arguments: [socket, "\(writers)", "\(samples)"],
                descriptors: [1: pipe.fileHandleForWriting.fileDescriptor]
            )
        )
        try pipe.fileHandleForWriting.close()
        let (saved, feed) = AsyncStream.makeStream(of: UUID.self)
        self.saved = saved
        reader = BackgroundThread {
            var line = ""
            while let bytes = try outlet.read(upToCount: 4_096), !bytes.isEmpty {
                line += String(decoding: bytes, as: UTF8.self)
                let lines = line.split(separator: "\n", omittingEmptySubsequences: false)
                for id in lines.dropLast().compactMap({ UUID(uuidString: String($0)) }) {
                    feed.yield(id)
                }
                line = String(lines.last ?? "")
            }
            feed.finish()
        }
    }

    /// Waits for its end, which it finds by itself when everything is saved.
    func end() throws -> ChildProcess.Exit? {
        try reader.join()
        return process.wait()
    }
}
