import HearthModel
import HearthStore
import HearthWire

/// Streams that have caught up.
extension ServerCore {
    /// A call has everything up to the newest state, and gets what comes with the others that follow the same.
    func follow(_ call: ChangesCall, _ id: CallID, _ session: Session) {
        let key = Feed.Key(clauses: call.request.clauses, includeSeries: call.request.includeSeries)
        var feed = feeds[key] ?? makeFeed(key)
        if feed.hasNews {
            // Its members lack something that the new one has. They come over when they have it too.
            feed = makeFeed(key)
        }
        feed.skip(to: snapshot)
        feed.members[id] = Feed.Member(session: session, number: id.number, call: call)
        call.feed = feed
    }

    private func makeFeed(_ key: Feed.Key) -> Feed {
        feedsSoFar += 1
        let feed = Feed(key, number: feedsSoFar, at: snapshot, now: time.nanoseconds)
        feeds[key] = feed
        allFeeds.insert(feed)
        feedsByType.insert(feed, key.clauses.map(\.type))
        return feed
    }

    /// Of feeds for the same clauses one is left, once they have all that there is.
    func unite(_ feed: Feed) {
        guard !feed.hasNews else { return }
        let other = feeds[feed.key] ?? feed
        feeds[feed.key] = other
        guard other !== feed, !other.hasNews else { return }
        other.skip(to: snapshot)
        for (id, member) in feed.members {
            member.call.feed = other
            other.members[id] = member
        }
        other.heard = min(other.heard, feed.heard)
        feed.members = [:]
    }

    func leaveFeed(_ call: ChangesCall, _ id: CallID) {
        guard let feed = call.feed else { return }
        call.feed = nil
        feed.members[id] = nil
        removeIfEmpty(feed)
    }

    func removeIfEmpty(_ feed: Feed) {
        if feed.members.isEmpty {
            if feeds[feed.key] === feed {
                feeds[feed.key] = nil
            }
            allFeeds.remove(feed)
            feedsByType.remove(feed, feed.key.clauses.map(\.type))
        }
    }

    /// No member can take what comes next.
    func dismissAll(of feed: Feed, at place: Feed.Place) {
        for (id, member) in feed.members {
            feed.dismiss(id, member, at: place)
        }
    }

    /// Sends a batch to all members that can take it, which have stood at `place` before it.
    func deliver(_ packed: PackedReply, _ batch: ChangeMark, to feed: Feed, from place: Feed.Place) {
        feed.lastSent = time.nanoseconds
        if batch.caughtUp {
            feed.heard = feed.position
        }
        var deliveries = 0
        for (id, member) in feed.members {
            guard isAllowed(member.call, member.session) else {
                feed.dismiss(id, member, at: place)
                continue
            }
            deliveries += 1
            member.call.note(batch)
            hasTold(member.call, of: member.session)
            member.call.credit?.spend(send(packed, member.number, to: member.session))
        }
        figures.feedBatches += 1
        figures.feedDeliveries += deliveries
    }
}

// MARK: - Bookmarks

extension ServerCore {
    /// Sees to it that those whom a commit does not concern hear of it in time.
    func scheduleBookmarks() {
        guard !allFeeds.isEmpty, bookmarkDeadline == nil else { return }
        bookmarkDeadline = time.nanoseconds + options.bookmarkNanoseconds
    }

    func sendBookmarks() {
        guard let deadline = bookmarkDeadline, deadline <= time.nanoseconds else { return }
        bookmarkDeadline = nil
        for feed in allFeeds where feed.heard < snapshot.head {
            // What a feed still has to send brings an anchor; but something that does not match may come after it.
            let due = (feed.hasNews ? time.nanoseconds : feed.lastSent) + options.bookmarkNanoseconds
            guard due <= time.nanoseconds else {
                bookmarkDeadline = min(bookmarkDeadline ?? due, due)
                continue
            }
            // Those that cannot take it now get their newer anchor when they read on by themselves.
            let place = feed.place
            feed.skip(to: snapshot)
            let bookmark = ChangeBatch(anchor: feed.anchor, caughtUp: true)
            // An empty batch is never too long for a frame.
            if let packed = try? encoder.pack(.changes(bookmark)) {
                deliver(packed, ChangeMark(bookmark), to: feed, from: place)
            }
            removeIfEmpty(feed)
        }
    }
}
