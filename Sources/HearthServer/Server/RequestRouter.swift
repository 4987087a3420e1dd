import HearthModel
import HearthStore
import HearthWire

/// Turns frames into calls.
final class RequestRouter {
    private let state: ServerState
    private let replies: ReplySender
    private let writes: WriteRouter
    private let access: AccessRouter
    private let status: StatusAssembly
    private let counts: CountRouter

    init(
        _ state: ServerState,
        _ replies: ReplySender,
        _ writes: WriteRouter,
        _ access: AccessRouter,
        _ status: StatusAssembly,
        _ counts: CountRouter
    ) {
        self.access = access
        self.state = state
        self.replies = replies
        self.writes = writes
        self.status = status
        self.counts = counts
    }

    /// Handles a frame of a connection.
    func handle(_ frame: DecodedFrame, from connection: ConnectionID) {
        guard let calls = state.calls[connection] else { return introduce(frame.content, connection) }
        let id = CallID(connection: connection, number: frame.content.call)
        switch calls.action(for: frame.content) {
        case .open(_, let request): open(id, request, frame, calls)
        case .saveFrame(_, let save): writes.continueSave(save, bytes: frame.bytes, id)
        case .cancel: cancel(id)
        case .credit(_, let granted): credit(id, granted)
        case .refuse(_, let error): replies.fail(id, error)
        case .ignore: break
        case .end(let error): replies.end(connection, error)
        }
    }

    private func introduce(_ frame: Incoming<Request>, _ connection: ConnectionID) {
        switch state.connections.handshakeStep(frame, of: connection) {
        case .welcome(let hello, let call): welcome(hello, CallID(connection: connection, number: call))
        case .refuse(let error, let call): replies.fail(CallID(connection: connection, number: call), error)
        case .end(let error, let call, let versions): replies.end(connection, error, call: call, versions: versions)
        case nil: break
        }
    }

    private func welcome(_ hello: Hello, _ id: CallID) {
        let origin: Write.Origin
        let identity = access.identity(of: id.connection)
        do throws(HearthError) {
            origin = try identity.origin(hello)
        } catch {
            replies.fail(id, error)
            return
        }
        let writes = state.writes.connect(identity.client(as: origin.app))
        let calls = state.calls.connect(
            id.connection,
            of: writes.account.key,
            seeing: origin.view,
            lastNumber: id.number
        )
        let client = ClientApp(origin, writes, counts.account(of: origin.app))
        state.connections.open(id.connection, client, calls, library: hello.client)
        state.delivery.clientIdentified(id.connection, as: origin.app)
        let spoken = VersionRange.supported
        let welcome = Welcome(
            major: hello.major,
            minor: min(hello.minor, spoken.highestMinor),
            serverVersion: state.options.environment.version,
            storeID: state.snapshot.storeID,
            limits: state.options.limits,
            identityKey: state.snapshot.identityKey.map {
                identity.isGoverned ? $0.key(of: origin.app.description) : $0
            }
        )
        replies.send(.welcome(welcome), for: id)
        if let (other, error) = state.connections.nextToGiveWay(to: id.connection) {
            replies.end(other, error)
        }
    }

    private func cancel(_ id: CallID) {
        switch state.calls[id] {
        case .save: replies.end(id, .cancelled)
        case .reading(let reading) where reading.credit != nil: replies.end(id, .cancelled)
        case .waiting(let waiting): access.cancel(id, waiting)
        case .reading, .write, nil:
            // Ends with its usual reply.
            break
        }
    }

    private func credit(_ id: CallID, _ granted: Result<UInt64, HearthError>) {
        guard case .reading(let reading)? = state.calls[id], reading.credit != nil else { return }
        switch granted {
        case .success(let bytes): state.calls.grant(bytes, to: id)
        case .failure(let error): replies.fail(id, error)
        }
    }
}

// MARK: - Opening calls

extension RequestRouter {
    private func open(_ id: CallID, _ request: Request, _ frame: DecodedFrame, _ calls: ConnectionCalls) {
        do throws(HearthError) {
            if state.isStopping {
                throw .shuttingDown
            }
            try calls.checkRoom(state.options.limits)
            guard let client = state.connections.noteCall(of: id.connection) else { return }
            state.metrics.calls += 1
            try begin(request, IncomingCall(id: id, client: client, bytes: frame.bytes, cost: frame.cost))
        } catch {
            replies.fail(id, error)
        }
    }

