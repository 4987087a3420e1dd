import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthStore

/// Writes that are committed together do what they do one after the other, whichever of them are carried out at once.
@Suite struct StoreGroupTests {
    /// What became of a write, wherever.
    private enum Outcome: Equatable {
        case done(sequence: UInt64, added: Int, deleted: Int, unchanged: Int)
        case refused(ErrorCode, field: String)
        /// A deletion that readers have to search or to prepare on.
        case leftOut

        init(_ outcome: WriteOutcome) {
            switch outcome.result {
            case .success(let receipt)?:
                self = .done(
                    sequence: receipt.anchor.sequence,
                    added: receipt.added,
                    deleted: receipt.deleted,
                    unchanged: receipt.unchanged
                )
            case .failure(let error)?: self = .refused(error.code, field: error.field)
            case nil: self = .leftOut
            }
        }
    }

    /// Beside those of the run, seeds that have found something: with 70004 two correlations of one save lay in one segment
    /// or in two.
    @Test(
        arguments: Array(0..<8).map { SeededGenerator.firstSeed(default: 1) &+ $0 } + [70_004],
        [StorePlace.memory, .database]
    )
    func aGroupDoesWhatItsWritesDoOneAfterTheOther(seed: UInt64, _ place: StorePlace) throws {
        let script = ScriptGenerator.script(seed: seed, steps: 150)
        var random = SeededGenerator(seed: seed)
        let together = try ExampleStore(OpenPlace(place).storage(.standard), options: script.options)
        let alone = try ExampleStore(options: script.options)
        let beginnings = [together, alone].map(\.writer.snapshot.sealedAnchor)
        var writes = ArraySlice(scattered(amid: script, &random))
        while !writes.isEmpty {
            let group = Array(writes.prefix(random.pick([1, 2, 5, 40])))
            writes = writes.dropFirst(group.count)
            // What deletions mean was searched before the others of the group.
            let searched = group.map {
                $0.searched(
                    by: together.reader,
                    in: together.writer.snapshot,
                    preparesSaves: random.pick([true, false])
                )
            }
            let outcomes = together.writer.commit(searched).map(Outcome.init)
            // A deletion for which readers have more to prepare is done after the others.
            for (write, outcome) in zip(group, outcomes) where outcome != .leftOut {
                #expect(outcome == Outcome(alone.writer.commit([write])[0]), "HEARTH_TEST_SEED=\(seed)")
            }
            for (write, outcome) in zip(group, outcomes) where outcome == .leftOut {
                let outcomes = [together, alone].map { Outcome($0.writer.commit([write])[0]) }
                #expect(outcomes[0] == outcomes[1], "HEARTH_TEST_SEED=\(seed)")
            }
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
    private func commits(of store: ExampleStore, after beginning: EncodedAnchor) throws -> [Commit] {
        var commits: [Commit] = []
        var commit = Commit(added: [:], deleted: [], anchor: 0)
        var page = ExampleChanges(anchor: beginning)
        while !page.caughtUp {
            page = try store.changes(after: page.anchor, limit: 1)
            for sample in page.added {
                #expect(commit.added.updateValue(sample, forKey: sample.id) == nil)
            }
            commit.deleted.formUnion(page.deleted)
            let anchor = try Anchor(decoding: page.anchor, store.writer.snapshot.anchorSeal)
            commit.anchor = anchor.sequence
            // Inside a commit the anchor says how far the deletions have come and how far the samples.
            if anchor.sequence == anchor.deletions {
                commits.append(commit)
                commit = Commit(added: [:], deleted: [], anchor: 0)
            }
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
                    var columns = exampleRates(1_000_000 + saved..<1_000_000 + saved + count)
                    columns.payload = .quantity(quantities(of: columns, &random))
                    let app = random.pick([ExampleStore.app, ExampleStore.otherApp])
                    writes.append(Write(origin: app, operation: .save([columns])))
                    saved += count
                }
            }
        }
        return writes
    }

