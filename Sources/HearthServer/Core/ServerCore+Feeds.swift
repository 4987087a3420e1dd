import HearthModel
import HearthStore

/// Translates between the feeds and the calls that follow them.
extension ServerCore {
    /// Takes the next step of a feed that has news, or leaves it to the reader threads.
    func stepFeed() {
        guard let feed = feeds.popReady(), isReady(feed), let task = feeds.nextTask(of: feed, in: snapshot) else {
            return
        }
        if !runIfSmall(task, { read(for: feed, rows: $0) }) {
            readQueue.insert(feed)
        }
    }

    func read(for feed: FeedID, rows: Int) -> Read? {
        guard isReady(feed), let task = feeds.beginStep(of: feed, in: snapshot) else { return nil }
        return Read(task, for: .feed(feed), rows: rows)
    }

    func finishFeed(_ feed: FeedID, _ result: Result<ReadOutcome, HearthError>) {
        switch feeds.endStep(of: feed, result, in: snapshot, now: time.nanoseconds) {
        case .nothing: break
        case .deliver(let delivery): deliver(delivery)
        case .fail(let members, let error):
            for member in members {
                if let session = sessions[member.connection.number] {
                    fail(member.number, error.inRequest(ChangesCall.field), of: session)
                }
            }
        }
    }

    /// Sends each feed that has been silent for a while an anchor up to the newest commit.
    func sendBookmarks() {
        for bookmark in feeds.dueBookmarks(in: snapshot, now: time.nanoseconds) {
            deliver(bookmark)
        }
    }

    /// Whether a feed has news that one of its members can receive. If none can, nothing is read and the feed dissolves.
    private func isReady(_ feed: FeedID) -> Bool {
        let members = feeds.readers(of: feed)
        guard !members.isEmpty else { return false }
        guard !members.contains(where: { calls.sending($0) != nil }) else { return true }
        if let (members, place) = feeds.dissolve(feed) {
            for case .reading(let call as ChangesCall)? in members.map({ calls[$0] }) {
                call.leaveFeed(at: place)
            }
        }
        return false
    }

    /// Sends a batch to all members that can receive it. The others continue on their own.
    private func deliver(_ delivery: FeedDelivery) {
        lazy var notification = delivery.batch.lastChange.map { ChangeNotification(commit: $0) }
        var deliveries = 0
        for member in delivery.members {
            guard let (call, connection) = followingCall(member) else { continue }
            guard connection.maySend(call), let session = sessions[member.connection.number] else {
                feeds.leave(member)
                call.leaveFeed(at: delivery.place)
                continue
            }
            deliveries += 1
            if call.notifying != nil, let notification {
                background.didNotify(member, notification)
            }
            call.credit?.spend(send(delivery.packed, member.number, to: session))
        }
        figures.feedBatches += 1
        figures.feedDeliveries += deliveries
    }

    private func followingCall(_ id: CallID) -> (ChangesCall, ConnectionCalls)? {
        guard let connection = calls[id.connection],
            case .reading(let call as ChangesCall)? = connection.open[id.number]
        else { return nil }
        return (call, connection)
    }

    /// Where a subscription is, as far as its call knows.
    func position(of call: some ReadingCall, _ id: CallID) -> SubscriptionPosition? {
        call.position(fedUpTo: feeds.position(of: id, in: snapshot))
    }

    /// Where a subscription is.
    func place(of call: some ReadingCall, _ id: CallID) -> SubscriptionPlace? {
        position(of: call, id)?.place(in: snapshot)
    }
}
