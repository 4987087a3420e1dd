import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// A call: its request, and the replies that its caller has not taken yet.
struct ClientCall: Sendable {
    /// How a call is answered, and what happens to it when the connection is lost.
    enum Kind: Sendable {
        /// Has one reply, and is sent again.
        case single
        /// Reads the samples of one moment, which a new connection cannot continue.
        case query
        /// Continues after its last anchor.
        case changes
        /// Is sent again: the first notice covers what was missed.
        case observation
        /// Computes from the samples of one moment, as a query reads them.
        case statistics
        /// Is sent again, and begins with all buckets again.
        case liveStatistics
    }

    /// The request that opens the call, on this connection or on the next one.
    private(set) var request: Request
    let kind: Kind
    /// The frames of a save.
    var save: SaveFrames?
    /// The number on the connection; nil: not open.
    private(set) var number: UInt64?
    /// The call was open on a connection that was lost, so the server may have executed it.
    private(set) var mayBeDone = false
    /// When the call first had no connection since the last reply to it; nil: it has one, or needs none.
    private var unansweredSince: Int64?
    /// How the call ended. The caller takes earlier replies first.
    private(set) var end: Result<Void, any Error>?

    /// The replies that were not taken yet.
    private var arrived = Queue<Arrived>()
    /// Whether something was taken.
    private var wasTaken = false
    /// The bytes of taken replies for which no credit was granted yet.
    private var takenBytes: UInt64 = 0
    private var progress = ChangeProgress()
    /// Looks at each reply to a stream when it arrives.
    private let onArrival: (@Sendable (Reply) -> Void)?

    private struct Arrived: Sendable {
        let reply: Reply
        /// The credit that it used.
        var bytes: Int
    }

    init(_ request: Request, save: SaveFrames? = nil, onArrival: (@Sendable (Reply) -> Void)? = nil) {
        self.request = request
        self.save = save
        self.onArrival = onArrival
        kind =
            switch request {
            case .querySamples: .query
            case .queryChanges: .changes
            case .observe: .observation
            case .queryStatistics(let query): query.follow ? .liveStatistics : .statistics
            default: .single
            }
        if case .queryChanges(let query) = request {
            progress = ChangeProgress(anchor: query.anchor)
        }
    }

    var isOpen: Bool { number != nil }

    /// Whether the caller has something to take.
    var isReady: Bool { !arrived.isEmpty || end != nil }

    /// Whether to open the call as soon as there is a connection. The caller first takes what a lost connection left, so
    /// at most one connection's credit is held here.
    var wantsOpening: Bool { number == nil && end == nil && arrived.isEmpty }

    mutating func open(_ number: UInt64) {
        self.number = number
        takenBytes = 0
    }

    /// Notes that the call has no connection. Returns whether it will have waited longer than a time allows at `end`.
    mutating func misses(_ time: Int64, until end: Int64, timeout: Int64) -> Bool {
        let since = unansweredSince ?? time
        unansweredSince = since
        return end - since > timeout
    }

    /// The server is there, so only what it does not answer counts from now on.
    mutating func serverGreeted() {
        // This call waits for its caller.
        if !wantsOpening {
            unansweredSince = nil
        }
    }

    // MARK: Replies

    /// Receives a reply. Returns false if the reply means nothing to this call.
    mutating func receive(_ reply: Reply, bytes: Int) -> Bool {
        switch (kind, reply) {
        case (.query, .samples), (.observation, .notice), (.statistics, .statistics), (.liveStatistics, .statistics):
            append(reply, bytes)
        case (.changes, .changes(let batch)):
            progress.note(batch)
            append(reply, bytes)
        case (.query, .done), (.changes, .done), (.observation, .done), (.statistics, .done), (.liveStatistics, .done):
            finish(.success(()))
        case (.single, _) where reply.answers(request):
            arrived.append(Arrived(reply: reply, bytes: bytes))
            finish(.success(()))
        case (.single, .unknown):
            return false
        case (.single, _):
            finish(.failure(HearthError(.unknown, "The server sent a reply of the wrong kind.")))
        default:
            return false
        }
        unansweredSince = nil
        return true
    }

    private mutating func append(_ reply: Reply, _ bytes: Int) {
        arrived.append(Arrived(reply: reply, bytes: bytes))
        onArrival?(reply)
    }

    /// Ends the call. Replies that have arrived stay.
    mutating func finish(_ result: Result<Void, any Error>) {
        guard end == nil else { return }
        end = result
        number = nil
    }

    /// The next reply, and the credit to grant for the replies taken since the last grant, once it reaches the threshold.
    mutating func take(creditFrom threshold: UInt64) -> (reply: Reply, credit: UInt64?)? {
        guard let first = arrived.popFirst() else { return nil }
        wasTaken = true
        takenBytes += UInt64(first.bytes)
        guard kind != .single, isOpen, takenBytes >= threshold else { return (first.reply, nil) }
        defer { takenBytes = 0 }
        return (first.reply, takenBytes)
    }

    // MARK: Loss

    /// The connection is lost, or the server is about to stop: the call waits for the next connection, or ends.
    mutating func lose(mayBeDone: Bool) {
        guard number != nil else { return }
        number = nil
        self.mayBeDone = self.mayBeDone || mayBeDone
        save?.restart()
        switch kind {
        case .single, .observation:
            break
        case .query, .statistics:
            guard !wasTaken else { return finish(.failure(SocketError.queryInterrupted)) }
            arrived.removeAll()
        case .liveStatistics:
            arrived.removeAll()
        case .changes:
            resume()
        }
    }

    /// Drops the batches of a write that did not arrive whole: the next connection delivers it again.
    private mutating func resume() {
        guard case .queryChanges(var query) = request else { return }
        arrived.removeLast(min(progress.batchesOfOpenWrite, arrived.count))
        query.anchor = progress.anchor
        if query.limit > 0, progress.count > 0 {
            guard progress.count < query.limit else { return finish(.success(())) }
            query.limit -= progress.count
        }
        request = .queryChanges(query)
        progress = ChangeProgress(anchor: query.anchor)
    }
}

extension ClientCall {
    /// How many objects a deletion names that may have been executed on a lost connection. If the server does not find
    /// them now, it has deleted them.
    var objectsDeletedBefore: UInt64? {
        guard mayBeDone, case .deleteObjects(let deletion) = request, case .objects(let ids) = deletion.target else {
            return nil
        }
        return UInt64(Set(ids).count)
    }
}

extension Reply {
    /// Whether this reply answers a request with a single reply.
    fileprivate func answers(_ request: Request) -> Bool {
        switch (request, self) {
        case (.save, .committed), (.deleteObjects, .committed), (.addToWorkout, .committed): true
        case (.listSources, .sourceList), (.characteristics, .characteristicValues): true
        case (.backgroundDelivery, .backgroundRegistrations): true
        case (.acknowledge, .acknowledged), (.backgroundControl, .backgroundApp): true
        case (.ping, .pong), (.status, .statusReport), (.sourceRanks, .sourceRanks): true
        case (.accessControl, .accessList), (.authorization, .authorizationStatus): true
        default: false
        }
    }
}

extension SocketError {
    /// Ends a query that was interrupted after its caller had taken replies.
    static let queryInterrupted = SocketError(
        .interrupted,
        "The connection to the Hearth server was lost in the middle of a query, and what was read is not all of it."
            + " Run the query again."
    )
}
