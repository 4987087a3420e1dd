import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

@testable import HearthServer

/// The thread that writes has one order after the other, and never a quiet moment.
@Suite struct LongLogTests {
    @Test func theLogIsCopiedBeforeItIsVeryLong() throws {
        let folder = try ServerFolder()
        let path = folder.file("busy.hearth")
        var options = CheckpointOptions()
        options.longWALBytes = 512 << 10
        options.walBytes = options.longWALBytes
        let reports = DispatchSemaphore(value: 0)
        let storage = try SQLiteStorage(path: path, checkpoints: options)
        let thread = WriterThread(try StoreWriter(storage)) { reports.signal() }
        let origin = Write.Origin(source: Source(bundleIdentifier: "org.example.test", name: "Test"))
        let saves = 200
        let size = 2_000
        var sent = 0
        func send() {
            let samples = exampleSamples(sent * size..<(sent + 1) * size)
            thread.send(.commit([Write(origin: origin, operation: .save([samples]))]))
            sent += 1
        }
        // One that it works on, and one that waits.
        send()
        send()
        var written = 0
        var most = 0
        while written < saves {
            reports.wait()
            for case .committed(let results, _) in thread.takeReports() {
                for result in results {
                    #expect(throws: Never.self) { try result.get() }
                    written += 1
                    if sent < saves {
                        send()
                    }
                }
            }
            most = max(most, FileStatus(of: path + "-wal")?.size ?? 0)
        }
        #expect(most > 0)
        // At twice this length a commit waits for the checkpoint; one more commit may come before.
        #expect(most < 3 * options.longWALBytes, "\(most >> 10) KiB of log")
        thread.send(.close)
        thread.join()
    }
}
