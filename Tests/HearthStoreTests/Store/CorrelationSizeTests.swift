import HearthModel
import Testing

@testable import HearthStore

/// Whether a reply can carry a correlation is found out a segment at a time: its members may be in as many. Counted, as time is
/// not the same twice.
@Suite struct CorrelationSizeTests {
    private static let members = 40
    /// The work of reading a segment with a member.
    private static let workOfSegment = 16_000
    private static let pressure = type("bloodPressureSystolic")
    private let store: ExampleStore

    /// A store with a correlation. Each of its members is in a segment with large samples: all of these segments together are
    /// too large for a reply, and the members are not.
    init() throws {
        store = try ExampleStore()
        for number in 0..<Self.members {
            try store.save(Self.large(number), Self.versions([number], 1))
        }
        let correlation = SampleColumns(
            type: type("bloodPressure"),
            ids: [exampleID(90_000)],
            starts: [at(1_795_000_000_000_000_000)],
            payload: .correlation(
                CorrelationColumns(
                    lengths: [UInt32(Self.members)],
                    members: (0..<Self.members).map { Self.id($0, 0) }
                )
            )
        )
        // Older versions of the members: the stored ones take their places.
        try store.save(Self.versions(0..<Self.members, 0), correlation)
        #expect(store.writer.snapshot.samples[Self.pressure]?.count == Self.members)
    }

    private static func id(_ number: Int, _ version: Int) -> ObjectID { exampleID(10_000 * (version + 1) + number) }

    private static func large(_ number: Int) -> SampleColumns {
        let numbers = number * 8..<number * 8 + 8
        var columns = exampleRates(numbers, of: pressure)
        columns.metadata = DictionaryColumn(
            entries: numbers.map { text("\($0)" + String(repeating: "x", count: 60_000)) },
            indexes: Array(0..<8)
        )
        return columns
    }

    private static func text(_ value: String) -> Metadata {
        metadata([Metadata.Entry(key: "k", value: .string(value))])
    }

    /// Versions of members. `bytes`: of their metadata, about.
    private static func versions(_ numbers: some Sequence<Int>, _ version: Int, bytes: Int = 10) -> SampleColumns {
        let numbers = Array(numbers)
        var columns = exampleRates(numbers.map { 10_000 * (version + 1) + $0 }, of: pressure)
        let padding = text(String(repeating: "y", count: bytes)).entries
        columns.metadata = DictionaryColumn(
            entries: numbers.map {
                metadata(exampleSync("member \(100 + $0)", version: Int64(version)).entries[0].entries + padding)
            },
            indexes: numbers.indices.map { UInt32($0) }
        )
        return columns
    }

    /// Plans a save in steps of little work. The most work of one.
    private func plan(_ columns: [SampleColumns]) throws -> (planner: SavePlanner, most: Int) {
        let reader = store.writer.reader
        defer { reader.beginStep(rows: .max) }
        let planner = SavePlanner(columns, by: ExampleStore.app, in: store.writer.snapshot, .standard)
        var most = 0
        while true {
            let before = reader.work
            reader.beginStep(rows: 1_000)
            let step = try planner.step(reader)
            most = max(most, reader.work - before)
            if case .done = step { return (planner, most) }
        }
    }

    @Test func membersAreMeasuredASegmentAtATime() throws {
        let (planner, most) = try plan([Self.versions([7], 2, bytes: 100)])
        let counts = try planner.planned().counts
        #expect(counts.added == 1 && counts.deleted == 1)
        #expect(most > Self.workOfSegment / 2, "the segments are smaller than they should be")
        #expect(most <= Self.workOfSegment + 1_000, "\(most) in one step")
    }

    /// Versions of the same size make no correlation larger, for which all replaced samples are read.
    @Test func replacedSamplesAreComparedASegmentAtATime() throws {
        let (planner, most) = try plan([Self.versions(0..<Self.members, 2)])
        #expect(try planner.planned().counts.deleted == Self.members)
        #expect(most <= Self.workOfSegment + 1_000, "\(most) in one step")
    }

    /// The commit has it first, and leaves it to readers when it finds out how much there is to read.
    @Test func aSmallSaveWithManyMembersToMeasureIsPrepared() throws {
        let columns = [Self.versions([7], 2, bytes: 100)]
        let save = SaveEncoder(columns, by: ExampleStore.app, commitsFirst: true)
        let write = Write(origin: ExampleStore.app, operation: .save(columns))
        #expect(write.operation.mayChangeMuch(in: store.writer.snapshot))
        let before = store.writer.reader.work
        #expect(store.writer.commit([write.prepared(.success(.save(save.prepared)))])[0].result == nil)
        let work = store.writer.reader.work - before
        #expect(work <= StoreOptions.standard.searchedRows + Self.workOfSegment, "\(work) in the commit")
        var result: Result<Receipt, HearthError>?
        for _ in 0..<100 where result == nil {
            while try !save.step(store.reader, rows: 1_000, newest: store.writer.snapshot) {}
            result = store.writer.commit([write.prepared(.success(.save(save.prepared)))])[0].result
        }
        #expect(try result?.get().deleted == 1)
        let stored = try #require(store.rows(type("bloodPressure")).first)
        #expect(stored.id == exampleID(90_000))
        try store.writer.verify()
    }
}