    /// What the samples hold: plain values, such in another unit, and what is known of series, with points or without.
    private func quantities(of samples: SampleColumns, _ random: inout SeededGenerator) -> QuantityColumns {
        var columns = QuantityColumns(values: samples.ids.indices.map { 60 + Double($0) })
        switch random.below(5) {
        case 0:
            columns.unit = unit("count/s")
        case 1:
            columns.counts = samples.ids.map { _ in 3 }
            (columns.minimums, columns.maximums) = (columns.values.map { $0 - 5 }, columns.values.map { $0 + 5 })
        case 2:
            columns.counts = samples.ids.map { _ in 1 }
            columns.points = SeriesPoints(
                lengths: samples.ids.map { _ in random.pick([0, 1]) },
                starts: [],
                values: []
            )
            let carried = samples.ids.indices.filter { columns.points?.lengths[$0] == 1 }
            columns.points?.starts = carried.map { samples.starts[$0] }
            columns.points?.values = carried.map { columns.values[$0] }
        default: break
        }
        return columns
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
        return SaveConflicts(among: writes, in: try store.writer.begin()).runs.map(\.writes)
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

    private func workout(_ number: Int) -> SampleColumns {
        SampleColumns(
            type: .workout,
            ids: [exampleID(number)],
            starts: [at(1_795_000_000_000_000_000)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
    }

    /// Every kind of write that must see the one before it, each between saves that are independent.
    @Test func conflictsOfEveryKindAmidIndependentSavesHaveTheSameOutcome() throws {
        let app = ExampleStore.app
        func synced(_ number: Int, version: Int64) -> Write {
            var columns = exampleRates([number])
            columns.metadata = exampleSync("pulse", version: version)
            return save(columns)
        }
        let matching = Clause(type: ExampleStore.heartRate)
        let conflicts: [Write] = [
            // Stored: the same content, and other content.
            save(exampleRates([1])), save(exampleRates([2]) { _ in 99 }),
            // Twice in the group, and twice in one save.
            save(exampleRates([50])), save(exampleRates([50])), save(exampleRates([51]) { _ in 1 }),
            save(exampleRates([51]) { _ in 2 }), save(exampleRates([52, 52])),
            // One UUID in two columns of a save.
            save(exampleRates([53]), exampleRates([53], of: type("stepCount"))),
            // A version, a newer one and an older one.
            synced(60, version: 1), synced(61, version: 3), synced(62, version: 2),
            // Deletions of what the group saved and of what was stored, and of what another app saved.
            Write(origin: app, operation: .delete(.objects([exampleID(100), exampleID(1)]))),
            Write(origin: ExampleStore.otherApp, operation: .delete(.objects([exampleID(101)]))),
            save(exampleRates([100])),
            Write(origin: app, operation: .delete(.matching(matching))),
            save(exampleRates([101])),
            save(workout(7)),
            Write(
                origin: app,
                operation: .addToWorkout(AddToWorkout(workout: exampleID(7), columns: [exampleRates([70])]))
            ),
        ]
        for seed in 1...8 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var next = 100
            let writes = (seed == 1 ? conflicts : conflicts.shuffled(using: &random)).flatMap { conflict in
                let neighbours = (0..<random.pick([1, 2, 3])).map { _ in
                    defer { next += 1 }
                    return save(exampleRates([next]), as: random.pick([app, ExampleStore.otherApp]))
                }
                return neighbours + [conflict]
            }
            let (together, alone) = (try ExampleStore(), try ExampleStore())
            for store in [together, alone] {
                try store.save(exampleRates(1...3))
            }
            let outcomes = together.writer.commit(writes).map(Outcome.init)
            #expect(outcomes == writes.map { Outcome(alone.writer.commit([$0])[0]) }, "seed \(seed)")
            for type in [ExampleStore.heartRate, type("stepCount"), .workout] {
                #expect(try together.rows(type) == alone.rows(type), "seed \(seed)")
            }
            try together.writer.verify()
        }
    }

    // MARK: - What lies together

    private func rates(_ numbers: [Int], in text: String) -> SampleColumns {
        var columns = exampleRates(numbers)
        columns.payload = .quantity(QuantityColumns(values: numbers.map { _ in 2 }, unit: unit(text)))
        return columns
    }

    /// Each save has its own unit, order, device and types; what is stored is the same.
    @Test func savesOfAllFormsLieTogether() throws {
        var measured = exampleRates([20, 21])
        measured.provenance = DictionaryColumn(
            entries: [Provenance(device: Device(name: "Strap")), Provenance()],
            indexes: [0, 1]
        )
        let writes = [
            save(rates([3, 1, 2], in: "count/s")), save(exampleRates([9, 7])),
            save(measured, as: ExampleStore.otherApp),
            save(rates([11], in: "count/s"), exampleRates([12], of: type("stepCount")), exampleRates([13, 10])),
        ]
        let (together, alone) = (try ExampleStore(), try ExampleStore())
        let outcomes = together.writer.commit(writes).map(Outcome.init)
        #expect(outcomes == writes.map { Outcome(alone.writer.commit([$0])[0]) })
        #expect(outcomes.last == .done(sequence: 11, added: 4, deleted: 0, unchanged: 0))
        for type in [ExampleStore.heartRate, type("stepCount")] {
            #expect(try together.rows(type) == alone.rows(type))
        }
        let numbers = [1, 2, 3, 7, 9, 10, 11, 13, 20, 21]
        #expect(try together.rows(ExampleStore.heartRate).map(\.id) == numbers.map { exampleID($0) })
        #expect(together.writer.snapshot.segmentCount == 2)
        try together.writer.verify()
    }

    /// Of one series the points are saved, of the other what follows from them.
    @Test func seriesWithAndWithoutPointsLieTogether() throws {
        var points = exampleRates([1, 2])
        points.payload = .quantity(
            QuantityColumns(
                values: [70, 80],
                counts: [2, 1],
                points: SeriesPoints(lengths: [2, 0], starts: [points.starts[0], points.starts[0]], values: [60, 80])
            )
        )
        points.ends = points.starts
        var condensed = exampleRates([3, 4])
        condensed.payload = .quantity(
            QuantityColumns(values: [75, 85], counts: [9, 4], minimums: [50, 55], maximums: [90, 95])
        )
        let (together, alone) = (try ExampleStore(), try ExampleStore())
        for group in [[points, condensed].map { save($0) }, [save(exampleRates([5]))]] {
            let outcomes = together.writer.commit(group).map(Outcome.init)
            #expect(outcomes == group.map { Outcome(alone.writer.commit([$0])[0]) })
        }
        let rows = try together.rows(ExampleStore.heartRate)
        #expect(try rows == alone.rows(ExampleStore.heartRate))
        let quantities = rows.compactMap { row in
            if case .quantity(let quantity) = row.content { quantity } else { nil }
        }
        #expect(quantities.map(\.minimum) == [60, 80, 50, 55, 65])
        #expect(quantities.map(\.maximum) == [80, 80, 90, 95, 65])
        try together.writer.verify()
    }

    /// Two of 64 saves are invalid, each in another way: the others are one segment, and not one each.
    @Test func anInvalidSaveLeavesTheOthersTogether() throws {
        var tooLarge = exampleRates([2])
        tooLarge.payload = .quantity(QuantityColumns(values: [1.7e308], unit: unit("count/s")))
        var foreign = exampleRates([40])
        foreign.provenance.entries = [Provenance(source: ExampleStore.otherApp.source)]
        var writes = (0..<64).map { save(exampleRates([$0])) }
        writes[2] = save(tooLarge)
        writes[40] = save(foreign)
        let store = try ExampleStore()
        let first = try store.writer.begin().nextBlock
        let outcomes = store.writer.commit(writes).map(Outcome.init)
        #expect(outcomes[2] == .refused(.valueOutOfRange, field: "columns[0].quantity.values[0]"))
        #expect(outcomes[40] == .refused(.invalidArgument, field: "columns[0].provenances[0].source"))
        #expect(outcomes.count { if case .done = $0 { true } else { false } } == 62)
        #expect(try store.writer.begin().nextBlock - first == 1)
    }

    /// A block that cannot be read concerns the save whose UUID may be in it, and no other.
    @Test func anUnreadableBlockLeavesTheOtherSavesTogether() throws {
        let storage = ObservedStorage(MemoryStorage())
        let store = try ExampleStore(storage)
        try store.save(exampleRates(0..<10))
        storage.unreadableSegment = store.writer.snapshot.samples[ExampleStore.heartRate]?.last?.id
        let writes = [20, 5, 21, 22].map { save(exampleRates([$0])) }
        let runs = SaveConflicts(among: writes, in: try store.writer.begin()).runs
        #expect(runs.map(\.writes) == [0..<1, 1..<2, 2..<4])
        #expect(runs.map(\.isIndependent) == [true, false, true])
    }

    /// What cannot be stored in the type's unit, and what another app is said to have saved.
    @Test func aRefusedSaveLeavesItsNeighbours() throws {
        var tooLarge = exampleRates([2])
        tooLarge.payload = .quantity(QuantityColumns(values: [1.7e308], unit: unit("count/s")))
        var foreign = exampleRates([4])
        foreign.provenance.entries = [Provenance(source: ExampleStore.otherApp.source)]
        let store = try ExampleStore()
        let writes = [exampleRates([1]), tooLarge, exampleRates([3]), foreign, exampleRates([5])].map { save($0) }
        #expect(
            store.writer.commit(writes).map(Outcome.init) == [
                .done(sequence: 1, added: 1, deleted: 0, unchanged: 0),
                .refused(.valueOutOfRange, field: "columns[0].quantity.values[0]"),
                .done(sequence: 2, added: 1, deleted: 0, unchanged: 0),
                .refused(.invalidArgument, field: "columns[0].provenances[0].source"),
                .done(sequence: 3, added: 1, deleted: 0, unchanged: 0),
            ]
        )
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == [1, 3, 5].map { exampleID($0) })
        try store.writer.verify()
    }
}
