import Foundation
import HearthModel
import HearthStore
import HearthSystem
import HearthTestSupport
import Testing

@testable import HearthServer

/// What the thread that writes says of a store that cannot be put in order.
@Suite struct DisorderTests {
    private let disk = SimulatedDisk()
    private let reports = DispatchSemaphore(value: 0)
    private let origin = Write.Origin(source: Source(bundleIdentifier: "org.example.test", name: "Test"))

    /// Waits for a report of putting in order with such a failure.
    private func wait(for failure: HearthError?, from thread: WriterThread) throws {
        while true {
            guard reports.wait(timeout: .now() + 60) == .success else { throw Unexpected("nothing more is reported") }
            for case .maintained(_, failure) in thread.takeReports() { return }
        }
    }

    /// Nobody orders anything here: what lasts is told in a quiet moment after a write, and its end, too.
    @Test func whatLastsIsToldUntilItsEnd() throws {
        let thread = WriterThread(try StoreWriter(disk)) { [reports] in reports.signal() }
        let failures = [HearthError(.storageFull, "full"), nil, HearthError(.storageFailed, "failed"), nil]
        for (number, failure) in failures.enumerated() {
            disk.trouble.withLock { $0 = failure }
            let samples = exampleSamples(number..<number + 1)
            thread.send(.commit([Write(origin: origin, operation: .save([samples]))]))
            try wait(for: failure, from: thread)
        }
        thread.send(.close)
        thread.join()
    }
}