    private func begin(_ request: Request, _ call: IncomingCall) throws(HearthError) {
        switch request {
        case .ping(let ping): answer(ping, call)
        case .save(let save): try begin(save, call)
        case .deleteObjects(let deletion): try writes.stage(.delete(deletion.target), .committed(nil), call)
        case .addToWorkout(let addition):
            try call.client.checkAddition(addition, at: state.time.date)
            try writes.stage(.addToWorkout(addition), .committed(nil), call)
        case .characteristics(let characteristics): try begin(characteristics, call)
        case .backgroundDelivery(let delivery):
            let checked = try access.identity(of: call.id.connection).checked(delivery)
            try answer(.register(checked), call)
        case .acknowledge(let acknowledgement): try answer(.acknowledge(acknowledgement), call)
        case .backgroundControl(let control): try answer(.control(control), call)
        case .sourceRanks(let ranks): try rankSources(ranks, call)
        case .accessControl(let control): try controlAccess(control, call)
        case .authorization(let request): try authorize(request, call)
        case .querySamples(let query): try read(query, call)
        case .queryChanges(let query): try read(query, call)
        case .observe(let observation): try read(observation, call)
        case .listSources(let listing): try read(listing, call)
        case .queryStatistics(let query): try read(query, call)
        case .status: try readStatus(call)
        case .hello, .cancel, .credit:
            // The rules of calls have dealt with these.
            break
        }
    }

    private func answer(_ ping: Ping, _ call: IncomingCall) {
        let anchor = state.snapshot.seen(through: call.client.origin.view).sealedAnchor
        replies.send(.pong(Pong(payload: ping.payload, anchor: anchor, time: state.time.date)), for: call.id)
    }
}

// MARK: - Writing

extension RequestRouter {
    private func begin(_ save: Save, _ call: IncomingCall) throws(HearthError) {
        try call.client.checkSaving(of: save.columns, "save", at: state.time.date)
        guard save.more else { return try writes.stage(.save(save.columns), .committed(nil), call) }
        state.calls.set(.save(SaveAssembly()), at: call.id)
        writes.continueSave(.success(save), bytes: call.bytes, call.id)
    }

    private func begin(_ characteristics: Characteristics, _ call: IncomingCall) throws(HearthError) {
        let view = call.client.origin.view
        guard let set = characteristics.set else {
            let visible = state.snapshot.seen(through: view).visibleCharacteristics
            replies.send(.characteristicValues(visible), for: call.id)
            return
        }
        try locating("characteristics.set", view?.checkSetting(of: set))
        try writes.stage(.setCharacteristics(set), .characteristics, call)
    }

    private func authorize(_ request: Authorization, _ call: IncomingCall) throws(HearthError) {
        let grants = access.unrecorded(request, call)
        guard !grants.isEmpty else { return try access.answer(request, call) }
        do throws(HearthError) {
            try writes.stage(.recordAccess(grants), .authorization(request), call)
        } catch {
            // The app may do what it asks for, recorded or not.
            try access.answer(request, call)
        }
    }

    private func rankSources(_ ranks: SourceRanks, _ call: IncomingCall) throws(HearthError) {
        let client = call.client
        guard let list = ranks.set else {
            let apps = state.snapshot.sourceRanks[ranks.type]
            let isHidden = client.origin.view.map { $0.reading(of: ranks.type) != .everything } ?? false
            replies.send(.sourceRanks(SourceRankList(isHidden ? apps.filter { $0 == client.app } : apps)), for: call.id)
            return
        }
        try access.identity(of: call.id.connection).requireOwnersTool(
            for: "source_ranks",
            "Only the owner puts sources in order, with 'hearth sources rank' on the server's own socket and machine."
        )
        try writes.stage(.rankSources(ranks.type, list), .sourceRanks(ranks.type), call)
    }

    private func controlAccess(_ control: AccessControl, _ call: IncomingCall) throws(HearthError) {
        try access.identity(of: call.id.connection).requireOwnersTool(
            for: "access_control",
            "Only the owner decides about access, with 'hearth' on the server's own socket and machine."
        )
        switch control {
        case .list: replies.send(.accessList(access.list), for: call.id)
        case .counts(let days): replies.send(.accessList(access.list(countedIn: days)), for: call.id)
        case .await(let seen): access.awaitRequests(call.id, seen: seen)
        case .add, .remove, .decide, .answer, .ask:
            try state.options.appSockets.check(control)
            try writes.stage(.controlAccess(control), .accessList(state.options.appSockets), call)
        }
    }

