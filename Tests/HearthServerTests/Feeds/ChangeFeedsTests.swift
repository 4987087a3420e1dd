import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthServer

/// The feeds alone: ids and snapshots in, deliveries out.
@Suite struct ChangeFeedsTests {
    private let reads = ReadQueue()
    private let feeds: ChangeFeeds
    private let key = Feed.Key(clauses: [Clause(type: .heartRate)], includeSeries: false)
    private let writer: StoreWriter
    private let reader: StoreReader
    private let encoder = FrameEncoder()
    private let account = AccessAccount("org.example.reader")
    private static let time = ServerTime(nanoseconds: 0, date: Timestamp(nanoseconds: 0))

    init() throws {
        feeds = ChangeFeeds(bookmarkNanoseconds: 1_000, reads)
        writer = try StoreWriter(MemoryStorage())
        reader = try writer.makeReader()
    }

    private func call(_ number: UInt64) -> CallID {
        CallID(connection: ConnectionID(number: number), number: 2)
    }

    private func save(_ number: Int, of type: ObjectType = .heartRate) throws {
        let origin = Write.Origin(source: Source(bundleIdentifier: "org.example.test", name: "Test"))
        let write = Write(origin: origin, operation: .save([exampleSamples([number], of: type)]))
        for outcome in writer.commit([write]) {
            _ = try outcome.get()
        }
    }

    private func commit(_ number: Int, of type: ObjectType = .heartRate, now: Int64 = 0) throws -> Set<CallID> {
        try save(number, of: type)
        feeds.advance(to: writer.snapshot, changed: [type], now: now)
        var observers: Set<CallID> = []
        while feeds.hasObserversToWake {
            observers.formUnion(feeds.takeObservers())
        }
        return observers
    }

    /// The next feed with news: one whose step is small, or one that a reader thread reads.
    private func nextReady() -> FeedID? {
        if let feed = reads.popSmallFeed() { return feed }
        guard case .feed(let feed)? = reads.popFirst() else { return nil }
        return feed
    }

    /// Runs one step of a feed.
    private func step(_ id: FeedID) throws -> FeedStep {
        let task = try #require(feeds.beginStep(of: id, in: writer.snapshot))
        let read = Read(task, for: .feed(id), rows: 1_000)
        read.run(reader, encoder, FrameDecoder())
        return feeds.endStep(of: id, read.result, in: writer.snapshot, at: Self.time)
    }

    /// A save is reported to very many calls in several turns, whether they observe or follow.
    @Test func aTurnConcernsABoundedNumberOfCalls() throws {
        let calls = (0..<2_600 as Range<UInt64>).map { call($0 + 1) }
        for call in calls {
            feeds.observe(call, [])
            feeds.follow(call, key, account, in: writer.snapshot, now: 0)
        }
        try save(1)
        feeds.advance(to: writer.snapshot, changed: [.heartRate], now: 0)
        var woken: [CallID] = []
        while feeds.hasObserversToWake {
            let next = feeds.takeObservers()
            #expect(next.count <= 1_024)
            woken += next
        }
        #expect(woken.count == calls.count && Set(woken) == Set(calls))
        var members: [Int] = []
        while let id = nextReady() {
            guard case .deliver(let delivery) = try step(id) else { continue }
            members.append(delivery.members.count)
        }
        #expect(members.sorted() == [552, 1_024, 1_024])
        try save(2, of: .stepCount)
        feeds.advance(to: writer.snapshot, changed: [.stepCount], now: 0)
        var marked: [Int] = []
        for _ in 0..<3 {
            marked.append(feeds.dueBookmarks(in: writer.snapshot, now: 2_000).reduce(0) { $0 + $1.members.count })
        }
        #expect(marked.allSatisfy { $0 <= 1_024 } && marked.reduce(0, +) == calls.count)
    }

    /// What was taken before is taken again, however often the type changes meanwhile.
    @Test func observersAreWokenOfChangesMeanwhile() throws {
        for number in 1...1_500 as ClosedRange<UInt64> {
            feeds.observe(call(number), [.heartRate])
        }
        feeds.noteChange(of: [.heartRate])
        var woken = feeds.takeObservers()
        for _ in 0..<5 {
            feeds.noteChange(of: [.heartRate, .stepCount])
        }
        while feeds.hasObserversToWake {
            woken += feeds.takeObservers()
        }
        #expect(woken.count == 3_000 && Set(woken.suffix(1_500)).count == 1_500)
    }

    @Test func callsWithTheSameClausesGetOneDelivery() throws {
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        feeds.follow(call(2), key, account, in: writer.snapshot, now: 0)
        _ = try commit(1)
        let id = try #require(nextReady())
        #expect(nextReady() == nil)
        guard case .deliver(let delivery) = try step(id) else {
            Issue.record("The step delivers nothing.")
            return
        }
        #expect(delivery.members == [call(1), call(2)])
        #expect(feeds.position(of: call(1), in: writer.snapshot) == writer.snapshot.head)
    }

    @Test func aCommitOfAnotherTypeIsNoStep() throws {
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        _ = try commit(1, of: .stepCount)
        #expect(nextReady() == nil)
        #expect(feeds.position(of: call(1), in: writer.snapshot) == writer.snapshot.head)
    }

