import HearthModel
import HearthWire
import Testing

@testable import HearthStore

/// The counts of what apps have read and saved are records like others: as durable, and checked like them.
@Suite struct AccessCountsTests {
    private static let day = Day(number: 20_000)

    private func counts(_ entries: (app: AppID, day: Int32, read: UInt64)...) -> AccessCounts {
        var counts = AccessCounts()
        for entry in entries {
            let time = Timestamp(nanoseconds: -7)
            _ = counts.add(
                AccessCount(read: entry.read, lastRead: time),
                of: .heartRate,
                by: entry.app,
                on: Day(number: entry.day),
                hasSocket: { _ in false }
            )
        }
        return counts
    }

    /// The number of what each app has read on each day.
    private func read(_ store: ExampleStore) -> [String: UInt64] {
        var read: [String: UInt64] = [:]
        for app in store.writer.snapshot.accessCounts.list {
            for day in app.types.flatMap(\.days) {
                read["\(app.app) \(day.day.number)"] = day.count.read
            }
        }
        return read
    }

    @Test func theyAreReadAsTheyWereWritten() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store")
        var all = counts(("a", 20_000, 1), ("b", 20_000, .max), ("", 20_001, 3))
        let count = AccessCount(saved: 300, deleted: 2, lastWritten: Timestamp(nanoseconds: 1_795_248_000_000_000_000))
        _ = all.add(count, of: .workout, by: "a", on: Self.day) { _ in false }
        do {
            let store = try ExampleStore(SQLiteStorage(path: path))
            let before = store.writer.snapshot.anchor
            #expect(try store.commit(.storeCounts(all)) == Receipt(anchor: before), "streams do not hear of it")
            try store.writer.verify()
            try store.close()
        }
        let reopened = try ExampleStore(SQLiteStorage(path: path))
        #expect(reopened.writer.snapshot.accessCounts.list == all.list)
        try reopened.writer.verify()
        try reopened.close()
    }

    @Test func whatHasChangedIsReplacedAndNothingElse() throws {
        let storage = MemoryStorage()
        let store = try ExampleStore(storage)
        try store.commit(.storeCounts(counts(("a", 20_000, 1), ("b", 20_000, 2))))
        try store.commit(.storeCounts(counts(("b", 20_000, 5), ("b", 20_001, 7))))
        // As part of a group.
        let writes = [
            Write(origin: ExampleStore.app, operation: .save([exampleRates(1...3)])),
            Write(origin: ExampleStore.app, operation: .storeCounts(counts(("c", 20_001, 9)))),
            Write(origin: ExampleStore.otherApp, operation: .save([exampleRates(4...5)])),
        ]
        #expect(try store.writer.commit(writes).map { try $0.get().added } == [3, 0, 2])
        let expected: [String: UInt64] = ["a 20000": 1, "b 20000": 5, "b 20001": 7, "c 20001": 9]
        for store in [store, try ExampleStore(storage.reopened())] {
            #expect(read(store) == expected)
            try store.writer.verify()
        }
        // The same again writes nothing.
        let records = storage.load().appRecords
        try store.commit(.storeCounts(counts(("a", 20_000, 1))))
        #expect(Set(storage.load().appRecords) == Set(records))
    }

    @Test func oldDaysAreForgottenOnTheDiskToo() throws {
        let storage = MemoryStorage()
        let store = try ExampleStore(storage)
        try store.commit(.storeCounts(counts(("a", 20_000, 1), ("b", 20_001, 2))))
        try store.commit(.storeCounts(counts(("a", 20_000 + Limits.countedDays, 3))))
        func days() -> [String] { storage.load().appRecords.filter { $0.app != "" }.map(\.name).sorted() }
        let newest = "\(20_000 + Limits.countedDays)"
        #expect(days() == ["20000", "20001", newest], "a clock may be wrong for a day")
        try store.commit(.storeCounts(counts(("a", 20_001 + Limits.countedDays, 3))))
        #expect(days() == ["20001", newest, "\(20_001 + Limits.countedDays)"])
        try ExampleStore(storage.reopened()).writer.verify()
    }

    @Test func aRefusedCommitLeavesThem() throws {
        let storage = ObservedStorage(MemoryStorage())
        let store = try ExampleStore(storage)
        try store.commit(.storeCounts(counts(("a", 20_000, 1))))
        for (code, isDone) in [(ErrorCode.storageFull, false), (.storageFailed, false), (.storageFailed, true)] {
            storage.failure = HearthError(code, "")
            storage.failsAfterwards = isDone
            #expect(throws: HearthError.self) { try store.commit(.storeCounts(counts(("a", 20_000, 2)))) }
            #expect(read(store) == ["a 20000": 1])
            try store.save(exampleRates([1]))
            #expect(read(store) == ["a 20000": isDone ? 2 : 1])
            try store.writer.verify()
        }
    }

    @Test(arguments: ["", "x", "020000", "20000000", "-99999999999"]) func aDayThatIsNoneIsDamage(_ name: String) throws
    {
        let record = StoredAppRecord(app: "a", kind: 11, name: name, value: [])
        let error = #expect(throws: HearthError.self) { try AccessCounts([record]) }
        #expect(error?.code == .storageCorrupt)
    }

    @Test func aValueThatIsNoneIsDamage() throws {
        let stored = counts(("a", 20_000, 300)).stored(excluding: AccessCounts())
        var record = try #require(stored.first)
        #expect(stored.count == 1)
        let value = record.value
        #expect(try AccessCounts([record]).list == counts(("a", 20_000, 300)).list)
        for count in 1..<value.count {
            record.value = Array(value.prefix(count))
            #expect(throws: HearthError.self) { try AccessCounts([record]) }
        }
        record.value = value + value
        #expect(throws: HearthError.self) { try AccessCounts([record]) }
    }
}
