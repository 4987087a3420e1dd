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
        do throws(HearthError) {
            origin = try access.identity(of: id.connection).origin(hello)
        } catch {
            replies.fail(id, error)
            return
        }
        let process = state.connections.process(of: id.connection)
        let account = state.writes.connect(process.map { .process($0) } ?? .app(origin.app))
        let calls = state.calls.connect(id.connection, of: account.key, seeing: origin.view, lastNumber: id.number)
        let client = ClientApp(origin, account, counts.account(of: origin.app))
        state.connections.open(id.connection, client, calls, library: hello.client)
        state.delivery.clientIdentified(id.connection, as: origin.app)
        let spoken = VersionRange.supported
        let welcome = Welcome(
            major: hello.major,
            minor: min(hello.minor, spoken.highestMinor),
            serverVersion: state.options.environment.version,
            storeID: state.snapshot.storeID,
            limits: state.options.limits
        )
        replies.send(.welcome(welcome), for: id)
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
            try begin(request, id, frame, client)
        } catch {
            replies.fail(id, error)
        }
    }

    private func begin(
        _ request: Request,
        _ id: CallID,
        _ frame: DecodedFrame,
        _ client: ClientApp
    ) throws(HearthError) {
        switch request {
        case .ping(let ping):
            let anchor = state.snapshot.anchor(ofReader: client.origin.view).encoded
            replies.send(.pong(Pong(payload: ping.payload, anchor: anchor, time: state.time.date)), for: id)
        case .save(let save) where save.more:
            try client.checkSharing(of: save.columns, "save")
            state.calls.set(.save(SaveAssembly()), at: id)
            writes.continueSave(.success(save), bytes: frame.bytes, id)
        case .save(let save):
            try client.checkSharing(of: save.columns, "save")
            try writes.stage(.save(save.columns), .committed(nil), frame, id, as: client)
        case .deleteObjects(let deletion):
            try writes.stage(.delete(deletion.target), .committed(nil), frame, id, as: client)
        case .addToWorkout(let addition):
            try client.checkSharing(of: addition.columns, "add_to_workout")
            try writes.stage(.addToWorkout(addition), .committed(nil), frame, id, as: client)
        case .characteristics(let characteristics):
            let view = client.origin.view
            if let set = characteristics.set {
                try view?.checkSetting(of: set)
                try writes.stage(.setCharacteristics(set), .characteristics(view), frame, id, as: client)
            } else {
                let visible = state.snapshot.seen(through: view).visibleCharacteristics
                replies.send(.characteristicValues(visible), for: id)
            }
        case .backgroundDelivery(let delivery):
            let checked = try access.identity(of: id.connection).checked(delivery)
            try answerDelivery(.register(checked), id, frame, client)
        case .acknowledge(let acknowledgement):
            try answerDelivery(.acknowledge(acknowledgement), id, frame, client)
        case .backgroundControl(let control): try answerDelivery(.control(control), id, frame, client)
        case .sourceRanks(let ranks): try rankSources(ranks, id, frame, client)
        case .accessControl(let control): try controlAccess(control, id, frame, client)
        case .authorization(let request):
            let grants = access.unrecorded(request, id, client)
            guard !grants.isEmpty else { return try access.answer(request, id, client) }
            try writes.stage(.control(.decide(client.app, grants)), .authorization(request), frame, id, as: client)
        case .querySamples, .queryChanges, .observe, .listSources, .queryStatistics, .status:
            try read(request, id, frame.cost, client)
        case .hello, .cancel, .credit:
            // The rules of calls have dealt with these.
            break
        }
    }

    private func read(
        _ request: Request,
        _ id: CallID,
        _ cost: RequestCost,
        _ client: ClientApp
    ) throws(HearthError) {
        let (snapshot, limits) = (state.snapshot.seen(through: client.origin.view), state.options.limits)
        switch request {
        case .querySamples(let query):
            try state.calls.open(id, cost) { QueryCall(query, cost, in: snapshot, limits) }
        case .queryChanges(let query):
            let placed = query.startingAtCursor(of: client.app, in: snapshot)
            let last = query.lastNotified(of: client.app, in: snapshot)
            let opened = try state.calls.open(id, cost) { () throws(HearthError) in
                try ChangesCall(placed, cost, lastNotified: last, in: snapshot, limits)
            }
            if let notifying = opened?.notifying {
                state.delivery.callOpened(id, notifying, of: client.app)
            }
        case .observe(let observation):
            guard let opened = try state.calls.open(id, cost, { ObserveCall(observation, cost, limits) }) else {
                return
            }
            if let notifying = opened.notifying {
                state.delivery.callOpened(id, notifying, of: client.app)
            }
            state.feeds.observe(id, opened.types)
        case .listSources(let listing):
            try state.calls.open(id, cost) { SourcesCall(listing, cost, in: snapshot) }
        case .queryStatistics(let query):
            let opened = try state.calls.open(id, cost) { StatisticsCall(query, cost, limits) }
            if let types = opened?.observedTypes {
                state.feeds.observe(id, types)
            }
        case .status:
            try access.identity(of: id.connection).checkAdministration("status")
            try state.calls.open(id, cost) { StatusCall { [status] in status.task(for: id.connection) } }
        case .hello, .ping, .save, .deleteObjects, .addToWorkout, .characteristics, .cancel, .credit,
            .backgroundDelivery, .acknowledge, .backgroundControl, .sourceRanks, .accessControl, .authorization:
            preconditionFailure("a request that reads nothing")
        }
    }

    private func rankSources(
        _ ranks: SourceRanks,
        _ id: CallID,
        _ frame: DecodedFrame,
        _ client: ClientApp
    ) throws(HearthError) {
        guard let list = ranks.set else {
            let apps = state.snapshot.sourceRanks[ranks.type]
            let isHidden = client.origin.view.map { $0.reading(of: ranks.type) != .everything } ?? false
            replies.send(.sourceRanks(SourceRankList(isHidden ? apps.filter { $0 == client.app } : apps)), for: id)
            return
        }
        guard state.connections.isOwnersTool(id.connection) else {
            throw HearthError(
                .authorizationDenied,
                "Only the owner puts sources in order, with 'hearth sources rank' on the server's own socket and machine.",
                field: "source_ranks"
            )
        }
        try writes.stage(.rankSources(ranks.type, list), .sourceRanks(ranks.type), frame, id, as: client)
    }

    private func controlAccess(
        _ control: AccessControl,
        _ id: CallID,
        _ frame: DecodedFrame,
        _ client: ClientApp
    ) throws(HearthError) {
        guard state.connections.isOwnersTool(id.connection) else {
            throw HearthError(
                .authorizationDenied,
                "Only the owner decides about access, with 'hearth' on the server's own socket and machine.",
                field: "access_control"
            )
        }
        switch control {
        case .list: replies.send(.accessList(access.list), for: id)
        case .counts(let days): replies.send(.accessList(access.list(countedIn: days)), for: id)
        case .await(let seen): access.awaitRequests(id, seen: seen)
        case .add, .remove, .decide, .ask:
            try state.options.appSockets.check(control)
            try writes.stage(.control(control), .accessList(state.options.appSockets), frame, id, as: client)
        }
    }

    private func answerDelivery(
        _ request: DeliveryRequest,
        _ id: CallID,
        _ frame: DecodedFrame,
        _ client: ClientApp
    ) throws(HearthError) {
        let others = state.delivery.callsBefore(request, by: client.app, on: id.connection)
        let answer = try state.delivery.answer(
            request,
            by: client.app,
            of: state.connections.process(of: id.connection),
            on: id.connection,
            isOwnersTool: state.connections.isOwnersTool(id.connection),
            in: state.snapshot,
            state.positions(of: others)
        )
        switch answer {
        case .reply(let reply): replies.send(reply, for: id)
        case .status(let app): try status.open(id, of: app)
        case .write(let operation, let other, let waiting):
            let actor = other.map { app in
                ClientApp(client.origin.acting(as: Source(app)), client.account, client.accessAccount)
            }
            try writes.stage(operation, WriteReply(request), frame, id, as: actor ?? client)
            if let waiting {
                state.delivery.wait(waiting, of: id)
            }
        }
    }
}
