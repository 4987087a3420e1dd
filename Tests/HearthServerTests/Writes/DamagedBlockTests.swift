import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

@testable import HearthServer

/// A block that is damaged when the server starts.
@Suite struct DamagedBlockTests {
    private let origin = Write.Origin(source: Source(bundleIdentifier: "org.example.test", name: "Test"))

    /// With UUIDs that any block may have.
    private func save(_ numbers: Range<Int>) -> Write {
        var samples = exampleSamples(numbers)
        samples.ids = numbers.map {
            ObjectID(high: UInt64($0) &* 0x9E37_79B9_7F4A_7C15 & ~0xF000 | 0x4000, low: 1 << 63)
        }
        return Write(origin: origin, operation: .save([samples]))
    }

    /// Saves go on, and the reason is told as one for which maintenance is incomplete.
    @Test func itIsReportedAndSavesGoOn() throws {
        let storage = MemoryStorage()
        var options = StoreOptions()
        options.segmentSamples = 8
        _ = try StoreWriter(storage, options: options).commit([save(0..<320)])[0].get()
        let stored = storage.load()
        var changes = StorageChanges(header: stored.header)
        changes.deletedBlocks = [stored.segments[20].id]
        storage.commit(changes)

        let reports = DispatchSemaphore(value: 0)
        let thread = WriterThread(try StoreWriter(storage.reopened(), options: options)) { reports.signal() }
        thread.send(.commit([save(320..<321)]))
        thread.send(.close)
        var failures: [HearthError] = []
        var added: [Int] = []
        var isClosed = false
        while !isClosed {
            reports.wait()
            for report in thread.takeReports() {
                switch report {
                case .committed(let outcomes, _): added += try outcomes.map { try $0.get().added }
                case .maintained(_, let failure): failures += [failure].compactMap(\.self)
                case .examined: break
                case .closed: isClosed = true
                }
            }
        }
        thread.join()
        #expect(added == [1] && failures.contains { $0.code == .storageCorrupt })
    }
}
