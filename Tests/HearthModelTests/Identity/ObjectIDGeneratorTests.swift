import Foundation
import HearthModel
import HearthTestSupport
import Synchronization
import Testing

@Suite struct ObjectIDGeneratorTests {
    /// A clock that says what the test tells it to.
    private final class FakeClock: Sendable {
        private let now: Mutex<Int64>

        init(_ now: Int64) {
            self.now = Mutex(now)
        }

        func set(_ value: Int64) {
            now.withLock { $0 = value }
        }

        @Sendable
        func read() -> Int64 {
            now.withLock { $0 }
        }
    }

    private static let now: Int64 = 1_700_000_000_000
    private static let counterLimit: UInt64 = 1 << 42

    private func millisecond(_ id: ObjectID) -> Int64 {
        Int64(id.high >> 16)
    }

    private func counter(_ id: ObjectID) -> UInt64 {
        (id.high & 0xFFF) << 30 | id.low >> 32 & 0x3FFF_FFFF
    }

    private func node(_ id: ObjectID) -> UInt32 {
        UInt32(truncatingIfNeeded: id.low)
    }

    private func increasesStrictly(_ ids: [ObjectID]) -> Bool {
        zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    }

    // MARK: - Layout

    @Test func layout() {
        let clock = FakeClock(0x0123_4567_89AB)
        let generator = ObjectIDGenerator(clock: clock.read, firstCounter: 0xABC << 30 | 0x3EDC_BA98, node: 0x1357_9BDF)
        #expect(generator.next().description == "01234567-89AB-7ABC-BEDC-BA9813579BDF")
        #expect(generator.next().description == "01234567-89AB-7ABC-BEDC-BA9913579BDF")
    }

    @Test func versionAndVariant() {
        for counter in (0..<42).map({ UInt64(1) << $0 }) + [0, Self.counterLimit - 1] {
            let generator = ObjectIDGenerator(clock: { Self.now }, firstCounter: counter, node: .max)
            for id in [generator.next()] + generator.next(count: 3) {
                #expect(id.version == 7)
                #expect(id.low >> 62 == 0b10)
            }
        }
    }

