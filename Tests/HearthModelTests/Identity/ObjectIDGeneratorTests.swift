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

    /// Draws from a random generator, on any thread.
    private final class Draws: Sendable {
        private let random: Mutex<SeededGenerator>

        init(_ random: SeededGenerator) {
            self.random = Mutex(random)
        }

        @Sendable
        func next() -> ObjectIDGenerator.Start {
            random.withLock { ObjectIDGenerator.Start(&$0) }
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

    /// A generator that starts at the same numbers in each millisecond.
    private func makeGenerator(
        _ clock: @escaping @Sendable () -> Int64 = { Self.now },
        counter: UInt64,
        node: UInt32
    ) -> ObjectIDGenerator {
        ObjectIDGenerator(clock: clock, draw: { .init(counter: counter, node: node) })
    }

    /// What a random generator makes, one after the other.
    private func draws(of random: SeededGenerator) -> @Sendable () -> ObjectIDGenerator.Start {
        let draws = Draws(random)
        return draws.next
    }

    private func increasesStrictly(_ ids: [ObjectID]) -> Bool {
        zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    }

    // MARK: - Layout

    @Test func layout() {
        let clock = FakeClock(0x0123_4567_89AB)
        let generator = makeGenerator(clock.read, counter: 0xABC << 30 | 0x3EDC_BA98, node: 0x1357_9BDF)
        #expect(generator.next().description == "01234567-89AB-7ABC-BEDC-BA9813579BDF")
        #expect(generator.next().description == "01234567-89AB-7ABC-BEDC-BA9913579BDF")
    }

    @Test func versionAndVariant() {
        for counter in (0..<42).map({ UInt64(1) << $0 }) + [0, Self.counterLimit - 1] {
            let generator = makeGenerator(counter: counter, node: .max)
            for id in [generator.next()] + generator.next(count: 3) {
                #expect(id.version == 7)
                #expect(id.low >> 62 == 0b10)
            }
        }
    }

    @Test func startsAtARandomCounterOf41BitsAndARandomNode() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 51)
        let firsts = (0..<1000).map { _ in
            let start = ObjectIDGenerator.Start(&random)
            return ObjectIDGenerator(clock: { Self.now }, draw: { start }).next()
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
        let generator = ObjectIDGenerator(clock: { Self.now })
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
        let (random, seed) = SeededGenerator.fromEnvironment(default: 52)
        let clock = FakeClock(Self.now)
        let generator = ObjectIDGenerator(clock: clock.read, draw: draws(of: random))
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
        let generator = makeGenerator(clock.read, counter: 0, node: 0)
        let first = generator.next()
        #expect(millisecond(first) == 0)
        clock.set(.max)
        let second = generator.next()
        clock.set(-1)
        #expect(increasesStrictly([first, second, generator.next()]))
        #expect(second.version == 7)
    }

    // MARK: - What nobody can foretell

    @Test func anotherMillisecondSharesNeitherCounterNorNode() {
        let (random, seed) = SeededGenerator.fromEnvironment(default: 53)
        let clock = FakeClock(Self.now)
        let generator = ObjectIDGenerator(clock: clock.read, draw: draws(of: random))
        var ids: [ObjectID] = []
        for step in 0..<1000 {
            clock.set(Self.now + Int64(step))
            ids.append(generator.next())
        }
        #expect(increasesStrictly(ids), "HEARTH_TEST_SEED=\(seed)")
        // A thousand numbers of 41 bits and of 32 bits: a few nodes may be the same by chance, but none follows its neighbour.
        #expect(Set(ids.map(counter)).count == 1000, "HEARTH_TEST_SEED=\(seed)")
        #expect(Set(ids.map(node)).count >= 998, "HEARTH_TEST_SEED=\(seed)")
        for (id, next) in zip(ids, ids.dropFirst()) {
            let distance = counter(next) > counter(id) ? counter(next) - counter(id) : counter(id) - counter(next)
            #expect(distance > 10_000 && node(id) != node(next), "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func withinAMillisecondTheCounterIncreasesByOne() {
        let (random, seed) = SeededGenerator.fromEnvironment(default: 54)
        let generator = ObjectIDGenerator(clock: { Self.now }, draw: draws(of: random))
        let ids = generator.next(count: 100_000) + [generator.next()]
        let first = counter(ids[0])
        #expect(ids.map(counter) == Array(first..<first + 100_001), "HEARTH_TEST_SEED=\(seed)")
        #expect(Set(ids.map(node)).count == 1, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func aClockThatStepsBackKeepsTheTimeAndTheCounterAndDrawsTheNode() {
        let (random, seed) = SeededGenerator.fromEnvironment(default: 55)
        let clock = FakeClock(Self.now)
        let generator = ObjectIDGenerator(clock: clock.read, draw: draws(of: random))
        var ids = [generator.next()]
        for step in 1...100 {
            clock.set(Self.now - 5_000 + Int64(step))
            ids.append(generator.next())
        }
        let first = counter(ids[0])
        #expect(ids.allSatisfy { millisecond($0) == Self.now }, "HEARTH_TEST_SEED=\(seed)")
        #expect(ids.map(counter) == Array(first...first + 100), "HEARTH_TEST_SEED=\(seed)")
        #expect(zip(ids, ids.dropFirst()).allSatisfy { node($0) != node($1) }, "HEARTH_TEST_SEED=\(seed)")
    }

    // MARK: - Overflow of the counter

    @Test func overflowAdvancesTheMillisecondAndStartsAgain() {
        let start = Self.counterLimit - 2
        let generator = makeGenerator(counter: start, node: 5)
        let ids = (0..<5).map { _ in generator.next() }
        #expect(ids.map { millisecond($0) - Self.now } == [0, 0, 1, 1, 2])
        #expect(ids.map { counter($0) - start } == [0, 1, 0, 1, 0])
        #expect(increasesStrictly(ids))
    }

    @Test(arguments: 0..<10)
    func overflowInABatch(count: Int) {
        let batches = makeGenerator(counter: Self.counterLimit - 3, node: 5)
        let singles = makeGenerator(counter: Self.counterLimit - 3, node: 5)
        let ids = batches.next(count: count) + [batches.next()]
        #expect(ids == (0...count).map { _ in singles.next() })
        #expect(increasesStrictly(ids))
    }

    @Test func afterAnOverflowTheClockCatchesUp() {
        let clock = FakeClock(Self.now)
        let generator = makeGenerator(clock.read, counter: Self.counterLimit - 1, node: 5)
        var ids = [generator.next(), generator.next()]
        clock.set(Self.now + 1)
        ids.append(generator.next())
        clock.set(Self.now + 9)
        ids.append(generator.next())
        #expect(ids.map { millisecond($0) - Self.now } == [0, 1, 2, 9])
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

        // Counters are given out under the lock, one after the other: those of a millisecond leave no gap.
        let sorted = perThread.flatMap { $0 }.sorted()
        #expect(increasesStrictly(sorted))
        for (id, next) in zip(sorted, sorted.dropFirst()) where millisecond(id) == millisecond(next) {
            #expect(counter(next) == counter(id) + 1)
        }
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
