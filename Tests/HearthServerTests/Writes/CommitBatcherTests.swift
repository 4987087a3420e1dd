import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import Testing

/// Which of the queued writes are committed together.
@Suite struct CommitBatcherTests {
    /// Those of clients that are called by their numbers.
    private let origins = (0..<1_000).map { number in
        Write.Origin(source: Source(bundleIdentifier: "\(number)", name: "\(number)"))
    }

    private func writes(_ numbers: some Sequence<Int>) -> [Write] {
        numbers.map { Write(origin: origins[$0], operation: .save([])) }
    }

    private func numbers(_ group: [Write]) -> [Int] {
        group.compactMap { Int($0.origin.source.bundleIdentifier) }
    }

    /// The clients of each group return while the next one is written. Returns the sizes of the groups.
    private func sizes(_ clients: Int, rounds: Int, _ batcher: inout CommitBatcher) -> [Int] {
        batcher.append(writes(0..<clients))
        var answered: [Int] = []
        return (0..<rounds).map { _ in
            let group = numbers(batcher.takeGroup())
            batcher.append(writes(answered))
            answered = group
            return group.count
        }
    }

    @Test func fewWritesAreOneGroupInTheirOrder() {
        var batcher = CommitBatcher()
        batcher.append(writes(0..<10))
        batcher.append(writes(10..<16))
        #expect(numbers(batcher.takeGroup()) == Array(0..<16))
        #expect(batcher.isEmpty)
        #expect(batcher.takeGroup().isEmpty)
    }

    /// Not all at once, so that clients and disk do not wait for each other.
    @Test(arguments: [64, 100, 300]) func aGroupIsHalfOfTheActiveClients(_ clients: Int) {
        var batcher = CommitBatcher()
        let last = sizes(clients, rounds: 20, &batcher).suffix(8)
        #expect(last.allSatisfy { ((clients / 2 - 1)...(clients / 2 + 1)).contains($0) }, "\(last)")
    }

    /// The writer was slow, and all clients have returned: they are not all answered together from then on.
    @Test func afterASlowCommitAGroupIsStillHalf() {
        var batcher = CommitBatcher()
        var answered = Array(0..<64)
        for round in 0..<10 {
            batcher.append(writes(answered))
            answered = numbers(batcher.takeGroup())
            #expect(answered == Array(round.isMultiple(of: 2) ? 0..<32 : 32..<64))
        }
    }

    /// The groups of one client that sends many writes at once keep their size.
    @Test func manyWritesOfOneClientStayInLargeGroups() {
        var batcher = CommitBatcher()
        var answered = 300
        var sizes: [Int] = []
        for _ in 0..<20 {
            batcher.append((0..<answered).map { _ in Write(origin: origins[0], operation: .save([])) })
            answered = batcher.takeGroup().count
            sizes.append(answered)
        }
        #expect(sizes.suffix(4).allSatisfy { $0 >= 100 }, "\(sizes)")
    }

    @Test func aBurstIsFewGroups() {
        var batcher = CommitBatcher()
        batcher.append(writes(0..<1_000))
        var taken: [Int] = []
        var groups = 0
        while !batcher.isEmpty {
            taken += numbers(batcher.takeGroup())
            groups += 1
        }
        #expect(taken == Array(0..<1_000))
        #expect(groups <= 3)
    }

    /// Lingering pays when many clients are active and few of their writes have arrived.
    @Test(arguments: [8, 32, 64, 200]) func theWriterLingersForFewOfMany(_ clients: Int) {
        var batcher = CommitBatcher()
        #expect(!batcher.shouldLinger, "no client is known")
        for first in stride(from: 0, to: clients, by: clients / 4) {
            batcher.append(writes(first..<first + clients / 4))
            while !batcher.isEmpty {
                _ = batcher.takeGroup()
            }
        }
        let half = min(clients / 2, 32)
        for number in 0..<clients / 2 {
            #expect(batcher.shouldLinger == (clients > 32 && number < half), "\(number) of \(clients)")
            batcher.append(writes([number]))
        }
        #expect(!batcher.shouldLinger)
    }

    @Test func theWriterDoesNotLingerForClientsThatAreGone() {
        var batcher = CommitBatcher()
        _ = sizes(64, rounds: 4, &batcher)
        while !batcher.isEmpty {
            _ = batcher.takeGroup()
        }
        for number in 0..<4 {
            batcher.append(writes([number]))
            _ = batcher.takeGroup()
        }
        #expect(!batcher.shouldLinger)
    }

    /// Writes that arrive while a large one is executed go to the disk with it; nothing joins small ones.
    @Test func onlyLargeWritesAreJoined() {
        var batcher = CommitBatcher(largeSamples: 8)
        for (samples, joined) in [(7, []), (8, Array(1..<40)), (7, [])] {
            let large = Write(
                origin: origins[0],
                operation: .save([exampleSamples(0..<samples - 3), exampleSamples(samples - 3..<samples)])
            )
            batcher.append([large])
            #expect(numbers(batcher.takeGroup()) == [0])
            batcher.append(writes(1..<30))
            batcher.append(writes(30..<40))
            #expect(numbers(batcher.takeLateJoiners()) == joined)
            while !batcher.isEmpty {
                _ = batcher.takeGroup()
            }
        }
    }

    /// They are answered with the group.
    @Test func lateJoinersCountAsActiveClients() {
        var batcher = CommitBatcher(largeSamples: 1)
        batcher.append([Write(origin: origins[0], operation: .save([exampleSamples([0])]))])
        #expect(batcher.takeGroup().count == 1)
        batcher.append(writes(1..<60))
        #expect(batcher.takeLateJoiners().count == 59)
        batcher.append(writes(60..<100))
        #expect(batcher.takeGroup().count == 30)
    }
}
