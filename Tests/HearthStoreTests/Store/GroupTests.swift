import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// Writes that are committed together do what they do one after the other, whichever of them are carried out at once.
@Suite struct StoreGroupTests {
    /// What became of a write, wherever.
    private enum Outcome: Equatable {
        case done(sequence: UInt64, added: Int, deleted: Int, unchanged: Int)
        case refused(ErrorCode, field: String)

        init(_ result: Result<Receipt, HearthError>) {
            switch result {
            case .success(let receipt):
                self = .done(
                    sequence: receipt.anchor.sequence,
                    added: receipt.added,
                    deleted: receipt.deleted,
                    unchanged: receipt.unchanged
                )
            case .failure(let error): self = .refused(error.code, field: error.field)
            }
        }
    }

    /// Beside those of the run, seeds that have found something: with 70004 two correlations of one save lay in one segment
    /// or in two.
    @Test(arguments: Array(0..<8).map { SeededGenerator.firstSeed(default: 1) &+ $0 } + [70_004])
    func aGroupDoesWhatItsWritesDoOneAfterTheOther(seed: UInt64) throws {
        let script = ScriptGenerator.script(seed: seed, steps: 150)
        var random = SeededGenerator(seed: seed)
        let together = try ExampleStore(options: script.options)
        let alone = try ExampleStore(options: script.options)
        let beginnings = [together, alone].map(\.writer.snapshot.anchor.encoded)
        var writes = ArraySlice(scattered(amid: script, &random))
        while !writes.isEmpty {
            let group = Array(writes.prefix(random.pick([1, 2, 5, 40])))
            writes = writes.dropFirst(group.count)
            let outcomes = together.writer.commit(group).map(Outcome.init)
            #expect(outcomes == group.map { Outcome(alone.writer.commit([$0])[0]) }, "HEARTH_TEST_SEED=\(seed)")
        }
        try together.writer.verify()
        for type in ObjectType.all where type.isStored {
            #expect(try together.rows(type) == alone.rows(type), "HEARTH_TEST_SEED=\(seed) \(type)")
        }
        let changes = try commits(of: together, after: beginnings[0])
        let expected = try commits(of: alone, after: beginnings[1])
        #expect(changes.count == expected.count, "HEARTH_TEST_SEED=\(seed)")
        for (commit, alone) in zip(changes, expected) {
            #expect(commit == alone, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// What a change of the store brought: without an order, which within a commit is that of the segments in which the
    /// samples happen to lie.
    private struct Commit: Equatable {
        var added: [ObjectID: SampleRow]
        var deleted: Set<ObjectID>
        var anchor: UInt64
    }

    /// All changes, commit by commit.
    private func commits(of store: ExampleStore, after beginning: [UInt8]) throws -> [Commit] {
        var commits: [Commit] = []
        var anchor = beginning
        var isDone = false
        while !isDone {
            // As many changes as the commit has: a limit never cuts one.
            let changes = try store.changes(after: anchor, limit: 1)
            commits.append(
                Commit(
                    added: Dictionary(changes.added.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
                    deleted: Set(changes.deleted),
                    anchor: try Anchor(decoding: changes.anchor).sequence
                )
            )
            #expect(commits[commits.count - 1].added.count == changes.added.count)
            isDone = changes.caughtUp
            anchor = changes.anchor
        }
        return commits
    }

    /// The script's writes, of which most have to do with each other, and between them saves of samples that occur once.
    private func scattered(amid script: Script, _ random: inout SeededGenerator) -> [Write] {
        var saved = 0
        var writes: [Write] = []
        for case .commit(let group) in script.steps {
            for write in group {
                writes.append(write)
                for _ in 0..<random.pick([0, 1, 3]) {
                    let count = random.pick([1, 1, 1, 7])
                    let columns = exampleRates(1_000_000 + saved..<1_000_000 + saved + count)
                    let app = random.pick([ExampleStore.app, ExampleStore.otherApp])
                    writes.append(Write(origin: app, operation: .save([columns])))
                    saved += count
                }
            }
        }
        return writes
    }

    // MARK: - Which go together

    private func save(_ columns: SampleColumns..., as app: Write.Origin = ExampleStore.app) -> Write {
        Write(origin: app, operation: .save(columns))
    }

    private func runs(_ writes: [Write], after stored: SampleColumns? = nil) throws -> [Range<Int>] {
        let store = try ExampleStore()
        if let stored {
            try store.save(stored)
        }
        return IndependentSaves(among: writes, in: try store.writer.begin()).runs
    }

    @Test func savesOfNewSamplesGoTogetherWhoeverSavesThem() throws {
        let writes = [
            save(exampleRates([1])), save(exampleRates([2, 3]), as: ExampleStore.otherApp), save(exampleRates([4])),
        ]
        #expect(try runs(writes, after: exampleRates([5])) == [0..<3])
    }

    @Test func whatIsStoredOrComesTwiceIsDecidedByItself() throws {
        let writes = [1, 2, 9, 3, 4, 2, 5, 6].map { save(exampleRates([$0])) }
        #expect(try runs(writes, after: exampleRates([9])) == [0..<1, 1..<2, 2..<3, 3..<5, 5..<6, 6..<8])
    }

    @Test func whatReplacesOrDeletesIsDecidedByItself() throws {
        var synced = exampleRates([3])
        synced.metadata = exampleSync("pulse", version: 1)
        let deletion = Write(origin: ExampleStore.app, operation: .delete(.objects([exampleID(1)])))
        let rates = [1, 2, 4].map { save(exampleRates([$0])) }
        #expect(try runs([rates[0], rates[1], save(synced), deletion, rates[2]]) == [0..<2, 2..<3, 3..<4, 4..<5])
    }
}
