import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// Names a call for as long as it is wanted, over however many connections.
struct CallID: Hashable, Sendable, Comparable {
    let number: UInt64

    static func < (left: CallID, right: CallID) -> Bool { left.number < right.number }
}

/// A call with a caller: the request, and what has been received for it.
struct ClientCall: Sendable {
    /// What a call is, as far as its replies and the loss of a connection go.
    enum Kind: Sendable {
        /// Has one reply, and is asked again.
        case single
        /// Reads the samples of one moment, which a new connection cannot go on with.
        case query
        /// Goes on from its last anchor.
        case changes
        /// Is asked again: what was missed is in the first notice.
        case observation
    }

    /// The request with which the call is opened, on this connection or on the next one.
    private(set) var request: Request
    let kind: Kind
    /// The frames of a save.
    var save: SaveFrames?
    /// The number on the connection; nil: not open there.
    private(set) var number: UInt64?
    /// Was open on a connection that was lost: what it asks for may have been done.
    private(set) var mayBeDone = false
    /// How it ended; whatever arrived before comes first.
    private(set) var end: Result<Void, any Error>?

    /// What has arrived and was not taken yet.
    private var arrived = Queue<Arrived>()
    /// Whether something was taken.
    private var wasTaken = false
    /// Bytes that were taken and for which no credit was granted yet.
    private var takenBytes: UInt64 = 0
    private var progress = ChangeProgress()

    private struct Arrived: Sendable {
        let reply: Reply
        /// What it cost of the credit of the connection.
        var bytes: Int
    }

    init(_ request: Request, save: SaveFrames? = nil) {
        self.request = request
        self.save = save
        kind =
            switch request {
            case .querySamples: .query
            case .queryChanges: .changes
            case .observe: .observation
            default: .single
            }
        if case .queryChanges(let query) = request {
            progress = ChangeProgress(anchor: query.anchor)
        }
    }

    var isOpen: Bool { number != nil }

    /// Whether the caller has something to take.
    var isReady: Bool { !arrived.isEmpty || end != nil }

    /// Whether it is to be opened as soon as there is a connection. What a lost connection left is taken first: no more
    /// than one connection's credit lies here.
    var wantsOpening: Bool { number == nil && end == nil && arrived.isEmpty }

    mutating func open(_ number: UInt64) {
        self.number = number
        takenBytes = 0
    }

    // MARK: Replies

    /// Takes in a reply. Returns false for one that says nothing to this call.
    mutating func receive(_ reply: Reply, bytes: Int) -> Bool {
        switch (kind, reply) {
        case (.query, .samples), (.observation, .notice):
            arrived.append(Arrived(reply: reply, bytes: bytes))
        case (.changes, .changes(let batch)):
            progress.note(batch)
            arrived.append(Arrived(reply: reply, bytes: bytes))
        case (.query, .done), (.changes, .done), (.observation, .done):
            finish(.success(()))
        case (.single, _) where reply.answers(request):
            arrived.append(Arrived(reply: reply, bytes: bytes))
            finish(.success(()))
        case (.single, .unknown):
            return false
        case (.single, _):
            finish(.failure(HearthError(.unknown, "the server's answer is one to another question")))
        default:
            return false
        }
        return true
    }

    /// Ends the call; what arrived before stays.
    mutating func finish(_ result: Result<Void, any Error>) {
        guard end == nil else { return }
        end = result
        number = nil
    }

    /// The next reply, and how much credit is to be granted for those that were taken: as soon as it is worth a frame.
    mutating func take(creditFrom threshold: UInt64) -> (reply: Reply, credit: UInt64?)? {
        guard let first = arrived.popFirst() else { return nil }
        wasTaken = true
        takenBytes += UInt64(first.bytes)
        guard kind != .single, isOpen, takenBytes >= threshold else { return (first.reply, nil) }
        defer { takenBytes = 0 }
        return (first.reply, takenBytes)
    }

    // MARK: Loss

    /// The connection is gone, or the server is about to go: the call is to be opened again on the next one, or ends.
    mutating func lose(mayBeDone: Bool) {
        guard number != nil else { return }
        number = nil
        self.mayBeDone = self.mayBeDone || mayBeDone
        save?.restart()
        switch kind {
        case .single, .observation:
            break
        case .query:
            guard !wasTaken else { return finish(.failure(SocketError.queryInterrupted)) }
            arrived.removeAll()
        case .changes:
            resume()
        }
    }

    /// What belongs to a write that did not arrive whole arrives again, whole.
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

extension Reply {
    /// Whether this is what answers a request with a single reply.
    fileprivate func answers(_ request: Request) -> Bool {
        switch (request, self) {
        case (.save, .committed), (.deleteObjects, .committed), (.addToWorkout, .committed): true
        case (.listSources, .sourceList), (.characteristics, .characteristicValues): true
        case (.backgroundDelivery, .backgroundRegistrations): true
        case (.acknowledge, .acknowledged), (.backgroundControl, .backgroundApp): true
        case (.ping, .pong), (.status, .statusReport): true
        default: false
        }
    }
}

extension SocketError {
    /// What a query ends with that was broken off.
    static let queryInterrupted = SocketError(
        .interrupted,
        "The connection to the Hearth server was lost in the middle of a query, and what was read is not all of it."
            + " Run the query again."
    )
}
