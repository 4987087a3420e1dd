import Foundation
import HearthModel
import HearthStore
import HearthSystem
import HearthTestSupport
import Testing

@testable import HearthServer

/// Who comes while a large write is carried out goes to the disk with it.
@Suite struct JoiningTests {
    private let origin = Write.Origin(source: Source(bundleIdentifier: "org.example.test", name: "Test"))

    private func save(_ numbers: Range<Int>) -> Write {
        Write(origin: origin, operation: .save([exampleSamples(numbers)]))
    }

    /// The clock is looked at once a write is begun: that is when the small one comes.
    @Test(arguments: [4_000, 10]) func theThreadTakesWhatComesMeanwhile(_ samples: Int) throws {
        let arrival = Guarded<(@Sendable () -> Void)?>(nil)
        let looks = DispatchSemaphore(value: 0)
        let writer = try StoreWriter(MemoryStorage()) {
            arrival.withLock { arrive in
                arrive?()
                arrive = nil
            }
            looks.signal()
            return Timestamp(nanoseconds: 0)
        }
        let reports = DispatchSemaphore(value: 0)
        let thread = WriterThread(writer) { reports.signal() }
        // Left alone, the thread looks whether there is something to be put in order, once. After that it is a write only
        // for which it looks at the clock.
        looks.wait()
        let small = save(samples..<samples + 1)
        arrival.withLock { $0 = { thread.send(.commit([small])) } }
        thread.send(.commit([save(0..<samples)]))
        var groups: [[Int]] = []
        while groups.joined().count < 2 {
            reports.wait()
            for case .committed(let results, _) in thread.takeReports() {
                groups.append(try results.map { try $0.get().added })
            }
        }
        #expect(groups == (samples == 4_000 ? [[samples, 1]] : [[samples], [1]]))
        thread.send(.close)
        thread.join()
    }

    /// With several apps: each small write may join, whoever else has, and the next large one has its turn after them.
    @Test func allThatAreSmallMayJoin() throws {
        var options = ServerOptions()
        options.writing.smallWriteBytes = 1_000
        options.writing.bytesPerGroup = 10_000
        let harness = try ServerHarness(options)
        let importer = try harness.open("org.example.importer")
        let apps = try (0..<3).map { try harness.open("org.example.app\($0)") }
        for call in 2...4 {
            importer.send(UInt64(call), .save(exampleSamples(call * 1_000..<call * 1_000 + 500)))
        }
        #expect(harness.core.takeWrites()?.map(\.sampleCount) == [500])
        for (number, app) in apps.enumerated() {
            app.send(2, .save(exampleSamples([number])))
            #expect(harness.core.takeWrites()?.count == 1)
        }
        #expect(harness.core.takeWrites() == nil)
    }
}
