import HearthModel
import HearthWire
import Testing

@testable import HearthStore

/// A save may have a million versions of one sample, each in the place of the one before it. The work grows with their number,
/// and no faster. Counted, as time is not the same twice.
@Suite struct ManyVersionsTests {
    private static let count = 400

    /// Twice as many make about twice as much work.
    private static func expectLinear(_ work: (Int) throws -> Int) throws {
        let (one, two) = (try work(count), try work(2 * count))
        #expect(one >= count, "\(one) is not all of the work")
        #expect(two < 3 * one, "\(one) becomes \(two)")
    }

    /// Versions of a heart rate, with the UUIDs from 1 on.
    private static func versions(_ numbers: ClosedRange<Int>, from version: Int = 1) -> SampleColumns {
        var columns = exampleRates(numbers)
        let marks = numbers.map { exampleSync("rate", version: Int64(version + $0 - numbers.lowerBound)).entries[0] }
        columns.metadata = DictionaryColumn(marks)
        return columns
    }

    @Test(arguments: [false, true])
    func whatIsStoredInsteadIsLookedUpOnce(fromTheLast: Bool) throws {
        try Self.expectLinear { count in
            var standIns = StandIns()
            for number in 1..<count {
                standIns[exampleID(number)] = exampleID(number + 1)
            }
            let numbers = fromTheLast ? Array((1...count).reversed()) : Array(1...count)
            for number in numbers + numbers {
                #expect(standIns.last(for: exampleID(number)) == exampleID(count))
            }
            return standIns.steps
        }
    }

    /// What was looked up may be replaced afterwards.
    @Test func theLastOneChanges() {
        var standIns = StandIns()
        #expect(standIns.isEmpty && standIns.last(for: exampleID(1)) == exampleID(1))
        for number in 1...5 {
            standIns[exampleID(number)] = exampleID(number + 1)
            #expect((1...number + 1).allSatisfy { standIns.last(for: exampleID($0)) == exampleID(number + 1) })
        }
    }

    /// The look-ups are part of the work of a save.
    @Test func lookingUpWhatIsStoredInsteadIsCharged() throws {
        try Self.expectLinear { count in
            let store = try ExampleStore()
            try store.save(exampleRates([0]))
            let reader = store.writer.reader
            let planner = SavePlanner(
                [Self.versions(1...count)],
                by: ExampleStore.app,
                in: store.writer.snapshot,
                .standard
            )
            var isPlanned = false
            while !isPlanned {
                if case .done = try planner.step(reader) {
                    isPlanned = true
                }
            }
            let before = reader.work
            #expect(planner.storedIDs(reader) == Array(repeating: exampleID(count), count: count))
            return reader.work - before
        }
    }

    /// The workout has had all of them before, and so each names all that come after it.
    @Test func aWorkoutGetsEachVersionOnce() throws {
        try Self.expectLinear { count in
            let store = try ExampleStore()
            let workout = exampleID(0)
            try store.save(
                SampleColumns(
                    type: .workout,
                    ids: [workout],
                    starts: [at(1_795_000_000_000_000_000)],
                    payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
                )
            )
            try store.commit(.addToWorkout(AddToWorkout(workout: workout, columns: [Self.versions(1...1)])))
            try store.save(Self.versions(2...count, from: 2))
            try store.delete([exampleID(count)])
            let before = store.writer.reader.work
            let saved = try store.save(Self.versions(1...count))
            let work = store.writer.reader.work - before
            #expect(saved.added == count && saved.deleted == count - 1)
            var members: [Set<ObjectID>] = []
            for association in store.writer.snapshot.associations.elements {
                members.append(Set(try store.writer.reader.members(of: association)))
            }
            let later = Set((2...count).map { exampleID($0) })
            #expect(members == [[exampleID(1)], later, later])
            try store.writer.verify()
            return work
        }
    }

    /// New versions of many samples in one column: a step of the plan looks up, compares or decides a part of them.
    @Test(arguments: [12_000, 24_000]) func aPlanTakesSmallSteps(_ count: Int) throws {
        func columns(_ version: Int64) -> SampleColumns {
            let numbers = (version == 1 ? 0 : count)..<(version == 1 ? count : 2 * count)
            var columns = exampleRates(numbers)
            columns.metadata = DictionaryColumn(
                numbers.map { exampleSync("\($0 % count)", version: version).entries[0] }
            )
            return columns
        }
        let store = try ExampleStore()
        try store.save(columns(1))
        let reader = store.writer.reader
        let planner = SavePlanner([columns(2)], by: ExampleStore.app, in: store.writer.snapshot, .standard)
        var (steps, largest) = (0, 0)
        var isPlanned = false
        while !isPlanned {
            let before = reader.work
            if case .done = try planner.step(reader) {
                isPlanned = true
            }
            steps += 1
            largest = max(largest, reader.work - before)
        }
        let changes = try planner.planned()
        #expect(changes.counts.added == count && changes.counts.deleted == count)
        #expect(largest <= 20_000, "\(largest) in one of \(steps) steps")
    }

    /// The ends are found in one pass.
    @Test func chainsLeadToTheirEnds() {
        let pairs = [(1, 2), (11, 12), (2, 3), (12, 13), (3, 4)]
        var chains = Replacements(pairs.map { (exampleID($0), exampleID($1)) })
        #expect([1, 2, 3].allSatisfy { chains.last(from: exampleID($0)) == exampleID(4) })
        #expect([11, 12].allSatisfy { chains.last(from: exampleID($0)) == exampleID(13) })
        #expect(chains.last(from: exampleID(4)) == nil && !chains.replaces(exampleID(4)))
        var found: Set<Int> = []
        chains.insert(from: exampleID(2), into: &found)
        #expect(found == [2, 4])
        chains.insert(from: exampleID(1), into: &found)
        chains.insert(from: exampleID(11), into: &found)
        #expect(found == [0, 1, 2, 3, 4])
    }
}
