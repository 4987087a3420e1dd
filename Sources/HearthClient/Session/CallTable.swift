import HearthModel
import HearthSocket
import HearthWire

/// The calls of a session: by ID for their callers, by number on the connection.
struct CallTable: Sendable {
    /// What a caller has taken, and what the session has to do about it.
    struct Taking: Sendable {
        let reply: TakenReply
        /// Credit to grant to the call with this number.
        var credit: (number: UInt64, bytes: UInt64)?
        /// The call, whose connection was lost, can be opened again now.
        var wantsOpening = false
    }

    private var calls: [ClientCallID: ClientCall] = [:]
    /// The calls that are open on the connection, by number.
    private var idsByNumber: [UInt64: ClientCallID] = [:]
    /// The numbers of calls that are open on the connection, but whose callers are gone.
    private(set) var abandoned: Set<UInt64> = []
    /// Numbers continue over all connections, so that a late reply is never taken for the reply to another call.
    private var lastNumber: UInt64 = 0
    private var lastID: UInt64 = 0
    /// The calls whose waiting callers have something to look at.
    private var ready: [ClientCallID] = []

    var isEmpty: Bool { calls.isEmpty }
    /// How many calls are open on the connection.
    var openCount: Int { idsByNumber.count + abandoned.count }
    /// Whether a caller still expects something.
    var hasUnfinished: Bool { calls.values.contains { $0.end == nil } }

    subscript(id: ClientCallID) -> ClientCall? { calls[id] }

    func id(of number: UInt64) -> ClientCallID? { idsByNumber[number] }

    /// A number that no call has had.
    mutating func makeNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    mutating func insert(_ call: ClientCall) -> ClientCallID {
        lastID += 1
        let id = ClientCallID(number: lastID)
        calls[id] = call
        return id
    }

    // MARK: Callers

    /// The next reply to a call; the end, when it has ended or was abandoned.
    mutating func take(_ id: ClientCallID, creditFrom threshold: UInt64) -> Taking {
        if let (reply, credit) = calls[id]?.take(creditFrom: threshold) {
            var taking = Taking(reply: .reply(reply))
            if let credit, let number = calls[id]?.number {
                taking.credit = (number, credit)
            }
            if calls[id]?.kind == .single {
                calls[id] = nil
            } else {
                taking.wantsOpening = calls[id]?.wantsOpening == true
            }
            return taking
        }
        switch calls[id]?.end {
        case .success?:
            calls[id] = nil
            return Taking(reply: .end)
        case .failure(let error)?:
            calls[id] = nil
            return Taking(reply: .failure(error))
        case nil:
            return Taking(reply: calls.keys.contains(id) ? .nothing : .end)
        }
    }

    /// Removes a call whose caller is gone. Returns its number if the call must be cancelled on the server.
    mutating func abandon(_ id: ClientCallID) -> UInt64? {
        guard let call = calls.removeValue(forKey: id), let number = call.number else { return nil }
        idsByNumber[number] = nil
        abandoned.insert(number)
        let isPartial = call.save.map { !$0.isAtEnd } ?? false
        return call.kind != .single || isPartial ? number : nil
    }

    /// The calls that have something new for their callers since the last time.
    mutating func takeReady() -> [ClientCallID] {
        guard !ready.isEmpty else { return [] }
        defer { ready.removeAll(keepingCapacity: true) }
        return ready
    }

    // MARK: The connection

    /// Opens a call under a number of its own, which it returns.
    mutating func open(_ id: ClientCallID) -> UInt64 {
        let number = makeNumber()
        calls[id]?.open(number)
        idsByNumber[number] = id
        return number
    }

    /// Closes a number: no further reply to it is expected.
    mutating func close(_ number: UInt64) {
        idsByNumber[number] = nil
    }

    /// Closes a number whose call the server still has open.
    mutating func abandon(number: UInt64) {
        idsByNumber[number] = nil
        abandoned.insert(number)
    }

    /// The server has ended a call without a caller. Returns whether there was one with this number.
    mutating func closeAbandoned(_ number: UInt64) -> Bool {
        abandoned.remove(number) != nil
    }

    /// Hands a reply to its call. Returns whether that has ended the call.
    mutating func receive(_ reply: Reply, bytes: Int, for id: ClientCallID) -> Bool {
        guard calls[id]?.receive(reply, bytes: bytes) == true else { return false }
        ready.append(id)
        return calls[id]?.end != nil
    }

    /// Ends a call.
    mutating func end(_ id: ClientCallID, _ result: Result<Void, any Error>) {
        calls[id]?.finish(result)
        ready.append(id)
    }

    mutating func failAll(_ error: any Error) {
        for id in calls.keys.sorted() {
            end(id, .failure(error))
        }
    }

    /// A call has lost its connection, or is refused by a server that is about to stop.
    mutating func lose(_ id: ClientCallID, mayBeDone: Bool) {
        guard calls[id]?.isOpen == true else { return }
        calls[id]?.lose(mayBeDone: mayBeDone)
        if calls[id]?.isReady == true {
            ready.append(id)
        }
    }

    /// There is no connection until `end` at least. Ends the calls that will have waited longer than the timeout for an
    /// answer by then.
    mutating func miss(_ time: Int64, until end: Int64, timeout: Int64, _ error: SocketError) {
        for id in calls.keys.sorted() where calls[id]?.end == nil {
            if calls[id]?.misses(time, until: end, timeout: timeout) == true {
                self.end(id, .failure(error))
            }
        }
    }

    mutating func serverGreeted() {
        for id in calls.keys {
            calls[id]?.serverGreeted()
        }
    }

    /// The connection has ended. Returns the calls to be opened on the next one, oldest first.
    mutating func loseConnection() -> [ClientCallID] {
        let ids = calls.keys.sorted()
        for id in ids {
            lose(id, mayBeDone: true)
        }
        forgetConnection()
        return ids.filter { calls[$0]?.wantsOpening == true }
    }

    mutating func forgetConnection() {
        idsByNumber.removeAll(keepingCapacity: true)
        abandoned.removeAll(keepingCapacity: true)
    }

    // MARK: Saves

    /// Shortens the frames of a save to what the server allows.
    mutating func shortenSave(of id: ClientCallID, to limit: Int) throws(HearthError) {
        try calls[id]?.save?.shorten(to: limit)
    }

    mutating func nextSaveFrame(of id: ClientCallID) -> Save? {
        calls[id]?.save?.nextFrame()
    }

    /// Splits the last frame of a save. Returns whether it could be split.
    mutating func shortenLastSaveFrame(of id: ClientCallID) -> Bool {
        calls[id]?.save?.shortenLast() == true
    }
}
