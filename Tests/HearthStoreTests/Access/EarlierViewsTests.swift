import HearthModel
import Testing

@testable import HearthStore

@Suite struct EarlierViewsTests {
    private static let app: AppID = "org.example.reader"

    /// A table that changes removes records by what they hold: a record is kept as it was, whatever this version knows of it.
    @Test(arguments: [UInt8(13), 18]) func recordsOfOtherVersionsStayAsTheyAre(_ kind: UInt8) throws {
        var writer = ByteWriter()
        writer.number(5)
        writer.byte(1)
        for type in ["HKQuantityTypeIdentifierOfTheFuture", ObjectType.stepCount.identifier] {
            writer.sized(type)
            writer.byte(0)
        }
        let record = StoredAppRecord(app: Self.app, kind: kind, name: "7", value: writer.bytes)
        var table = try AccessTable([record])
        #expect(table.stored(excluding: AccessTable()).map(\.bytes) == [record.bytes])
        let read = AccessView.Readings([.stepCount: .everything], standard: .nothing)
        let number = ViewNumber(of: Self.app, read, after: 5).value
        #expect(table.earlierView(number)?.readings == (kind == 18 ? read : nil))
        let before = table
        try table.execute(.add(Self.app, name: ""), at: Timestamp(nanoseconds: 0))
        for _ in 0..<32 {
            try table.execute(.decide(Self.app, [Grant(.stepCount, read: .denied)]), at: Timestamp(nanoseconds: 0))
        }
        #expect(before.stored(excluding: table).map(\.bytes) == [record.bytes])
    }

    /// An earlier build counted decisions by app. Each later decision has a number above all of those.
    @Test func numbersBeginAboveTheCountsOfAnEarlierBuild() throws {
        func record(_ app: AppID, _ number: UInt64) -> StoredAppRecord {
            var writer = ByteWriter()
            writer.number(number)
            return StoredAppRecord(app: app, kind: 17, name: "", value: writer.bytes)
        }
        var table = try AccessTable([record(Self.app, 3), record("", 2), record("org.example.other", 7)])
        var seen: Set<UInt64> = []
        for read in [Permission.denied, .allowed, .denied] {
            try table.execute(.decide(Self.app, [Grant(.stepCount, read: read)]), at: Timestamp(nanoseconds: 0))
            seen.insert(table.decisionNumber(of: Self.app))
        }
        #expect(seen == [8, 9, 10])
    }

    /// Nothing is kept of an app without a socket and decisions. Later decisions get other numbers all the same.
    @Test func viewsOfAnAppThatWasForgottenHaveOtherNumbers() throws {
        var table = AccessTable()
        try table.execute(.ask(true), at: Timestamp(nanoseconds: 0))
        var numbers: Set<UInt64> = []
        for _ in 0..<3 {
            for read in [Permission.denied, .undetermined] {
                try table.execute(.decide(Self.app, [Grant(.stepCount, read: read)]), at: Timestamp(nanoseconds: 0))
                table = try AccessTable(table.stored(excluding: AccessTable()))
                numbers.insert(try #require(table.view(of: Self.app)).number)
            }
        }
        #expect(numbers.count == 4, "three decisions, and none")
        try table.execute(.ask(true), at: Timestamp(nanoseconds: 0))
        #expect(numbers.contains(try #require(table.view(of: Self.app)).number), "nothing was decided")
    }

    /// Each decision makes another view, and the last 32 are remembered, also by the next process.
    @Test func theLastViewsAreRememberedWhateverWasDecided() throws {
        for decisions in [[Permission.allowed], [.denied, .allowed]] {
            var table = AccessTable()
            try table.execute(.add(Self.app, name: ""), at: Timestamp(nanoseconds: 0))
            var numbers: [UInt64] = []
            for index in 0..<40 {
                numbers.append(try #require(table.view(of: Self.app)).number)
                let grant = Grant(.stepCount, read: decisions[index % decisions.count])
                try table.execute(.decide(Self.app, [grant]), at: Timestamp(nanoseconds: 0))
            }
            #expect(Set(numbers).count == numbers.count)
            let restored = try AccessTable(table.stored(excluding: AccessTable()))
            #expect(restored == table)
            for known in [table, restored] {
                let found = numbers.map { known.earlierView($0)?.number == $0 }
                #expect(found == [Bool](repeating: false, count: 8) + [Bool](repeating: true, count: 32))
            }
        }
    }
}
