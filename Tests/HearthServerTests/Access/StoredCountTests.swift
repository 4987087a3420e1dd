import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// When the counts are stored, for how long they are kept, and how many there can be.
@Suite struct StoredCountTests {
    typealias Row = CountingHarness.Row

    private let storage = MemoryStorage()

    private static let scale = Row(app: "scale", type: .heartRate, saved: 5)

    /// A storage in memory that can be full.
    private final class FullStorage: Storage {
        let memory: MemoryStorage
        var isFull = false
        /// Whether the next commit fails, although it is done.
        var failsAfterwards = false
        private(set) var commits = 0

        init(_ memory: MemoryStorage) {
            self.memory = memory
        }

        func commit(_ changes: StorageChanges) throws(HearthError) {
            commits += 1
            if isFull { throw HearthError(.storageFull, "full") }
            memory.commit(changes)
            guard failsAfterwards else { return }
            failsAfterwards = false
            throw HearthError(.storageFailed, "failed")
        }

        func load() throws(HearthError) -> StoredState { memory.load() }
        func reopen() {}
        func checkFiles() {}
        func idle() -> Bool { false }
        func verify() {}
        func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] { try memory.readBlock(block) }
        func makeReader() -> any BlockReader { memory.makeReader() }
        func close() {}
    }

    // MARK: - Storing

    @Test func whatWasCountedIsStoredWhenTheServerStops() throws {
        let harness = try CountingHarness(storage: storage)
        let reader = try harness.server.open("diary")
        reader.send(2, .follow(.heartRate))
        _ = reader.receive()
        try harness.ask("scale", .save(exampleSamples(1...5)))
        harness.stop()
        #expect(harness.server.core.hasAnsweredAll)
        let expected: Set = [Self.scale, Row(app: "diary", type: .heartRate, read: 5)]
        #expect(try CountingHarness(storage: storage).rows() == expected)
    }

    /// A save that is under way when the server stops is counted with what was counted before.
    @Test func theLastSaveIsCountedToo() throws {
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...2)))
        let client = try harness.server.open("scale")
        client.send(2, .save(exampleSamples(3...5)))
        harness.stop()
        #expect(harness.server.core.hasAnsweredAll)
        #expect(try CountingHarness(storage: storage).rows() == [Self.scale])
    }

    @Test func aCrashLosesTheLastMinuteAtMost() throws {
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        harness.server.advance(seconds: 59)
        harness.server.settle()
        #expect(try CountingHarness(storage: storage).rows() == [])
        harness.server.advance(seconds: 1)
        harness.server.settle()
        try harness.ask("diary", .query(.heartRate))
        #expect(try CountingHarness(storage: storage).rows() == [Self.scale])
        #expect(try harness.rows() == [Self.scale, Row(app: "diary", type: .heartRate, read: 5)])
        harness.server.advance(seconds: 60)
        harness.server.settle()
        #expect(try CountingHarness(storage: storage).rows() == harness.rows())
    }

    /// To count costs no commit of its own, but one a minute; and none when there is nothing new.
    @Test func countsAreOneCommitAMinute() throws {
        let storage = FullStorage(storage)
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        for _ in 0..<20 {
            try harness.ask("diary", .query(.heartRate))
        }
        #expect(storage.commits == 1)
        let head = harness.server.core.snapshot.head
        harness.server.advance(seconds: 60)
        harness.server.settle()
        #expect(storage.commits == 2)
        #expect(harness.server.core.snapshot.head == head, "no stream has to hear of it")
        _ = try harness.rows()
        #expect(harness.server.core.deadline == nil)
        harness.server.advance(seconds: 600)
        harness.server.settle()
        harness.stop()
        #expect(storage.commits == 2)
    }

    @Test func whatCannotBeStoredIsKeptAndTriedAgain() throws {
        let storage = FullStorage(storage)
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        storage.isFull = true
        harness.server.advance(seconds: 60)
        harness.server.settle()
        #expect(try harness.rows() == [Self.scale])
        try harness.ask("diary", .query(.heartRate))
        storage.isFull = false
        harness.server.advance(seconds: 60)
        harness.server.settle()
        let expected: Set = [Self.scale, Row(app: "diary", type: .heartRate, read: 5)]
        #expect(try harness.rows() == expected)
        #expect(try CountingHarness(storage: storage.memory).rows() == expected)
    }

    /// Of a commit of which nobody knows whether it was done nothing is counted twice.
    @Test func whatMayBeStoredIsNotCountedTwice() throws {
        let storage = FullStorage(storage)
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        storage.failsAfterwards = true
        harness.server.advance(seconds: 60)
        harness.server.settle()
        #expect(try CountingHarness(storage: storage.memory).rows() == [Self.scale])
        #expect(try harness.rows() == [Self.scale])
        harness.server.advance(seconds: 60)
        harness.server.settle()
        #expect(try harness.rows() == [Self.scale])
        #expect(try CountingHarness(storage: storage.memory).rows() == [Self.scale])
    }

    @Test func aFullDiskDoesNotKeepTheServerFromStopping() throws {
        let storage = FullStorage(storage)
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        storage.isFull = true
        harness.stop()
        #expect(harness.server.core.hasAnsweredAll)
    }

    /// What the writer has is told, and not twice when it is stored.
    @Test func countsThatAreBeingStoredAreTold() throws {
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        harness.server.advance(seconds: 60)
        let writes = try #require(harness.server.core.takeWrites())
        #expect(try harness.rows() == [Self.scale])
        try harness.ask("diary", .query(.heartRate))
        let outcomes = harness.server.writer.commit(writes)
        harness.server.core.finishWrites(outcomes, harness.server.writer.snapshot)
        let expected: Set = [Self.scale, Row(app: "diary", type: .heartRate, read: 5)]
        #expect(try harness.rows() == expected)
        harness.stop()
        #expect(try CountingHarness(storage: storage).rows() == expected)
    }

    /// What the writer has is not taken a second time, nor forgotten for what is counted meanwhile.
    @Test func whatTheWriterHasIsKeptUntilItIsStored() throws {
        let storage = FullStorage(storage)
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        harness.server.advance(seconds: 60)
        let writes = try #require(harness.server.core.takeWrites())
        try harness.ask("diary", .query(.heartRate))
        harness.server.advance(seconds: 60)
        #expect(harness.server.core.deadline == nil, "it waits for the writer, and not for a time")
        storage.isFull = true
        let outcomes = harness.server.writer.commit(writes)
        harness.server.core.finishWrites(outcomes, harness.server.writer.snapshot)
        storage.isFull = false
        harness.server.settle()
        harness.server.advance(seconds: 60)
        harness.server.settle()
        let expected: Set = [Self.scale, Row(app: "diary", type: .heartRate, read: 5)]
        #expect(try CountingHarness(storage: storage.memory).rows() == expected)
        #expect(try harness.rows() == expected)
    }

    // MARK: - Days

    @Test func aDayBeginsAtMidnightOfUniversalTime() throws {
        let harness = try CountingHarness(storage: storage)
        let reader = try harness.server.open("diary")
        reader.send(2, .follow(.heartRate))
        _ = reader.receive()
        harness.server.advance(seconds: 43_199)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        _ = reader.receive()
        harness.server.advance(seconds: 1)
        try harness.ask("scale", .save(exampleSamples(6...6)))
        _ = reader.receive()
        let expected: Set = [
            Self.scale, Row(app: "diary", type: .heartRate, read: 5),
            Row(app: "scale", type: .heartRate, day: 20_001, saved: 1),
            Row(app: "diary", type: .heartRate, day: 20_001, read: 1),
        ]
        #expect(try harness.rows() == expected)
        harness.stop()
        #expect(try CountingHarness(storage: storage).rows() == expected)
    }

    @Test func ninetyDaysAreKept() throws {
        let harness = try CountingHarness(storage: storage)
        for day in 0..<Int(Limits.countedDays) {
            try harness.ask("scale", .save(exampleSamples(10 * day + 1...10 * day + 1)))
            harness.server.advance(seconds: 3_600)
            harness.server.settle()
            #expect(try harness.rows().count == day + 1)
            harness.server.advance(seconds: 82_800)
        }
        // Nothing was counted on this day, and the oldest one is not told any more.
        #expect(try harness.rows().map(\.day).min() == 20_001)
        try harness.ask("scale", .save(exampleSamples(5_000...5_000)))
        harness.stop()
        let kept = try StoreWriter(storage).snapshot.accessCounts.list
        // The day before the newest one confirms what is older.
        #expect(kept.flatMap(\.types).flatMap(\.days).map(\.day.number) == Array(20_000...20_090))
    }

    /// A machine without a battery for its clock may begin in another year.
    @Test func aClockThatIsWrongForADayErasesNothing() throws {
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        harness.server.advance(seconds: 86_400)
        try harness.ask("scale", .save(exampleSamples(6...6)))
        harness.server.advance(seconds: 86_400 * 3_650)
        try harness.ask("scale", .save(exampleSamples(7...7)))
        harness.stop()
        let next = try CountingHarness(storage: storage)
        let yesterday = Row(app: "scale", type: .heartRate, day: 20_001, saved: 1)
        #expect(try next.rows().isSuperset(of: [Self.scale, yesterday]))
        next.server.advance(seconds: 86_400 * 2)
        try next.ask("scale", .save(exampleSamples(8...8)))
        next.stop()
        let kept = try StoreWriter(storage).snapshot.accessCounts.list.flatMap(\.types).flatMap(\.days)
        #expect(kept.map(\.day.number) == [20_000, 20_001, 20_002, 20_001 + 3_650])
    }

    // MARK: - Bounds

    @Test func inventedNamesAreCountedTogether() throws {
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        harness.server.advance(seconds: 60)
        harness.server.settle()
        for number in 0..<300 {
            try harness.ask("invented\(number)", .query(.heartRate))
            if number == 200 {
                harness.server.advance(seconds: 60)
                harness.server.settle()
            }
        }
        try harness.ask("scale", .query(.heartRate))
        func check(_ rows: Set<Row>) {
            #expect(rows.count == Limits.countedApps + 1)
            #expect(rows.contains(Row(app: "scale", type: .heartRate, read: 5, saved: 5)), "it was known before")
            let others = UInt64(300 - (Limits.countedApps - 1))
            #expect(rows.contains(Row(app: "", type: .heartRate, read: 5 * others)))
        }
        check(try harness.rows())
        _ = try harness.control(.add("known", name: ""))
        _ = try harness.control(.decide("known", [Grant(.heartRate, read: .allowed)]))
        let known = try harness.server.open("known", through: "known")
        known.send(2, .query(.heartRate))
        _ = known.receive()
        #expect(try harness.rows().contains(Row(app: "known", type: .heartRate, read: 5)))
        harness.stop()
        #expect(try CountingHarness(storage: storage).rows().count == Limits.countedApps + 2)
        // The next day has room again.
        let next = try CountingHarness(storage: storage)
        next.server.advance(seconds: 86_400)
        try next.ask("late", .query(.heartRate))
        #expect(try next.rows().contains(Row(app: "late", type: .heartRate, day: 20_001, read: 5)))
    }

    /// An app with a socket has room where invented names have none, also at the end of a day and on the next one.
    @Test func anAppWithASocketIsCountedApartAtTheEndOfADay() throws {
        let harness = try CountingHarness(storage: storage)
        try harness.ask("scale", .save(exampleSamples(1...5)))
        _ = try harness.control(.add("known", name: ""))
        _ = try harness.control(.decide("known", [Grant(.heartRate, read: .allowed)]))
        let known = try harness.server.open("known", through: "known")
        for day: Int32 in [20_000, 20_001] {
            for number in 0...Limits.countedApps {
                try harness.ask("invented\(number)", .query(.heartRate))
            }
            #expect(try harness.rows().contains { $0.app == "" && $0.day == day }, "there is no room for more names")
            // Nobody asks for the counts after that: the app's own are still to be added when the day ends.
            known.send(UInt64(day), .query(.heartRate))
            _ = known.receive()
            harness.server.advance(seconds: 86_400)
            let rows = try harness.rows()
            #expect(rows.contains(Row(app: "known", type: .heartRate, day: day, read: 5)))
            #expect(rows.count(where: { $0.app != "" && $0.day == day }) == Limits.countedApps + 1)
        }
    }

    /// Apps with sockets take no places of apps without.
    @Test func onlyAppsWithoutSocketsAreLimitedByTheirNumber() {
        var counts = AccessCounts()
        for number in 0..<2 * Limits.countedApps {
            // By turns: those with sockets are counted before others and after them.
            let app = AppID(number.isMultiple(of: 2) ? "socket\(number)" : "app\(number)")
            _ = counts.add(AccessCount(read: 1), of: .heartRate, by: app, on: Day(number: 20_000)) {
                $0.description.hasPrefix("socket")
            }
        }
        #expect(counts.list.count == 2 * Limits.countedApps && counts.list.allSatisfy { $0.app != "" })
        let late = counts.add(AccessCount(read: 1), of: .heartRate, by: "late", on: Day(number: 20_000)) {
            $0.description.hasPrefix("socket")
        }
        #expect(late.app == "")
    }

    @Test func pairsAreLimited() throws {
        var counts = AccessCounts()
        let types = ObjectType.all.filter { $0.kind == .quantity }.prefix(20)
        let day = Day(number: 20_000)
        func add(_ app: AppID, _ type: ObjectType, hasSocket: Bool = false) {
            _ = counts.add(AccessCount(read: 1), of: type, by: app, on: day) { _ in hasSocket }
        }
        for number in 0..<60 {
            for type in types {
                add(AppID("app\(number)"), type)
            }
        }
        func apart() -> Int { counts.list.filter { $0.app != "" }.flatMap(\.types).count }
        func sum() -> UInt64 { counts.list.flatMap(\.types).flatMap(\.days).reduce(0) { $0 + $1.count.read } }
        #expect(apart() == Limits.countedPairs - Limits.countedPairsReserve)
        #expect(sum() == 1_200)
        for number in 0..<20 {
            for type in types {
                add(AppID("socket\(number)"), type, hasSocket: true)
            }
        }
        #expect(apart() == Limits.countedPairs)
        #expect(sum() == 1_600, "nothing is lost")
        add(AppID(String(repeating: "x", count: Limits.countedAppBytes + 1)), .heartRate)
        #expect(counts.list.allSatisfy { $0.app.description.utf8.count <= Limits.countedAppBytes })
    }

    @Test func theListOfNinetyFullDaysFitsIntoAFrame() throws {
        var counts = AccessCounts()
        let types = ObjectType.all.filter { $0.kind == .quantity }
        let name = String(repeating: "x", count: Limits.countedAppBytes - 8)
        let count = AccessCount(
            read: .max,
            saved: 1 << 40,
            deleted: 1 << 40,
            lastRead: CountingHarness.noon,
            lastWritten: CountingHarness.noon
        )
        for day in 0..<Limits.countedDays {
            for number in 0..<Limits.countedPairs {
                let app = AppID("\(name)\(Int(day) * Limits.countedApps + number % Limits.countedApps)")
                let type = types[number / Limits.countedApps]
                _ = counts.add(count, of: type, by: app, on: Day(number: 20_000 + day)) { _ in true }
            }
        }
        let list = AccessList([], counts: counts.list)
        var bytes: [UInt8] = []
        try FrameEncoder().append(ServerFrame(call: 1, .accessList(list)), to: &bytes)
        let frame = try FrameDecoder().serverFrame(bytes.span.bytes.extracting(droppingFirst: 4))
        #expect(try frame.content.get() == .accessList(list))
    }
}
