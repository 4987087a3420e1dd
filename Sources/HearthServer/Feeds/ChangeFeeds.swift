import HearthModel
import HearthStore
import HearthWire

/// Calls that have caught up with the store. Those with the same clauses share a feed, so that each change is read and
/// encoded once for all of them.
///
///     follow -> noteCommit -> ReadQueue -> beginStep ... endStep -> FeedStep
///
/// Refers to calls by their ids. The server sends what it returns, and takes calls out that cannot receive it.
final class ChangeFeeds {
    private let encoder = FrameEncoder()
    private let bookmarkNanoseconds: Int64
    private var feeds: [FeedID: Feed] = [:]
    private var memberships: [CallID: Membership] = [:]
    /// The feeds that accept new members.
    private var feedsByKey: [Feed.Key: FeedID] = [:]
    private var feedsByType = TypeIndex<FeedID>()
    private var observersByType = TypeIndex<CallID>()
    private var toWake = WakeQueue<CallID>()
    private let reads: ReadQueue
    private var feedsSoFar: UInt64 = 0
    /// When the next bookmark is due. Nil if no feed needs one.
    private(set) var deadline: Int64?

    /// A call's membership in its feed. What the feed sends is counted once for all members, and each member's share is
    /// computed when it is asked for, so that nothing is counted for each of many members.
    private struct Membership {
        var feed: FeedID
        let account: AccessAccount
        /// What the feed had sent before.
        var before: SampleCounts
    }

    init(bookmarkNanoseconds: Int64, _ reads: ReadQueue) {
        self.reads = reads
        self.bookmarkNanoseconds = bookmarkNanoseconds
    }
}

// MARK: - Members

extension ChangeFeeds {
    /// Adds a call that has everything up to the snapshot.
    func follow(
        _ call: CallID,
        _ key: Feed.Key,
        _ account: AccessAccount,
        in snapshot: Snapshot,
        now: Int64
    ) {
        var (id, feed) = openFeed(key, in: snapshot, now)
        if feed.hasNews {
            // Its members still lack something that the call has. The feeds merge once they have it.
            (id, feed) = makeFeed(key, in: snapshot, now)
        }
        feed.skip(to: snapshot)
        feed.insert(call)
        memberships[call] = Membership(feed: id, account: account, before: feed.sent)
    }

    /// Removes a call. Does nothing for one that follows no feed. `lacking`: what its feed has counted and it was not sent.
    func leave(_ call: CallID, lacking: SampleCounts = SampleCounts()) {
        guard var membership = memberships.removeValue(forKey: call), let feed = feeds[membership.feed] else { return }
        membership.before.add(lacking)
        settle(&membership, feed)
        feed.remove(call)
        removeIfEmpty(membership.feed, feed)
    }

    /// The commit up to which a member has everything; nil for a call that follows no feed.
    func position(of call: CallID, in snapshot: Snapshot) -> UInt64? {
        guard let membership = memberships[call], let feed = feeds[membership.feed] else { return nil }
        return feed.hasNews ? feed.position : snapshot.head
    }

    private func openFeed(_ key: Feed.Key, in snapshot: Snapshot, _ now: Int64) -> (FeedID, Feed) {
        if let id = feedsByKey[key], let feed = feeds[id], feed.members.count < ChangeFeeds.membersMax {
            return (id, feed)
        }
        return makeFeed(key, in: snapshot, now)
    }

    private func makeFeed(_ key: Feed.Key, in snapshot: Snapshot, _ now: Int64) -> (FeedID, Feed) {
        feedsSoFar += 1
        let id = FeedID(number: feedsSoFar)
        let feed = Feed(key, in: snapshot, now: now)
        feeds[id] = feed
        feedsByKey[key] = id
        feedsByType.insert(id, key.clauses.map(\.type))
        return (id, feed)
    }

    /// The most members of a feed. A batch is sent to all of them in one turn of the server.
    static let membersMax = 1_024

    /// Merges a feed that has no news with the other one for the same clauses.
    private func merge(_ id: FeedID, _ feed: Feed, in snapshot: Snapshot) {
        guard !feed.hasNews else { return }
        let otherID = feedsByKey[feed.key] ?? id
        feedsByKey[feed.key] = otherID
        guard otherID != id, let other = feeds[otherID], !other.hasNews,
            feed.members.count + other.members.count <= ChangeFeeds.membersMax
        else { return }
        for member in feed.members {
            guard var membership = memberships[member] else { continue }
            settle(&membership, feed)
            membership.feed = otherID
            membership.before = other.sent
            memberships[member] = membership
        }
        other.merge(feed, in: snapshot)
    }

    private func removeIfEmpty(_ id: FeedID, _ feed: Feed) {
        guard feed.members.isEmpty else { return }
        if feedsByKey[feed.key] == id {
            feedsByKey[feed.key] = nil
        }
        feeds[id] = nil
        feedsByType.remove(id, feed.key.clauses.map(\.type))
    }
}

// MARK: - Counting

extension ChangeFeeds {
    /// Counts all that was sent for the members.
    func settleCounts() {
        for (call, membership) in memberships {
            guard let feed = feeds[membership.feed], membership.before != feed.sent else { continue }
            var settled = membership
            settle(&settled, feed)
            memberships[call] = settled
        }
    }

    private func settle(_ membership: inout Membership, _ feed: Feed) {
        membership.account.add(feed.sent.subtracting(membership.before), .read, at: feed.lastSamples)
        membership.before = feed.sent
    }
}