    private func answer(_ request: DeliveryRequest, _ call: IncomingCall) throws(HearthError) {
        let (connection, app) = (call.id.connection, call.client.app)
        if case .control = request {
            try access.identity(of: connection).requireOwnersTool(
                for: "background_control",
                "Only the server's own program may do this to apps: use 'hearth background'."
            )
        }
        let others = state.delivery.callsBefore(request, by: app, on: connection)
        let answer = try state.delivery.answer(
            request,
            by: app,
            of: state.connections.process(of: connection),
            on: connection,
            in: state.snapshot,
            state.positions(of: others)
        )
        switch answer {
        case .reply(let reply): replies.send(reply, for: call.id)
        case .status(let app): try status.open(call.id, of: app)
        case .write(let operation, let other, let waiting):
            try writes.stage(operation, WriteReply(request), other.map(call.acting) ?? call)
            if let waiting {
                state.delivery.wait(waiting, of: call.id)
            }
        }
    }
}

// MARK: - Reading

extension RequestRouter {
    private func read(_ query: QuerySamples, _ call: IncomingCall) throws(HearthError) {
        let (snapshot, limits) = (visible(to: call), state.options.limits)
        try state.calls.open(call.id, call.cost) { QueryCall(query, call.cost, in: snapshot, limits) }
    }

    private func read(_ query: QueryChanges, _ call: IncomingCall) throws(HearthError) {
        let (snapshot, limits) = (visible(to: call), state.options.limits)
        let placed = query.startingAtCursor(of: call.client.app, in: snapshot)
        let last = query.lastNotified(of: call.client.app, in: snapshot)
        let opened = try state.calls.open(call.id, call.cost) { () throws(HearthError) in
            try ChangesCall(placed, call.cost, lastNotified: last, in: snapshot, limits)
        }
        noteOpened(opened, call)
    }

    private func read(_ observation: Observe, _ call: IncomingCall) throws(HearthError) {
        let opened = try state.calls.open(call.id, call.cost) {
            ObserveCall(observation, call.cost, state.options.limits)
        }
        countPredicates(of: observation.clauses, call)
        noteOpened(opened, call)
    }

    private func read(_ listing: ListSources, _ call: IncomingCall) throws(HearthError) {
        let snapshot = visible(to: call)
        try state.calls.open(call.id, call.cost) { SourcesCall(listing, call.cost, in: snapshot) }
        countPredicates(of: listing.clauses, call)
    }

    private func read(_ query: QueryStatistics, _ call: IncomingCall) throws(HearthError) {
        let opened = try state.calls.open(call.id, call.cost) {
            StatisticsCall(query, call.cost, state.options.limits)
        }
        noteOpened(opened, call)
    }

    /// What a predicate matches tells something of values, even where the reply has no samples: it counts as one that is read.
    /// That of a type that the app may not read matches nothing of others.
    private func countPredicates(of clauses: [Clause], _ call: IncomingCall) {
        let view = call.client.origin.view
        var counted = SampleCounts()
        for type in Set(clauses.lazy.filter { $0.predicate != nil }.map(\.type))
        where view?.reading(of: type) != .nothing {
            counted.add(1, of: type)
        }
        counts.countRead(counted, by: call.id.connection)
    }

    private func readStatus(_ call: IncomingCall) throws(HearthError) {
        let connection = call.id.connection
        try access.identity(of: connection).requireWholeView(for: "status")
        try state.calls.open(call.id, call.cost) { StatusCall { [status] in status.task(for: connection) } }
    }

    /// What the client may see of the store.
    private func visible(to call: IncomingCall) -> Snapshot {
        state.snapshot.seen(through: call.client.origin.view)
    }

    /// A call that may follow changes is open: it notifies its app, or waits for changes.
    private func noteOpened(_ opened: (some ReadingCall)?, _ call: IncomingCall) {
        guard let subscription = opened?.subscription else { return }
        if let notifying = subscription.notifying {
            state.delivery.callOpened(call.id, notifying, of: call.client.app)
        }
        if let types = subscription.observedTypes {
            state.feeds.observe(call.id, types)
        }
    }
}
