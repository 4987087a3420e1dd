import HearthModel
import Testing

@testable import HearthStore

/// A snapshot is copied several times for each call, and is changed only where nobody else has it.
@Suite struct SnapshotTests {
    @Test func aCopyIsTwoReferences() {
        // What the store is, and what its reader may see of it.
        #expect(MemoryLayout<Snapshot>.size == 2 * MemoryLayout<UnsafeRawPointer>.size)
    }

    @Test func aCopyDoesNotChangeWithTheOther() throws {
        let store = try ExampleStore()
        let before = store.writer.snapshot
        var changed = before
        changed.header.head += 1
        changed.samples[.heartRate] = SegmentList()
        changed.sourceRanks[.heartRate] = ["org.example.run"]
        #expect(changed.head == before.head + 1)
        #expect(before.samples.isEmpty && changed.samples.count == 1)
        #expect(before.sourceRanks[.heartRate].isEmpty && changed.sourceRanks[.heartRate] == ["org.example.run"])
        #expect(store.writer.snapshot.head == before.head && store.writer.snapshot.samples.isEmpty)
    }

    @Test func aViewIsOfItsCopyAlone() throws {
        let store = try ExampleStore()
        try store.commit(.controlAccess(.decide("org.example.run", [Grant(.heartRate, read: .denied)])))
        let whole = store.writer.snapshot
        let view = try #require(whole.access.view(of: "org.example.run"))
        let seen = whole.seen(through: view)
        #expect(whole.isWhole(.heartRate) && !seen.isWhole(.heartRate) && seen.isWhole(.stepCount))
    }

    @Test func viewsThatAllowTheSameAreEqual() throws {
        let denied = Grant(.heartRate, read: .denied)
        func view(_ grants: Grant..., of app: AppID = "org.example.run") throws -> AccessView {
            var table = AccessTable()
            try table.execute(.decide(app, grants), at: Timestamp(nanoseconds: 0))
            return try #require(table.view(of: app))
        }
        let one = try view(denied)
        #expect(try one == view(denied) && one == view(denied, Grant(.stepCount, read: .allowed)))
        #expect(try one.hashValue == view(denied).hashValue)
        #expect(try one != view(denied, of: "org.example.walk"))
        #expect(try one != view(denied, Grant(.stepCount, read: .denied)))
        #expect(try one != view(denied, Grant(.stepCount, share: .denied)), "what it may save counts, too")
    }
}