    @Test func aCallThatJoinsAFeedWithNewsMissesAndRepeatsNothing() throws {
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        let before = writer.snapshot.head
        _ = try commit(1)
        // The second call has read the commit by itself.
        feeds.follow(call(2), key, account, in: writer.snapshot, now: 0)
        #expect(feeds.position(of: call(1), in: writer.snapshot) == before)
        let id = try #require(nextReady())
        guard case .deliver(let first) = try step(id) else {
            Issue.record("The step delivers nothing.")
            return
        }
        #expect(first.members == [call(1)])
        // Both have everything now and share the next delivery.
        _ = try commit(2)
        let shared = try #require(nextReady())
        guard case .deliver(let second) = try step(shared) else {
            Issue.record("The step delivers nothing.")
            return
        }
        #expect(second.members == [call(1), call(2)])
        #expect(nextReady() == nil)
    }

    @Test func aMemberThatLeavesDuringAStepGetsNothing() throws {
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        feeds.follow(call(2), key, account, in: writer.snapshot, now: 0)
        _ = try commit(1)
        let id = try #require(nextReady())
        let task = try #require(feeds.beginStep(of: id, in: writer.snapshot))
        #expect(feeds.readers(of: id).isEmpty)
        feeds.leave(call(1))
        let read = Read(task, for: .feed(id), rows: 1_000)
        read.run(reader, encoder, FrameDecoder())
        guard case .deliver(let delivery) = feeds.endStep(of: id, read.result, in: writer.snapshot, at: Self.time)
        else {
            Issue.record("The step delivers nothing.")
            return
        }
        #expect(delivery.members == [call(2)])
    }

    @Test func theResultForAnAbandonedFeedIsDropped() throws {
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        _ = try commit(1)
        let id = try #require(nextReady())
        let task = try #require(feeds.beginStep(of: id, in: writer.snapshot))
        feeds.leave(call(1))
        let read = Read(task, for: .feed(id), rows: 1_000)
        read.run(reader, encoder, FrameDecoder())
        guard case .nothing = feeds.endStep(of: id, read.result, in: writer.snapshot, at: Self.time) else {
            Issue.record("A feed without members delivers.")
            return
        }
        #expect(feeds.position(of: call(1), in: writer.snapshot) == nil)
    }

    @Test func aDissolvedFeedSaysWhereItsMembersAre() throws {
        let anchor = writer.snapshot.anchor
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        _ = try commit(1)
        let id = try #require(nextReady())
        let (members, place) = try #require(feeds.dissolve(id))
        #expect(members == [call(1)])
        #expect(place.anchor == anchor && place.task == nil)
        #expect(feeds.readers(of: id).isEmpty)
    }

    @Test func aSilentFeedGetsABookmark() throws {
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        #expect(feeds.deadline == nil)
        _ = try commit(1, of: .stepCount, now: 10)
        #expect(feeds.deadline == 1_010)
        #expect(feeds.dueBookmarks(in: writer.snapshot, now: 1_009).isEmpty)
        let bookmarks = feeds.dueBookmarks(in: writer.snapshot, now: 1_010)
        #expect(bookmarks.map(\.members) == [[call(1)]])
        #expect(bookmarks.first?.batch.anchor == writer.snapshot.anchor)
        #expect(feeds.deadline == nil)
    }

    @Test func observersHearOfTheirTypesOnly() throws {
        feeds.observe(call(1), [ObjectType.heartRate])
        feeds.observe(call(2), [ObjectType]())
        #expect(try commit(1) == [call(1), call(2)])
        #expect(try commit(2, of: .stepCount) == [call(2)])
        feeds.stopObserving(call(2), [ObjectType]())
        #expect(try commit(3, of: .stepCount).isEmpty)
    }

    // MARK: - Counting

    /// What an account has counted as read, which it gives up.
    private func read(_ account: AccessAccount) -> UInt64 {
        feeds.settleCounts()
        var counts = AccessCounts()
        _ = account.move(to: &counts, on: Day(number: 0)) { _ in false }
        return counts.list.first?.types.first?.days.first?.count.read ?? 0
    }

    @Test func membersOfFeedsThatMergeAreCountedApart() throws {
        let late = AccessAccount("org.example.late")
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        _ = try commit(1)
        feeds.follow(call(2), key, late, in: writer.snapshot, now: 0)
        _ = try step(try #require(nextReady()))
        // They share a feed from now on.
        _ = try commit(2)
        _ = try step(try #require(nextReady()))
        #expect(read(account) == 2 && read(late) == 1)
        _ = try commit(3)
        _ = try step(try #require(nextReady()))
        #expect(read(account) == 1 && read(late) == 1)
    }

    /// Also when its feed merges with another one before it turns out that it cannot take the batch.
    @Test(arguments: [false, true]) func whoCannotTakeABatchIsNotCounted(_ merges: Bool) throws {
        let other = AccessAccount("org.example.other")
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        feeds.follow(call(2), key, other, in: writer.snapshot, now: 0)
        _ = try commit(1)
        if merges {
            feeds.follow(call(3), key, other, in: writer.snapshot, now: 0)
        }
        guard case .deliver(let delivery) = try step(try #require(nextReady())) else {
            Issue.record("The step delivers nothing.")
            return
        }
        feeds.leave(call(1), lacking: delivery.packed.samples)
        #expect(read(account) == 0 && read(other) == 1)
    }

    @Test func aDissolvedFeedHasCounted() throws {
        feeds.follow(call(1), key, account, in: writer.snapshot, now: 0)
        _ = try commit(1)
        let id = try #require(nextReady())
        _ = try step(id)
        _ = try commit(2)
        _ = feeds.dissolve(id)
        #expect(read(account) == 1)
    }
}