// MARK: - Observers

extension ChangeFeeds {
    /// Adds a call that is notified when types change. No types: all of them.
    func observe(_ call: CallID, _ types: some Sequence<ObjectType>) {
        observersByType.insert(call, types)
    }

    /// Types have changed: their observers are to be woken.
    func noteChange(of types: [ObjectType]) {
        if !types.isEmpty {
            toWake.insert([nil] + types.map(Optional.some), observersByType)
        }
    }

    var hasObserversToWake: Bool { !toWake.isEmpty }

    /// The next observers to be woken. A client may have opened very many calls, which do not have to be woken at once.
    func takeObservers() -> [CallID] { toWake.take(ChangeFeeds.observersPerTurn, observersByType) }

    private static let observersPerTurn = 1_024

    func stopObserving(_ call: CallID, _ types: some Sequence<ObjectType>) {
        observersByType.remove(call, types)
    }
}

// MARK: - Steps

extension ChangeFeeds {
    /// The store has new commits, which concern these types.
    func advance(to snapshot: Snapshot, changed types: [ObjectType], now: Int64) {
        for id in feedsByType.followers(of: types) {
            guard let feed = feeds[id] else { continue }
            feed.noteCommit(snapshot.head)
            reads.insert(id, isSmall: feed.isNextStepSmall)
        }
        if !feeds.isEmpty, deadline == nil {
            deadline = now + bookmarkNanoseconds
        }
        noteChange(of: types)
    }

    /// The members for which a step may begin now. Empty if no step is due.
    func readers(of id: FeedID) -> Set<CallID> {
        guard let feed = feeds[id], feed.hasNews, !feed.isReading else { return [] }
        return feed.members
    }

    func nextTask(of id: FeedID, in snapshot: Snapshot) -> ChangesTask? {
        feeds[id]?.nextTask(snapshot)
    }

    /// Begins a step. `endStep` takes its result.
    func beginStep(of id: FeedID, in snapshot: Snapshot) -> ChangesTask? {
        feeds[id]?.beginStep(snapshot)
    }

    func endStep(
        of id: FeedID,
        _ result: Result<ReadOutcome, HearthError>,
        in snapshot: Snapshot,
        at time: ServerTime
    ) -> FeedStep {
        guard let feed = feeds[id] else { return .nothing }
        defer { settle(id, feed, in: snapshot) }
        let (point, batch) = feed.endStep()
        switch result {
        case .success(.batch(let packed, _)):
            guard let batch else { return .nothing }
            feed.noteBatch(batch)
            guard !batch.isEmpty else { return .nothing }
            feed.noteSent(batch, packed.samples, at: time)
            return .deliver(FeedDelivery(packed: packed, batch: batch, members: feed.members, resumePoint: point))
        case .success(.pause): return .nothing
        case .success(.end):
            feed.catchUp()
            return .nothing
        case .failure(let error): return .fail(removeAllMembers(of: feed), error)
        }
    }

    /// Ends a feed if none of its members can receive anything. Returns the members and their position.
    func dissolve(_ id: FeedID) -> (members: Set<CallID>, resumePoint: Feed.ResumePoint)? {
        guard let feed = feeds[id] else { return nil }
        let point = feed.resumePoint
        let members = removeAllMembers(of: feed)
        removeIfEmpty(id, feed)
        return (members, point)
    }

    private func settle(_ id: FeedID, _ feed: Feed, in snapshot: Snapshot) {
        if feed.hasNews, !feed.members.isEmpty {
            reads.insert(id, isSmall: feed.isNextStepSmall)
        }
        merge(id, feed, in: snapshot)
        removeIfEmpty(id, feed)
    }

    private func removeAllMembers(of feed: Feed) -> Set<CallID> {
        let members = feed.removeAllMembers()
        for member in members {
            guard var membership = memberships.removeValue(forKey: member) else { continue }
            settle(&membership, feed)
        }
        return members
    }
}

// MARK: - Bookmarks

extension ChangeFeeds {
    /// Empty batches with a newer anchor, for feeds whose members were sent nothing for a while although the store has
    /// new commits.
    func dueBookmarks(in snapshot: Snapshot, now: Int64) -> [FeedDelivery] {
        guard let due = deadline, due <= now else { return [] }
        deadline = nil
        var members = 0
        return feeds.values.filter { $0.announced < snapshot.head }.compactMap { feed in
            // What a feed still has to send brings an anchor, but commits that concern no member may follow it.
            let due = (feed.hasNews ? now : feed.lastSent) + bookmarkNanoseconds
            members += due <= now ? feed.members.count : 0
            // The others have their turn later.
            guard due <= now, members <= ChangeFeeds.membersMax else {
                deadline = min(deadline ?? due, due)
                return nil
            }
            return bookmark(for: feed, in: snapshot, now)
        }
    }

    private func bookmark(for feed: Feed, in snapshot: Snapshot, _ now: Int64) -> FeedDelivery? {
        let point = feed.resumePoint
        feed.skip(to: snapshot)
        let anchor = feed.key.anchor(in: snapshot)
        let bookmark = ChangeBatch(anchor: snapshot.sealed(anchor), caughtUp: true)
        let mark = ChangeMark(bookmark: anchor)
        // An empty batch always fits into a frame.
        guard let packed = try? encoder.pack(.changes(bookmark)) else { return nil }
        feed.noteBookmark(mark, now: now)
        return FeedDelivery(packed: packed, batch: mark, members: feed.members, resumePoint: point)
    }
}
