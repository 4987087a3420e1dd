import Foundation
import HearthModel
import HearthStore
import HearthSystem
import HearthTestSupport
import Testing

@testable import HearthServer

/// The reports of the writer thread about maintenance that fails.
@Suite struct DisorderTests {
    private let disk = SimulatedDisk()
    private let reports = DispatchSemaphore(value: 0)
    private let origin = Write.Origin(source: Source(bundleIdentifier: "org.example.test", name: "Test"))

    /// Waits for a report of maintenance with this failure.
    private func wait(for failure: HearthError?, from thread: WriterThread) throws {
        while true {
            guard reports.wait(timeout: .now() + 60) == .success else { throw Unexpected("nothing more is reported") }
            for case .maintained(_, failure) in thread.takeReports() { return }
        }
    }

    /// Without an order: a failure is reported in an idle moment after a write, and so is its end.
    @Test func aFailureOfMaintenanceIsReportedUntilItsEnd() throws {
        let thread = WriterThread(try StoreWriter(disk)) { [reports] in reports.signal() }
        let failures = [HearthError(.storageFull, "full"), nil, HearthError(.storageFailed, "failed"), nil]
        for (number, failure) in failures.enumerated() {
            disk.idleFailure.withLock { $0 = failure }
            let samples = exampleSamples(number..<number + 1)
            thread.send(.commit([Write(origin: origin, operation: .save([samples]))]))
            try wait(for: failure, from: thread)
        }
        thread.send(.close)
        thread.join()
    }

    /// The state after a commit of unknown outcome is read again, and reported even if no sample differs: decisions may.
    @Test(arguments: [SimulatedDisk.Failure.failed, .failedAfterwards])
    func whatWasReadAgainIsReported(_ failure: SimulatedDisk.Failure) throws {
        disk.failure = failure
        let writer = try StoreWriter(disk)
        let before = writer.snapshot.access.revision
        let thread = WriterThread(writer) { [reports] in reports.signal() }
        let denial = AccessControl.decide("org.example.run", [Grant(.heartRate, read: .denied)])
        thread.send(.commit([Write(origin: origin, operation: .controlAccess(denial))]))
        var reported: Snapshot?
        while reported == nil {
            guard reports.wait(timeout: .now() + 60) == .success else { throw Unexpected("nothing more is reported") }
            for case .maintained(let snapshot, _) in thread.takeReports() where snapshot.access.revision !== before {
                reported = snapshot
            }
        }
        #expect(reported?.access.decisions.count == (failure == .failed ? 0 : 1))
        thread.send(.close)
        thread.join()
    }

    /// A checkpoint that a backup prevented succeeds after the backup, though no app saves.
    @Test func housekeepingIsTriedAgainWithoutAnOrder() throws {
        let thread = WriterThread(try StoreWriter(disk)) { [reports] in reports.signal() }
        let calls = DispatchSemaphore(value: 0)
        thread.send(.commit([Write(origin: origin, operation: .save([exampleSamples(0..<1)]))]))
        #expect(reports.wait(timeout: .now() + 60) == .success)
        disk.onIdle.withLock { $0 = { calls.signal() } }
        for _ in 0..<3 {
            #expect(calls.wait(timeout: .now() + 60) == .success)
        }
        thread.send(.close)
        thread.join()
    }
}
