import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// Other apps add samples to workouts while readers prepare newer versions of these samples. However many they add, the commit
/// of the save has little to do, and its result is the one that it has when its commit does all of it.
@Suite struct FollowedMembershipTests {
    private static let count = 600
    private let storage = MemoryStorage()
    private let observed: ObservedStorage
    private let store: ExampleStore
    /// A store in which a commit does all of the save.
    private let other: ExampleStore

    init() throws {
        var options = StoreOptions.inSmallSteps(preparedBytes: 8 << 10)
        options.mergeWidth = 2
        observed = ObservedStorage(storage)
        store = try ExampleStore(observed, options: options)
        other = try ExampleStore(options: options)
        try commit(.save([Self.versions(1)]), as: ExampleStore.app)
    }

    /// A version of all samples.
    private static func versions(_ version: Int64) -> SampleColumns {
        var columns = exampleRates((0..<count).map { Int(version) * 10_000 + $0 })
        // Without an order, so that blocks that name them are not small.
        columns.ids = columns.ids.map {
            ObjectID(high: $0.high &* 0x9E37_79B9_7F4A_7C15 & ~0xF000 | 0x4000, low: ($0.high &* 0xBF58_476D) | 1 << 63)
        }
        columns.metadata = DictionaryColumn((0..<count).map { exampleSync("\($0)", version: version).entries[0] })
        return columns
    }

    private static let old = versions(1).ids
    private static var newVersions: [SampleColumns] { [versions(2)] }

    private static func workout(_ number: Int) -> ObjectID {
        ObjectID(high: 0x0190_0000_0000_7000 + UInt64(number) << 16, low: 1 << 63)
    }

    private static func workouts(_ numbers: some Sequence<Int>) -> SampleColumns {
        let numbers = Array(numbers)
        return SampleColumns(
            type: .workout,
            ids: numbers.map(workout),
            starts: numbers.map { at(1_795_000_000_000_000_000 + Int64($0)) },
            payload: .workout(
                WorkoutColumns(activityTypes: numbers.map { _ in WorkoutActivityType(rawValue: 37) })
            )
        )
    }

    /// A version of some of `count` workouts, all of which it replaces. Each version of a workout has a number of its own.
    private static func versions(_ version: Int64, ofWorkouts workouts: some Sequence<Int>, of count: Int)
        -> SampleColumns
    {
        let workouts = Array(workouts)
        var columns = Self.workouts(workouts.map { count * Int(version - 1) + $0 })
        columns.metadata = DictionaryColumn(
            workouts.map { exampleSync("workout \($0)", version: version).entries[0] }
        )
        return columns
    }

    /// Both stores get the same writes.
    private func commit(_ operation: Write.Operation, as app: Write.Origin = ExampleStore.otherApp) throws {
        try store.commit(operation, as: app)
        try other.commit(operation, as: app)
    }

    private func add(_ samples: [ObjectID], to workout: Int) throws {
        try commit(.addToWorkout(AddToWorkout(workout: Self.workout(workout), stored: samples)))
    }

    /// Commits a save until it is done, and other writes between. `rows`: the work of a reader's step. Returns how often it was
    /// left out.
    @discardableResult
    private func complete(
        _ columns: [SampleColumns],
        rows: Int = .max,
        between: (Int) throws -> Void = { _ in }
    ) throws -> Int {
        let encoder = SaveEncoder(columns, by: ExampleStore.app)
        let save = Write(origin: ExampleStore.app, operation: .save(columns))
        for round in 0..<1_000 {
            while try !encoder.step(store.reader, rows: rows, newest: store.writer.snapshot) {}
            let write = save.prepared(.success(.save(encoder.prepared)))
            if let result = store.writer.commit([write])[0].result {
                _ = try result.get()
                #expect(encoder.planCount == 1)
                return round
            }
            try between(round)
        }
        throw HearthError(.unknown, "the save is never done")
    }

    private func members(of workout: Int, in store: ExampleStore) throws -> Set<ObjectID> {
        var members: Set<ObjectID> = []
        for association in store.writer.snapshot.associations.elements
        where association.workout == Self.workout(workout) {
            members.formUnion(try store.writer.reader.members(of: association))
        }
        return members
    }

