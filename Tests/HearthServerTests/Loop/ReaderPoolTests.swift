import Dispatch
import HearthStore
import Testing

@testable import HearthServer

/// The threads that read.
@Suite struct ReaderPoolTests {
    /// What reads have freed returns to the system then, although the writer may have work all the time.
    @Test func aThreadIsIdleOnceAfterReads() throws {
        let writer = try StoreWriter(MemoryStorage())
        let runners = try (0..<2).map { _ in ReadRunner(try writer.makeReader()) }
        let (idle, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let pool = ReaderPool(runners, becameIdle: { idle.signal() }, wake: { finished.signal() })
        for _ in 0..<3 {
            pool.send(Read(Released([UInt8](repeating: 0, count: 1 << 20))))
            #expect(finished.wait(timeout: .now() + 60) == .success)
            #expect(pool.takeFinished().count == 1)
            #expect(idle.wait(timeout: .now() + 60) == .success)
        }
        pool.close()
        #expect(idle.wait(timeout: .now()) == .timedOut, "not without reads")
    }
}
