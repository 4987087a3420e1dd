import HearthModel
import HearthStore
import HearthWire

/// Handles apps' requests for access and the owner's decisions.
final class AccessRouter {
    private let state: ServerState
    private let replies: ReplySender
    private let counts: CountRouter
    private var events: [AccessEvent] = []
    /// The decisions that calls and connections follow.
    private var revision: AccessRevision

    init(_ state: ServerState, _ replies: ReplySender, _ counts: CountRouter) {
        self.state = state
        self.replies = replies
        self.counts = counts
        revision = state.snapshot.access.revision
    }

    /// The app that a connection belongs to.
    func identity(of connection: ConnectionID) -> AppIdentity {
        AppIdentity(of: connection, in: state)
    }

    // MARK: - Apps

    /// An app asks what it may do, or asks its owner.
    func answer(_ request: Authorization, _ call: IncomingCall) throws(HearthError) {
        let (id, client) = (call.id, call.client)
        let identity = identity(of: id.connection)
        if let refusal = identity.refusal { throw refusal.ofLaterRequest }
        let status = identity.status(request)
        guard request.isRequest, !status.isDecided else {
            replies.send(.authorizationStatus(status), for: id)
            return
        }
        guard !state.isStopping else { throw .shuttingDown }
        let process = state.connections.process(of: id.connection)
        let asked = AccessRequest(
            client.app,
            name: shownName(of: call),
            share: status.types.filter { $0.share == .undetermined }.map(\.type),
            read: status.types.filter(\.isReadUndetermined).map(\.type),
            shareUsage: request.shareUsage,
            readUsage: request.readUsage,
            time: state.time.date,
            isVerified: state.connections.attestedApp(of: id.connection) != nil,
            process: process.map(state.options.observe) ?? ObservedProcess()
        )
        let deadline = state.now + Int64(Limits.authorizationSeconds) * 1_000_000_000
        let asking = AskingClient(process: process, isVerified: asked.isVerified)
        try state.access.check(asked)
        try makeRoom(for: asked.app, asking)
        state.access.ask(asked, id, of: asking, until: deadline)
        state.calls.set(.waiting(.app(request)), at: id)
        notifyTools()
    }

    /// The name in a question. To an app with a socket the owner gave one, or none: then its identifier is shown, and not what
    /// the app says of itself.
    private func shownName(of call: IncomingCall) -> String {
        guard let attested = state.connections.attestedApp(of: call.id.connection) else {
            return call.client.origin.source.name
        }
        let name = state.snapshot.access.name(of: attested) ?? ""
        return name.isEmpty ? attested.description : name
    }

    /// Answers the calls whose requests make room for one of an app.
    private func makeRoom(for app: AppID, _ client: AskingClient) throws(HearthError) {
        guard state.access.needsRoom(for: app, client) else { return }
        let connections = state.connections
        let others = OtherClients(
            apps: Set(connections.ids.compactMap { connections.client(of: $0)?.app }),
            endedProcesses: Set(state.access.processes.filter(state.options.hasProcessEnded))
        )
        for id in try state.access.makeRoom(for: client, among: others) {
            answerNow(id)
        }
    }

    /// What is allowed to an app that asks without a question to the owner, and is not recorded yet.
    func unrecorded(_ request: Authorization, _ call: IncomingCall) -> [Grant] {
        let (access, app) = (state.snapshot.access, call.client.app)
        guard request.isRequest, identity(of: call.id.connection).isGoverned, !access.asks(of: app),
            access.records(app)
        else { return [] }
        return access.unrecorded(request, of: app)
    }

    /// Answers a call of an app that waits, with what is decided by now.
    private func answerNow(_ id: CallID) {
        guard case .waiting(.app(let request))? = state.calls[id] else { return }
        let status = identity(of: id.connection).status(request)
        replies.close(id)
        replies.send(.authorizationStatus(status), for: id)
    }

    /// Answers the calls that have waited for as long as they may.
    func passTime() {
        for id in state.access.expired(at: state.now) {
            answerNow(id)
        }
    }

    /// The client does not wait any more.
    func cancel(_ id: CallID, _ waiting: WaitingCall) {
        switch waiting {
        case .app: answerNow(id)
        case .tool: notify(id)
        }
    }

    // MARK: - The owner

    /// The owner's tool waits for requests.
    func awaitRequests(_ id: CallID, seen: UInt64) {
        state.calls.set(.waiting(.tool), at: id)
        state.access.awaitRequests(id, seen: seen)
        notifyTools()
    }

    private func notifyTools() {
        for id in state.access.outdatedTools {
            notify(id)
        }
    }

    private func notify(_ id: CallID) {
        replies.close(id)
        replies.send(.accessList(list), for: id)
    }

    /// Which apps have sockets, what is decided, and what apps have asked for.
    var list: AccessList {
        var list = state.options.appSockets.list(in: state.snapshot)
        list.requests = state.access.list
        list.requestsNumber = state.access.version
        list.saveRefusals = state.hiddenConflicts.saveRefusals(at: state.time.date)
        return list
    }

    /// The same with what apps have read and saved in the last days; 0: in all that are counted.
    func list(countedIn days: UInt32) -> AccessList {
        var counted = list
        let kept = days == 0 ? Limits.countedDays : min(Limits.countedDays, Int32(clamping: days))
        counted.counts = counts.all.list(from: Day(of: state.time.date) + (1 - kept))
        return counted
    }

    /// A save of an app was refused because of a sample that it may not see.
    func noteHiddenConflict(of app: AppID) {
        if state.hiddenConflicts.takeReport(of: app, at: state.time.date) {
            events.append(.savesRefused(app))
        }
    }

    func takeEvents() -> [AccessEvent] {
        guard !events.isEmpty else { return [] }
        defer { events = [] }
        return events
    }

    /// The store has a new state. Its decisions may be others even if no write was acknowledged that made them: the outcome of
    /// one that failed may have been unknown, and another server may have changed the store.
    func storeAdvanced() {
        guard state.snapshot.access.revision !== revision else { return }
        revision = state.snapshot.access.revision
        decided()
    }

    /// Answers the calls that a decision settles, ends connections that can no longer act as their app, and renews those whose
    /// name has changed, or about whose app something was decided.
    private func decided() {
        state.access.update(to: state.snapshot.access)
        for id in state.access.waiting {
            guard case .waiting(.app(let request))? = state.calls[id] else { continue }
            if identity(of: id.connection).status(request).isDecided {
                answerNow(id)
            }
        }
        notifyTools()
        for id in Array(state.connections.ids) {
            let identity = self.identity(of: id)
            if let refusal = identity.refusal {
                replies.end(id, refusal)
                continue
            }
            switch identity.change {
            case .unchanged: break
            case .renamed(let origin): state.connections.renew(id, origin)
            case .decided(let origin): renew(id, origin)
            }
        }
    }

    /// A decision may change what a client may see and save. A client with open calls must reconnect, so that its streams
    /// resume under the decision, also if that changes nothing: the end of the connection says nothing of the decision. Calls
    /// that wait for a person do not require that.
    private func renew(_ id: ConnectionID, _ origin: Write.Origin) {
        guard state.calls.renew(id, seeing: origin.view) else { return replies.finish(id) }
        state.connections.renew(id, origin)
    }
}