    /// Saves the new versions. Returns the work of each attempt to commit them when they are prepared. `before`: what others do
    /// before an attempt, with the works of those before it.
    private func worksOfCommits(_ before: ([Int]) throws -> Void) throws -> [Int] {
        var works: [Int] = []
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        let save = Write(origin: ExampleStore.app, operation: .save(Self.newVersions))
        var isDone = false
        while !isDone {
            while try !encoder.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
            guard case .complete = encoder.prepared.progress else {
                _ = store.writer.commit([save.prepared(.success(.save(encoder.prepared)))])
                continue
            }
            try before(works)
            let start = store.writer.reader.work
            isDone = store.writer.commit([save.prepared(.success(.save(encoder.prepared)))])[0].result != nil
            works.append(store.writer.reader.work - start)
        }
        return works
    }

    private func checkStores(_ workouts: Range<Int>, _ note: Comment = "") throws {
        let numbers = store.writer.snapshot.associations.elements.map(\.id)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, note)
        try store.writer.verify()
        let restarted = try ExampleStore(storage.reopened())
        try restarted.writer.verify()
        #expect(restarted.writer.snapshot.associations.elements.map(\.id) == numbers, note)
        for workout in workouts {
            let expected = try members(of: workout, in: other)
            #expect(try members(of: workout, in: store) == expected, note)
            #expect(try members(of: workout, in: restarted) == expected, note)
        }
        #expect(store.writer.snapshot.head == other.writer.snapshot.head, note)
    }

    // MARK: - Work

    /// A commit tries a small save first. The search ends where samples are in more workouts than it may find.
    @Test func theSearchCountsEachWorkoutThatItFinds() throws {
        let workouts = 200
        try commit(.save([Self.workouts(0..<workouts)]))
        for workout in 0..<workouts {
            try add(Self.old, to: workout)
        }
        let replacements = zip(Self.old, Self.versions(2).ids).prefix(100).map { (old: $0, successor: $1) }
        let (snapshot, reader) = (store.writer.snapshot, store.writer.reader)
        var memberships = FollowedMemberships(replacements, replacesWorkouts: false).inCommit
        memberships.begin(in: snapshot, reader)
        let before = reader.work
        let step = try reader.withBudget(rows: 256) { () throws(HearthError) in
            try memberships.proceed(in: snapshot, reader, .standard)
        }
        let work = reader.work - before
        #expect(step == nil && (64 * workouts...20_000).contains(work), "\(work)")
    }

    /// The first small save after a start does not read all associations in its commit.
    @Test func afterAStartReadersLookThroughTheAssociations() throws {
        try commit(.save([Self.workouts(0..<40)]))
        for workout in 0..<40 {
            try add(Self.old, to: workout)
        }
        let started = try ExampleStore(storage.reopened(), options: store.writer.options)
        let unread = started.writer.snapshot.associatedSamples.unindexed.count
        let columns = [Self.versions(2).selecting(.range(0..<2))]
        let encoder = SaveEncoder(columns, by: ExampleStore.app, commitsFirst: true)
        let save = Write(origin: ExampleStore.app, operation: .save(columns))
        let outcome = started.writer.commit([save.prepared(.success(.save(encoder.prepared)))])[0]
        #expect(outcome.result == nil && unread >= 40)
        #expect(started.writer.snapshot.associatedSamples.unindexed.count >= unread - 8)
    }

    /// Each workout has all samples. Readers find the members, and the writer stages the blocks that name them.
    @Test func membersAreStagedInPieces() throws {
        try commit(.save([Self.workouts(0..<40)]))
        for workout in 0..<40 {
            try add(Self.old, to: workout)
        }
        var before = (work: store.writer.reader.work, commits: observed.written.count)
        var works: [Int] = []
        let change = store.writer.snapshot.associationChange
        let rounds = try complete(Self.newVersions) { _ in
            #expect(store.writer.snapshot.associationChange == change)
            works.append(store.writer.reader.work - before.work)
            before.work = store.writer.reader.work
        }
        works.append(store.writer.reader.work - before.work)
        let bytes = observed.written[before.commits...].map(\.associationBytes)
        #expect(rounds > 30 && works.allSatisfy { $0 <= 512 }, "\(works)")
        #expect(bytes.reduce(0, +) >= 40 * 16 * Self.count && bytes.allSatisfy { $0 <= 16 << 10 }, "\(bytes)")
        try other.commit(.save(Self.newVersions))
        try checkStores(0..<40)
        // The next versions find these members.
        try complete([Self.versions(3)])
        try other.commit(.save([Self.versions(3)]))
        try checkStores(0..<40)
    }

    /// Before each attempt another app adds samples to a workout. The commit follows these alone.
    @Test func whatOthersAddIsFollowedAlone() throws {
        try commit(.save([Self.workouts(0..<50)]))
        for workout in 0..<40 {
            try add(Self.old, to: workout)
        }
        var added = 40
        let works = try worksOfCommits { works in
            // More than a commit follows, and then less.
            try add(Array(Self.old.prefix(works.isEmpty ? 500 : 40)), to: added)
            added += 1
        }
        #expect(works.count == 2 && works.allSatisfy { $0 <= 2_000 }, "\(works)")
        try other.commit(.save(Self.newVersions))
        try checkStores(0..<added)
    }

    /// Before each attempt another app replaces all workouts. These have the samples that they had: none are read again.
    @Test func workoutsThatOthersReplaceAreNotReadAgain() throws {
        try commit(.save([Self.versions(1, ofWorkouts: 0..<40, of: 40)]))
        for workout in 0..<40 {
            try add(Self.old, to: workout)
        }
        // Some also have what is not replaced.
        try commit(.save([exampleRates(90_000..<90_500)]), as: ExampleStore.app)
        for workout in 0..<20 {
            try add(exampleRates(90_000..<90_500).ids, to: workout)
        }
        var version: Int64 = 1
        let works = try worksOfCommits { _ in
            version += 1
            try commit(.save([Self.versions(version, ofWorkouts: 0..<40, of: 40)]))
        }
        #expect(works.count == 1 && works[0] <= 2_000, "\(works)")
        try other.commit(.save(Self.newVersions))
        try checkStores(0..<40 * Int(version))
    }

    /// A reader's step ends when it has done its work, also where it only checks.
    @Test func aCheckIsDoneInSteps() throws {
        try commit(.save([Self.workouts(0..<40)]))
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        let save = Write(origin: ExampleStore.app, operation: .save(Self.newVersions))
        var isComplete = false
        while !isComplete {
            while try !encoder.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
            if case .complete = encoder.prepared.progress {
                isComplete = true
            } else {
                _ = store.writer.commit([save.prepared(.success(.save(encoder.prepared)))])
            }
        }
        // All samples become members, and there are more segments to look into.
        for workout in 0..<40 {
            try add(Self.old, to: workout)
        }
        for chunk in 0..<10 {
            try commit(.save([exampleRates((0..<30).map { 50_000 + 30 * chunk + $0 })]))
        }
        var steps: [Int] = []
        var isDone = false
        while !isDone {
            let before = store.reader.segments.work
            let isReady = try encoder.step(store.reader, rows: 200, newest: store.writer.snapshot)
            steps.append(store.reader.segments.work - before)
            guard isReady else { continue }
            isDone = store.writer.commit([save.prepared(.success(.save(encoder.prepared)))])[0].result != nil
        }
        #expect(steps.count > 100 && steps.allSatisfy { $0 <= 1_000 }, "\(steps.max() ?? 0)")
        try other.commit(.save(Self.newVersions))
        try checkStores(0..<40)
    }

    /// What was staged of a save that is given up goes, also with the process.
    @Test func nothingIsLeftOfASaveThatIsGivenUp() throws {
        try commit(.save([Self.workouts(0..<40)]))
        for workout in 0..<40 {
            try add(Self.old, to: workout)
        }
        let save = Write(origin: ExampleStore.app, operation: .save(Self.newVersions))
        var encoder: SaveEncoder? = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        for _ in 0..<40 {
            guard let encoder else { continue }
            while try !encoder.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
            let write = save.prepared(.success(.save(encoder.prepared)))
            #expect(store.writer.commit([write])[0].result == nil)
        }
        #expect(storage.load().retiredBlocks.count > 100)
        for storage in [storage.reopened(), storage] {
            if storage === self.storage { encoder = nil }
            let store = storage === self.storage ? store : try ExampleStore(storage)
            try store.finishMaintenance()
            #expect(storage.load().retiredBlocks.isEmpty)
            try store.writer.verify()
        }
        try checkStores(0..<40)
    }

    // MARK: - Others

    /// Workouts get samples, are deleted, come again and are merged, whatever has been prepared by then.
    @Test(arguments: 0..<16) func whateverOthersDoToWorkoutsIsFollowed(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let workouts = 0..<6
        try commit(.save([Self.workouts(workouts)]))
        func change() throws {
            let workout = Int.random(in: workouts, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                try commit(.delete(.objects([Self.workout(workout)])))
                try commit(.save([Self.workouts([workout])]))
            case 1: _ = try store.writer.maintain()
            case 2: try add(Self.old, to: workout)
            default:
                let first = Int.random(in: 0..<Self.count, using: &random)
                try add(Array(Self.old[first...].prefix(Int.random(in: 1..<90, using: &random))), to: workout)
            }
        }
        for _ in 0..<20 {
            try change()
        }
        let rows = [Int.max, 100, 1_000].randomElement(using: &random) ?? 0
        var rounds = 0
        try complete(Self.newVersions, rows: rows) { _ in
            rounds += 1
            for _ in 0..<Int.random(in: 0..<3, using: &random) where rounds < 60 {
                try change()
            }
        }
        try other.commit(.save(Self.newVersions))
        try store.finishMaintenance()
        try checkStores(workouts, "seed \(seed)")
    }

    /// The save also replaces the workouts, some of them twice, and others add to these.
    @Test(arguments: 0..<8) func workoutsThatAreReplacedAreFollowed(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func workouts(_ version: Int64) -> SampleColumns { Self.versions(version, ofWorkouts: 0..<4, of: 4) }
        try commit(.save([workouts(1)]), as: ExampleStore.app)
        func addSome() throws {
            let first = Int.random(in: 0..<Self.count, using: &random)
            let samples = Array(Self.old[first...].prefix(200))
            let request = AddToWorkout(workout: Self.workout(Int.random(in: 0..<4, using: &random)), stored: samples)
            try commit(.addToWorkout(request), as: ExampleStore.app)
        }
        for _ in 0..<10 {
            try addSome()
        }
        let save = [workouts(2), workouts(3), Self.versions(2)]
        try complete(save) { round in
            if round < 20 { try addSome() }
        }
        try other.commit(.save(save))
        try checkStores(0..<12, "seed \(seed)")
    }

    /// Others replace some of the workouts, add to them, and delete them, whatever has been prepared by then.
    @Test(arguments: 0..<16) func workoutsThatOthersReplaceAreFollowed(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var versions = [Int64](repeating: 0, count: 4)
        func replace(_ workouts: some Sequence<Int>) throws {
            let version = versions.reduce(0, max) + 1
            try commit(.save([Self.versions(version, ofWorkouts: workouts, of: 4)]))
            for workout in workouts {
                versions[workout] = version
            }
        }
        func change() throws {
            let workout = Int.random(in: 0..<4, using: &random)
            let number = 4 * Int(versions[workout] - 1) + workout
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                try commit(.delete(.objects([Self.workout(number)])))
                try replace([workout])
            case 1: _ = try store.writer.maintain()
            case 2...4: try replace((0..<4).filter { $0 == workout || Bool.random(using: &random) })
            default:
                let first = Int.random(in: 0..<Self.count, using: &random)
                try add(Array(Self.old[first...].prefix(Int.random(in: 1..<90, using: &random))), to: number)
            }
        }
        try replace(0..<4)
        for _ in 0..<20 {
            try change()
        }
        let rows = [Int.max, 100, 1_000].randomElement(using: &random) ?? 0
        try complete(Self.newVersions, rows: rows) { round in
            for _ in 0..<Int.random(in: 0..<3, using: &random) where round < 60 {
                try change()
            }
        }
        try other.commit(.save(Self.newVersions))
        try store.finishMaintenance()
        try checkStores(0..<4 * Int(versions.reduce(0, max)), "seed \(seed)")
    }

    /// A commit of another write fails, before or after it has done its work.
    @Test(arguments: [false, true]) func afterAFailedCommitTheSaveIsDone(failsAfterwards: Bool) throws {
        try commit(.save([Self.workouts(0..<10)]))
        for workout in 0..<10 {
            try add(Self.old, to: workout)
        }
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        let save = Write(origin: ExampleStore.app, operation: .save(Self.newVersions))
        var result: Result<Receipt, HearthError>?
        for round in 0..<200 where result == nil {
            while try !encoder.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
            if round.isMultiple(of: 3) {
                observed.failsAfterwards = failsAfterwards
                observed.failure = HearthError(.storageFailed, "failed")
                // Of another write, which has the storage loaded again.
                #expect(throws: HearthError.self) { try store.save(exampleRates([90_000 + round])) }
                if failsAfterwards { try other.save(exampleRates([90_000 + round])) }
            }
            result = store.writer.commit([save.prepared(.success(.save(encoder.prepared)))])[0].result
        }
        _ = try result?.get()
        try other.commit(.save(Self.newVersions))
        try checkStores(0..<10)
    }

    /// The commit that fails is one that stages members, or the one that adds them. The app is told so, and saves again.
    @Test(arguments: [false, true], [false, true])
    func whatACommitOfItsOwnThatFailsLeavesGoes(failsAfterwards: Bool, addsMembers: Bool) throws {
        try commit(.save([Self.workouts(0..<10)]))
        for workout in 0..<10 {
            try add(Self.old, to: workout)
        }
        observed.failsAfterwards = failsAfterwards
        observed.isFailing = { addsMembers ? !$0.adoptedAssociations.isEmpty : !$0.newAssociations.isEmpty }
        observed.failure = HearthError(.storageFailed, "failed")
        #expect(throws: HearthError.self) { try complete(Self.newVersions) }
        #expect(observed.failure == nil)
        // The storage is loaded again.
        _ = try store.writer.maintain()
        #expect(observed.reopenings == 1)
        try complete(Self.newVersions)
        try other.commit(.save(Self.newVersions))
        try store.finishMaintenance()
        #expect(storage.load().retiredBlocks.isEmpty)
        try checkStores(0..<10)
    }

    // MARK: - Additions

    private func addition(between: (AdditionEncoder) throws -> Void) throws -> Result<Receipt, HearthError>? {
        let request = AddToWorkout(workout: Self.workout(0), columns: Self.newVersions)
        let write = Write(origin: ExampleStore.app, operation: .addToWorkout(request))
        let encoder = AdditionEncoder(request, by: ExampleStore.app)
        for _ in 0..<1_000 {
            while try !encoder.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
            try between(encoder)
            let outcome = store.writer.commit([write.prepared(.success(.addition(encoder.prepared)))])[0]
            if let result = outcome.result { return result }
        }
        return nil
    }

    /// The app changes what the addition replaces whenever its members are to be staged.
    @Test func anAdditionWhosePlanIsWrongAgainAndAgainIsRefused() throws {
        try commit(.save([Self.workouts(0..<1)]))
        var versions = 0
        let result = try addition { encoder in
            guard encoder.prepared.isOpen else { return }
            versions += 1
            var newer = exampleRates([90_000 + versions])
            newer.metadata = exampleSync("7", version: Int64(100 + versions))
            try store.save(newer)
        }
        #expect(versions == StoreOptions.standard.failedPlans)
        let refusal = #expect(throws: HearthError.self) { try result?.get() }
        #expect(refusal?.code == .limitExceeded && refusal?.field == "columns")
        #expect(try members(of: 0, in: store).isEmpty)
    }

    /// Others add what it replaces to workouts while its members are to be staged: both are staged.
    @Test func anAdditionFollowsWhatOthersAdd() throws {
        try commit(.save([Self.workouts(0..<40)]))
        var isChanged = false
        let result = try addition { encoder in
            guard encoder.prepared.isOpen, !isChanged else { return }
            isChanged = true
            for workout in 1..<40 {
                try add(Self.old, to: workout)
            }
        }
        #expect(isChanged)
        #expect(try result?.get().deleted == Self.count)
        let request = AddToWorkout(workout: Self.workout(0), columns: Self.newVersions)
        try other.commit(.addToWorkout(request), as: ExampleStore.app)
        #expect(try members(of: 0, in: store) == Set(Self.newVersions[0].ids))
        try checkStores(0..<40)
    }

    // MARK: - Blocks

    /// A block that is not needed any more is neither staged nor added, and the others keep their numbers.
    @Test func aBlockThatIsDroppedIsNotStaged() throws {
        try commit(.save([Self.workouts(0..<4)]))
        let prepared = PreparedMembers()
        let coder = store.writer.coder
        for part in 0..<4 {
            #expect(prepared.append([Self.old[part]], of: Self.workout(part), coder) == part)
        }
        prepared.drop([1])
        var working = try store.writer.begin()
        prepared.stage(in: &working)
        #expect(working.changes.stagedAssociations.map(\.associations.count) == [3])
        try store.writer.finish(&working)
        #expect(prepared.append([Self.old[4]], of: Self.workout(0), coder) == 4)
        #expect(prepared.append([Self.old[5]], of: Self.workout(0), coder) == 5)
        prepared.drop([2, 4])
        working = try store.writer.begin()
        prepared.add([0: Self.workout(0), 3: Self.workout(3), 5: Self.workout(0)], to: &working)
        try store.writer.finish(&working)
        #expect(try members(of: 0, in: store) == [Self.old[0], Self.old[5]])
        #expect(try members(of: 1, in: store).isEmpty && members(of: 2, in: store).isEmpty)
        #expect(try members(of: 3, in: store) == [Self.old[3]])
        // The index leads to them.
        try complete(Self.newVersions)
        let ids = Self.newVersions[0].ids
        #expect(try members(of: 0, in: store) == [Self.old[0], Self.old[5], ids[0], ids[5]])
        #expect(try members(of: 3, in: store) == [Self.old[3], ids[3]])
    }
}
