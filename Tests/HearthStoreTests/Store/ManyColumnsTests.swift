import HearthModel
import HearthWire
import Testing

@testable import HearthStore

/// A save may have each of its samples in a column of its own. What is stored is sought for all columns together, so that
/// the work grows with the number of samples, and no faster. Counted, as time is not the same twice.
@Suite struct ManyColumnsTests {
    private static let count = 400

    enum Order: CaseIterable {
        /// UUIDs that tell the time.
        case timeOrdered
        /// UUIDs that the index finds.
        case random
    }

    /// Twice as many columns make about twice as much work.
    private static func expectLinear(_ work: (Int) throws -> Int) throws {
        let (one, two) = (try work(count), try work(2 * count))
        #expect(one >= count, "\(one) is not all of the work")
        #expect(two < 3 * one, "\(one) becomes \(two)")
    }

    private static func work(_ store: ExampleStore, _ action: () throws -> Void) rethrows -> Int {
        let before = store.writer.reader.work
        try action()
        return store.writer.reader.work - before
    }

    private static func id(_ number: Int, _ order: Order) -> ObjectID {
        switch order {
        case .timeOrdered: exampleID(number)
        case .random: ObjectID(high: UInt64(number + 1) &* 0x9E37_79B9_7F4A_0000 | 0x4000, low: 1 << 63)
        }
    }

    /// Heart rates, each in its own column.
    private static func columns(_ numbers: Range<Int>, _ order: Order = .timeOrdered) -> [SampleColumns] {
        numbers.map { number in
            var columns = exampleRates([number])
            columns.ids = [id(number, order)]
            return columns
        }
    }

    /// The same with sync identifiers, and UUIDs that differ between versions.
    private static func versions(_ count: Int, _ version: Int) -> [SampleColumns] {
        (0..<count).map { number in
            var columns = exampleRates([number])
            columns.ids = [exampleID(version * count + number)]
            columns.metadata = exampleSync("rate \(number)", version: Int64(version))
            return columns
        }
    }

    @Test(arguments: Order.allCases)
    func theSameSaveAgain(_ order: Order) throws {
        try Self.expectLinear { count in
            let store = try ExampleStore()
            try store.commit(.save(Self.columns(0..<count, order)))
            return try Self.work(store) {
                let receipt = try store.commit(.save(Self.columns(0..<count, order)))
                #expect(receipt.unchanged == count)
            }
        }
    }

    @Test(arguments: [2, 1])
    func newAndOldVersions(_ version: Int) throws {
        try Self.expectLinear { count in
            let store = try ExampleStore()
            for earlier in version == 2 ? [1] : [1, 2] {
                try store.commit(.save(Self.versions(count, earlier)))
            }
            return try Self.work(store) {
                let receipt = try store.commit(.save(Self.versions(count, version)))
                #expect(receipt.deleted == (version == 2 ? count : 0))
                #expect(receipt.unchanged == (version == 2 ? 0 : count))
            }
        }
    }

    @Test func savedWithAWorkout() throws {
        try Self.expectLinear { count in
            let store = try ExampleStore()
            let workout = exampleID(1 << 20)
            try store.save(
                SampleColumns(
                    type: .workout,
                    ids: [workout],
                    starts: [at(1_795_000_000_000_000_000)],
                    payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
                )
            )
            try store.commit(.save(Self.columns(0..<count)))
            return try Self.work(store) {
                try store.commit(.addToWorkout(AddToWorkout(workout: workout, columns: Self.columns(0..<count))))
            }
        }
    }

    /// Correlations in columns of their own, each with a member for which the store keeps a newer version.
    @Test func correlationsOfOldVersions() throws {
        try Self.expectLinear { count in
            let store = try ExampleStore()
            var members = Self.versions(count, 2)
            for index in members.indices {
                let text = String(repeating: "x", count: 2_000)
                let marks = members[index].metadata.entries[0].entries
                members[index].metadata = DictionaryColumn(entries: [
                    metadata(marks + [Metadata.Entry(key: "org.example.text", value: .string(text))])
                ])
                members[index] = Self.pressure(members[index])
            }
            try store.commit(.save(members))
            let old = Self.versions(count, 1).map(Self.pressure)
            let correlations = old.enumerated().map { index, member in
                SampleColumns(
                    type: type("bloodPressure"),
                    ids: [exampleID(1 << 20 + index)],
                    starts: member.starts,
                    payload: .correlation(CorrelationColumns(lengths: [1], members: member.ids))
                )
            }
            return try Self.work(store) {
                let receipt = try store.commit(.save(old + correlations))
                #expect(receipt.added == count && receipt.unchanged == count)
            }
        }
    }

    private static func pressure(_ columns: SampleColumns) -> SampleColumns {
        SampleColumns(
            type: type("bloodPressureSystolic"),
            ids: columns.ids,
            starts: columns.starts,
            metadata: columns.metadata,
            payload: columns.payload
        )
    }

    /// Samples are compared with the columns before theirs.
    @Test func aConflictNamesItsColumn() throws {
        let store = try ExampleStore()
        try store.commit(.save(Self.columns(0..<20)))
        var columns = Self.columns(0..<20)
        columns[13] = exampleRates([13]) { _ in 200 }
        let error = #expect(throws: HearthError.self) { try store.commit(.save(columns)) }
        #expect(error?.code == .identifierConflict && error?.field == "columns[13].uuids[0]")
        columns = Self.columns(30..<40)
        columns.append(exampleRates([33]) { _ in 200 })
        let repeated = #expect(throws: HearthError.self) { try store.commit(.save(columns)) }
        #expect(repeated?.code == .identifierConflict && repeated?.field == "columns[10].uuids[0]")
    }

    /// The commit of a save that is stored already does little of it, and readers do the rest in short steps.
    @Test func theCommitDoesLittleOfALargeSaveAgain() throws {
        var options = StoreOptions()
        options.segmentSamples = 64
        options.searchedRows = 256
        let store = try ExampleStore(options: options)
        let columns = [exampleRates(0..<4_000)] + Self.columns(4_000..<4_400)
        try store.commit(.save(columns))
        let write = Write(origin: ExampleStore.app, operation: .save(columns))
        let save = SaveEncoder(columns, by: ExampleStore.app, commitsFirst: true)
        let prepared = write.prepared(.success(.save(save.prepared)))
        let tried = Self.work(store) {
            #expect(store.writer.commit([prepared])[0].result == nil)
        }
        #expect(tried < 2 * options.searchedRows)
        var steps = 0
        var isDone = false
        while !isDone {
            isDone = try save.step(store.reader, rows: 512, newest: store.writer.snapshot)
            steps += 1
        }
        #expect(steps > 10)
        let last = try Self.work(store) {
            let receipt = try store.writer.commit([prepared])[0].get()
            #expect(receipt.unchanged == 4_400)
        }
        #expect(last < options.searchedRows)
    }

    /// A save that is tried first is committed with the others of its group.
    @Test func newSamplesNeedNoPreparation() throws {
        var options = StoreOptions()
        options.searchedRows = 0
        let store = try ExampleStore(options: options)
        let columns = [exampleRates(0..<100)]
        let save = SaveEncoder(columns, by: ExampleStore.app, commitsFirst: true)
        let write = Write(origin: ExampleStore.app, operation: .save(columns))
        let outcomes = store.writer.commit([
            Write(origin: ExampleStore.app, operation: .save([exampleRates(100..<200)])),
            write.prepared(.success(.save(save.prepared))),
        ])
        for outcome in outcomes {
            #expect(try outcome.get().added == 100)
        }
        try store.writer.verify()
    }
}
