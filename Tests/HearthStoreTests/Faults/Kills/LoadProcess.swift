import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import hearth_store_load

/// `hearth-store-load` as another process, to be killed.
final class LoadProcess {
    private let process = Process()
    private let output = Pipe()
    private var unread: [UInt8] = []

    init(_ path: String, seed: UInt64) throws {
        process.executableURL = URL(filePath: try BuiltProgram.path(of: "hearth-store-load"))
        process.arguments = [path, String(seed)]
        process.standardOutput = output
        try process.run()
    }

    /// The next line that the process printed, waiting for it. Nil: it has ended, and what came last was no whole line.
    func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeFirst(end + 1)
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            unread.append(contentsOf: more)
        }
    }

    /// Kills it as nothing can be refused, and waits until it is gone.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Whether it was still at work when it was killed.
    var wasKilled: Bool { process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL }
}
