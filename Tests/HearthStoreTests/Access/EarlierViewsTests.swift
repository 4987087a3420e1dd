import HearthModel
import Testing

@testable import HearthStore

@Suite struct EarlierViewsTests {
    private static let app: AppID = "org.example.reader"

    /// Anchors from before decisions were part of the number name a view by it.
    @Test func viewsOfTheFirstKindAreFoundAndKept() throws {
        let readings = AccessView.Readings([.stepCount: .everything], standard: .nothing)
        let number = ViewNumber(of: Self.app, readings).value
        for (stored, isFound) in [(number, true), (number &+ 1, false)] {
            var writer = ByteWriter()
            writer.number(stored)
            writer.byte(1)
            writer.sized(ObjectType.stepCount.identifier)
            writer.byte(0)
            let record = StoredAppRecord(app: Self.app, kind: 13, name: "7", value: writer.bytes)
            let table = try AccessTable([record])
            #expect((table.earlierView(stored)?.readings == readings) == isFound)
            #expect(table.stored(excluding: AccessTable()).map(\.bytes) == [record.bytes])
        }
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
