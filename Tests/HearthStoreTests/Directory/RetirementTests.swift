import Foundation
import HearthModel
import Testing

@testable import HearthStore

/// A block may be deleted when its segment is no part of the newest state and the last snapshot with it is gone.
@Suite struct RetirementTests {
    private let retirement = Retirement()

    private func takeReleased(_ most: Int, bytes: Int = .max) -> [Int64] {
        retirement.takeReleased(atMost: most, bytes: bytes).map(\.id)
    }

    @Test func isNotReleasedWhileSomebodyHasIt() {
        var newest: Segment? = segment(1)
        var snapshot = newest
        retirement.retire([1])
        newest = nil
        #expect(snapshot?.id == 1 && newest == nil)
        #expect(!retirement.hasReleased && takeReleased(10).isEmpty)
        snapshot = nil
        #expect(retirement.hasReleased && takeReleased(10) == [1])
    }

    /// To delete large blocks takes long, so few of them are deleted at once.
    @Test func fewLargeBlocksAreGivenOutAtOnce() {
        retirement.retire(1...4)
        for id in 1...4 as ClosedRange<Int64> {
            retirement.released(id, bytes: 100)
        }
        #expect(takeReleased(.max, bytes: 250) == [4, 3])
        #expect(takeReleased(.max, bytes: 10) == [2])
        #expect(takeReleased(.max, bytes: 10) == [1])
    }

    /// A process that ends lets go of everything and deletes nothing.
    @Test func isNotReleasedUnlessRetired() {
        var newest: Segment? = segment(1)
        #expect(newest?.id == 1)
        newest = nil
        #expect(!retirement.hasReleased)
        retirement.retire([1])
        #expect(!retirement.hasReleased)
    }

    @Test func isGivenOutOnce() {
        var segments = (1...5).map { segment($0) }
        retirement.retire(segments.map(\.id))
        segments = []
        let first = takeReleased(2)
        let rest = takeReleased(.max)
        #expect(first.count == 2 && rest.count == 3)
        #expect(Set(first + rest) == [1, 2, 3, 4, 5])
        #expect(takeReleased(.max).isEmpty && segments.isEmpty)
    }

    @Test func whatCouldNotBeDeletedComesAgain() {
        retirement.giveBack([3, 4].map { ReleasedBlock(id: $0, bytes: 1) })
        #expect(retirement.hasReleased)
        #expect(takeReleased(.max) == [3, 4])
    }

    /// Lists share their segments: each copy of one holds all of them.
    @Test func listsHoldTheirSegments() {
        var list = SegmentList((1...300).map { segment($0) })
        let snapshot = list
        let position = list.position(of: snapshot.elements[150])
        list.replace(position..<list.after(position), with: [])
        retirement.retire([151])
        #expect(!retirement.hasReleased && snapshot.count == 300)
        withExtendedLifetime(snapshot) {}
        #expect(list.sampleCount == 299)
    }

    /// Snapshots end on any thread.
    @Test func isReleasedOnAnyThread() {
        let threads = 4
        let each: Int64 = 2_000
        DispatchQueue.concurrentPerform(iterations: threads) { index in
            let ids = (1...each).map { $0 + Int64(index) * each }
            var segments = ids.map { segment($0) }
            retirement.retire(ids)
            while !segments.isEmpty {
                segments.removeLast(min(7, segments.count))
            }
        }
        let released = takeReleased(.max)
        #expect(released.count == threads * Int(each) && Set(released).count == released.count)
    }

    private func segment(_ id: Int64) -> Segment {
        let moment = Timestamp(nanoseconds: id)
        let uuid = ObjectID(high: UInt64(id), low: 0)
        return Segment(
            SegmentSummary(
                id: id,
                kind: .samples,
                type: "HKQuantityTypeIdentifierHeartRate",
                firstSequence: UInt64(id),
                lastSequence: UInt64(id),
                count: 1,
                starts: moment...moment,
                ends: moment...moment,
                ids: uuid...uuid,
                values: nil,
                shape: 0,
                hasUnorderedIDs: false,
                hasSyncKeys: false,
                provenances: [0],
                encodedSize: 48,
                blockChecksum: 0
            ),
            retirement
        )
    }
}
