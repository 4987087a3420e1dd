import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import Testing

/// Which of the writes that wait go to the disk together.
@Suite struct WaitingWritesTests {
    /// Writes by apps that are called by their numbers.
    private func writes(_ numbers: Range<Int>) -> [Write] {
        numbers.map { number in
            Write(origin: origin(number), operation: .save([]))
        }
    }

    private func origin(_ number: Int) -> Write.Origin {
        Write.Origin(source: Source(bundleIdentifier: "\(number)", name: "\(number)"))
    }

    private func numbers(_ group: [Write]) -> [Int] {
        group.compactMap { Int($0.origin.source.bundleIdentifier) }
    }

    @Test func fewGoTogether() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<10))
        waiting.append(writes(10..<16))
        #expect(numbers(waiting.takeGroup()) == Array(0..<16))
        #expect(waiting.isEmpty)
        #expect(waiting.takeGroup().isEmpty)
    }

    /// Half of all: those of one half come back one by one while the other half is written.
    @Test func manyTakeTurnsInHalves() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<64))
        var answered: [Int] = []
        for round in 0..<10 {
            let group = numbers(waiting.takeGroup())
            #expect(group == Array(round.isMultiple(of: 2) ? 0..<32 : 32..<64))
            for number in answered {
                waiting.append(writes(number..<number + 1))
            }
            answered = group
        }
    }

    /// The writer was slow, and all have come back: they are not all answered together from then on.
    @Test func whoIsBackIsCountedOnce() {
        let origins = (0..<64).map(origin)
        var waiting = WaitingWrites()
        var answered = 0..<64
        for round in 0..<10 {
            waiting.append(answered.map { Write(origin: origins[$0], operation: .save([])) })
            let group = numbers(waiting.takeGroup())
            #expect(group == Array(round.isMultiple(of: 2) ? 0..<32 : 32..<64))
            answered = group[0]..<group[0] + group.count
        }
    }

    /// One client who sends many writes at once has groups that stay of the same size.
    @Test func manyOfOneClientGoTogether() {
        let origin = origin(0)
        var waiting = WaitingWrites()
        var answered = 300
        var sizes: [Int] = []
        for _ in 0..<20 {
            waiting.append((0..<answered).map { _ in Write(origin: origin, operation: .save([])) })
            answered = waiting.takeGroup().count
            sizes.append(answered)
        }
        #expect(sizes.suffix(4).allSatisfy { $0 >= 100 }, "\(sizes)")
    }

    /// Whoever was in a small group, by chance, does not stay in one.
    @Test func unequalHalvesBecomeEqual() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<20))
        var answered = numbers(waiting.takeGroup())
        waiting.append(writes(20..<100))
        var sizes: [Int] = []
        for _ in 0..<8 {
            let group = numbers(waiting.takeGroup())
            for number in answered {
                waiting.append(writes(number..<number + 1))
            }
            answered = group
            sizes.append(group.count)
        }
        #expect(sizes.suffix(4).allSatisfy { (48...52).contains($0) }, "\(sizes)")
    }

    /// What comes all at once, and after which nobody comes, is divided once and not again and again.
    @Test func burstGoesInTwo() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<1_000))
        var taken: [Int] = []
        var groups = 0
        while !waiting.isEmpty {
            taken += numbers(waiting.takeGroup())
            groups += 1
        }
        #expect(taken == Array(0..<1_000))
        #expect(groups == 2)
    }

    /// A moment's wait is worth it when many are around and few of them are there. Everybody here has an origin of his own,
    /// as each connection has.
    @Test(arguments: [8, 32, 64, 200]) func fewOfManyAreWorthAWait(_ clients: Int) {
        let origins = (0..<clients).map(origin)
        func come(_ numbers: Range<Int>, _ waiting: inout WaitingWrites) {
            waiting.append(numbers.map { Write(origin: origins[$0], operation: .save([])) })
        }
        var waiting = WaitingWrites()
        #expect(!waiting.areMoreExpected, "nobody is known")
        for first in stride(from: 0, to: clients, by: clients / 4) {
            come(first..<first + clients / 4, &waiting)
            while !waiting.isEmpty {
                _ = waiting.takeGroup()
            }
        }
        let half = min(clients / 2, 32)
        for number in 0..<clients / 2 {
            #expect(waiting.areMoreExpected == (clients > 32 && number < half), "\(number) of \(clients)")
            come(number..<number + 1, &waiting)
        }
        #expect(!waiting.areMoreExpected)
    }

    /// Who has not come for some groups is not waited for.
    @Test func whoIsGoneIsNotExpected() {
        var waiting = WaitingWrites()
        waiting.append(writes(0..<64))
        while !waiting.isEmpty {
            _ = waiting.takeGroup()
        }
        #expect(waiting.areMoreExpected)
        for number in 0..<4 {
            waiting.append(writes(number..<number + 1))
            _ = waiting.takeGroup()
        }
        #expect(!waiting.areMoreExpected)
    }

    /// Whoever comes while a large write is carried out goes to the disk with it; nobody joins small ones.
    @Test func onlyLargeOnesAreJoined() {
        var waiting = WaitingWrites(largeSamples: 8)
        for (samples, joined) in [(7, []), (8, Array(1..<40)), (7, [])] {
            let large = Write(
                origin: origin(0),
                operation: .save([exampleSamples(0..<samples - 3), exampleSamples(samples - 3..<samples)])
            )
            waiting.append([large])
            #expect(numbers(waiting.takeGroup()) == [0])
            waiting.append(writes(1..<30))
            waiting.append(writes(30..<40))
            #expect(numbers(waiting.takeJoining()) == joined)
            while !waiting.isEmpty {
                _ = waiting.takeGroup()
            }
        }
    }

    /// Those who join are answered with the group, and count as those who come back.
    @Test func whoJoinsComesBack() {
        var waiting = WaitingWrites(largeSamples: 1)
        waiting.append([Write(origin: origin(0), operation: .save([exampleSamples([0])]))])
        #expect(waiting.takeGroup().count == 1)
        waiting.append(writes(1..<60))
        #expect(waiting.takeJoining().count == 59)
        waiting.append(writes(60..<100))
        #expect(waiting.takeGroup().count == 40)
    }
}