    @Test func startsAtARandomCounterOf41BitsAndARandomNode() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 51)
        let firsts = (0..<1000).map { _ in
            ObjectIDGenerator(clock: { Self.now }, random: &random).next()
        }
        #expect(firsts.allSatisfy { counter($0) < Self.counterLimit / 2 }, "HEARTH_TEST_SEED=\(seed)")
        #expect(Set(firsts.map(counter)).count == 1000, "HEARTH_TEST_SEED=\(seed)")
        // Of a thousand 32-bit numbers two may be the same by chance.
        #expect(Set(firsts.map(node)).count >= 998, "HEARTH_TEST_SEED=\(seed)")
        #expect(firsts.reduce(0) { $0 | counter($1) } == Self.counterLimit / 2 - 1, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func theSystemClockIsUnixMilliseconds() {
        let before = Int64(Date().timeIntervalSince1970 * 1000) - 1
        let id = ObjectIDGenerator().next()
        #expect(millisecond(id) >= before)
        #expect(millisecond(id) - before < 3_600_000)
    }

    // MARK: - Order

    @Test func aMillionIncreaseStrictly() {
        let generator = ObjectIDGenerator()
        var last = generator.next()
        for _ in 0..<1_000_000 {
            let id = generator.next()
            guard id > last else {
                Issue.record("\(id) after \(last)")
                return
            }
            last = id
        }
    }

    @Test func batchesAndSinglesMix() {
        let generator = ObjectIDGenerator()
        var ids: [ObjectID] = []
        for count in [0, 1, 2, 1000, 0, 3] {
            ids.append(generator.next())
            let batch = generator.next(count: count)
            #expect(batch.count == count)
            ids += batch
        }
        #expect(increasesStrictly(ids))
        let first = counter(ids[0])
        #expect(ids.map(counter) == Array(first..<first + UInt64(ids.count)))
        #expect(Set(ids.map(node)).count == 1)
        #expect(ids.shuffled().map(\.description).sorted() == ids.map(\.description))
    }

    @Test func theClockMayStandStillStepBackAndJump() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 52)
        let clock = FakeClock(Self.now)
        let generator = ObjectIDGenerator(clock: clock.read, random: &random)
        var ids: [ObjectID] = []
        var highest: Int64 = 0
        let steps: [Int64] = [0, 0, -1, 1, -86_400_000, 5, 86_400_000, -2, 0, 1_000_000_000_000, -1_000_000_000_000]
        for step in steps {
            clock.set(clock.read() + step)
            highest = max(highest, clock.read())
            ids.append(generator.next())
            ids += generator.next(count: 10)
            #expect(ids.suffix(11).allSatisfy { millisecond($0) == highest }, "HEARTH_TEST_SEED=\(seed)")
        }
        #expect(increasesStrictly(ids), "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func aClockOutOfRangeIsBroughtIntoIt() {
        let clock = FakeClock(.min)
        let generator = ObjectIDGenerator(clock: clock.read, firstCounter: 0, node: 0)
        let first = generator.next()
        #expect(millisecond(first) == 0)
        clock.set(.max)
        let second = generator.next()
        clock.set(-1)
        #expect(increasesStrictly([first, second, generator.next()]))
        #expect(second.version == 7)
    }

    // MARK: - Overflow of the counter

    @Test func overflowAdvancesTheMillisecondAndStartsAgain() {
        let start = Self.counterLimit - 2
        let generator = ObjectIDGenerator(clock: { Self.now }, firstCounter: start, node: 5)
        let ids = (0..<5).map { _ in generator.next() }
        #expect(ids.map { millisecond($0) - Self.now } == [0, 0, 1, 1, 2])
        #expect(ids.map { counter($0) - start } == [0, 1, 0, 1, 0])
        #expect(increasesStrictly(ids))
    }

    @Test(arguments: 0..<10)
    func overflowInABatch(count: Int) {
        let makeGenerator = {
            ObjectIDGenerator(clock: { Self.now }, firstCounter: Self.counterLimit - 3, node: 5)
        }
        let (batches, singles) = (makeGenerator(), makeGenerator())
        let ids = batches.next(count: count) + [batches.next()]
        #expect(ids == (0...count).map { _ in singles.next() })
        #expect(increasesStrictly(ids))
    }

    @Test func afterAnOverflowTheClockCatchesUp() {
        let clock = FakeClock(Self.now)
        let generator = ObjectIDGenerator(clock: clock.read, firstCounter: Self.counterLimit - 1, node: 5)
        var ids = [generator.next(), generator.next()]
        clock.set(Self.now + 1)
        ids.append(generator.next())
        clock.set(Self.now + 9)
        ids.append(generator.next())
        #expect(ids.map { millisecond($0) - Self.now } == [0, 1, 2, 10])
    }

    // MARK: - Threads

    @Test func eightThreads() throws {
        // A clock that runs and steps back all the time, whichever thread reads it.
        let ticks = Atomic<Int64>(0)
        let generator = ObjectIDGenerator(
            clock: { Self.now + ticks.wrappingAdd(1, ordering: .relaxed).newValue * 7 % 1000 / 10 }
        )
        let perThread = runOnThreads(8) { thread in
            var ids: [ObjectID] = []
            for round in 0..<2000 {
                ids.append(generator.next())
                ids += generator.next(count: (round + thread) % 7)
            }
            return ids
        }
        #expect(perThread.count == 8)
        #expect(perThread.allSatisfy(increasesStrictly))

        // Counters are given out under the lock, one after the other: in their order the identifiers must increase.
        let inLockOrder = perThread.flatMap { $0 }.sorted { counter($0) < counter($1) }
        #expect(increasesStrictly(inLockOrder))
        #expect(Set(inLockOrder).count == inLockOrder.count)
        let (first, last) = (try #require(inLockOrder.first), try #require(inLockOrder.last))
        #expect(counter(last) - counter(first) == UInt64(inLockOrder.count - 1))
    }

    /// Runs `body` on `count` threads of their own that start together, and gives what each returned.
    private func runOnThreads(
        _ count: Int,
        _ body: @escaping @Sendable (Int) -> [ObjectID]
    ) -> [[ObjectID]] {
        let results = Mutex<[[ObjectID]]>([])
        let (ready, gate, done) = (DispatchGroup(), DispatchGroup(), DispatchGroup())
        gate.enter()
        for thread in 0..<count {
            ready.enter()
            done.enter()
            Thread.detachNewThread {
                ready.leave()
                gate.wait()
                let ids = body(thread)
                results.withLock { $0.append(ids) }
                done.leave()
            }
        }
        ready.wait()
        gate.leave()
        done.wait()
        return results.withLock { $0 }
    }
}
