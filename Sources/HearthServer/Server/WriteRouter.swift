import HearthModel
import HearthStore
import HearthWire

/// Passes complete writes to the writer, and acknowledges them.
final class WriteRouter {
    private let state: ServerState
    private let delivery: DeliveryRouter
    private let replies: ReplySender
    private let room: StagingMemory
    private let access: AccessRouter
    private let status: StatusAssembly
    private let counts: CountRouter

    init(
        _ state: ServerState,
        _ delivery: DeliveryRouter,
        _ replies: ReplySender,
        _ room: StagingMemory,
        _ access: AccessRouter,
        _ status: StatusAssembly,
        _ counts: CountRouter
    ) {
        self.access = access
        self.state = state
        self.delivery = delivery
        self.replies = replies
        self.room = room
        self.status = status
        self.counts = counts
    }

    /// Schedules a complete write of a client.
    func stage(_ operation: Write.Operation, _ reply: WriteReply, _ call: IncomingCall) throws(HearthError) {
        let isSmall = state.writeSizes.isSmall(call.heldBytes)
        let (account, connection) = (call.client.account, call.id.connection)
        try room.reserve(call.heldBytes, isSmall: isSmall, of: account, on: connection, at: state.now)
        schedule(operation, reply, call)
    }

    /// Adds a frame to a save that takes several.
    func continueSave(_ frame: Result<Save, HearthError>, bytes: Int, _ id: CallID) {
        guard case .save(let assembly)? = state.calls[id],
            let client = state.connections.client(of: id.connection)
        else { return }
        do throws(HearthError) {
            let save = try frame.get()
            try client.checkSaving(of: save.columns, "save", at: state.time.date)
            try room.reserve(bytes, isSmall: false, of: client.account, on: id.connection, at: state.now)
            assembly.append(save, bytes: bytes)
            let finished = save.more ? 0 : assembly.bytes
            state.connections.count(saveBytes: bytes - finished, of: id.connection, at: state.now)
            if !save.more {
                let columns = assembly.takeColumns()
                let call = IncomingCall(id: id, client: client, bytes: assembly.bytes, cost: RequestCost([]))
                schedule(.save(columns), .committed(assembly), call)
            }
        } catch {
            replies.fail(id, error)
        }
    }

    /// The app that writes. Whether a process is the owner's tool is asked again: since Hello it may have become another
    /// program.
    private func origin(of operation: Write.Operation, _ call: IncomingCall) -> Write.Origin {
        let origin = call.client.origin
        let namesSources = operation.namesOtherSources(than: origin)
        guard namesSources || origin.isOwnersTool else { return origin }
        guard state.connections.isOwnersTool(call.id.connection) else {
            return origin.isOwnersTool ? origin.asAnotherProgram(state.hiddenConflicts) : origin
        }
        return namesSources ? call.client.namingOrigin : origin
    }

    private func schedule(_ operation: Write.Operation, _ reply: WriteReply, _ call: IncomingCall) {
        let (id, client, bytes) = (call.id, call.client, call.heldBytes)
        let process = state.connections.process(of: id.connection)
        state.delivery.willWrite(operation, for: client.app, by: process, in: state.snapshot)
        state.calls.set(.write(reply), at: id)
        let origin = origin(of: operation, call)
        let (snapshot, sizes) = (state.snapshot, state.writeSizes)
        state.writes.schedule(
            operation,
            from: origin,
            of: client.writes,
            bytes: bytes,
            call: id,
            accessAccount: client.accessAccount,
            preparation: sizes.preparation(of: operation, call.cost, bytes: bytes, by: origin, in: snapshot)
        )
    }

    /// A group of writes is durable or refused.
    func finish(_ outcomes: [WriteOutcome], _ newest: Snapshot) {
        let finished = state.writes.finish(outcomes)
        let before = state.snapshot.access
        state.advance(to: newest)
        if finished.contains(where: { $0.error == nil }) {
            state.delivery.noteDurableWrite()
        }
        state.metrics.groups += 1
        for write in finished {
            finish(write)
            limit(write, before)
        }
        access.storeAdvanced()
        if state.isStopping {
            counts.storeLast()
        }
    }

    /// Refuses the deletions whose search would delay the stop.
    func stop() {
        for write in state.writes.stop() {
            finish(write)
        }
    }

    private func finish(_ write: FinishedWrite) {
        if case .storeCounts = write.operation {
            return counts.didStore(write)
        }
        counts.count(write)
        state.metrics.noteWrite(write.result)
        let effects = state.delivery.didWrite(
            write.operation,
            for: write.app,
            of: write.call,
            write.error,
            in: state.snapshot,
            at: state.time
        )
        delivery.execute(effects)
        // A client that has disconnected changes nothing for the store.
        if let id = write.call, case .write(let reply)? = state.calls[id] {
            answer(write.result, reply, to: write.app, field: write.field, id)
        }
        if state.writeSizes.isFreedByReaders(write.bytes) {
            replies.discard(write.content)
        }
    }

    /// Logs that the saves of an app are refused from now on. That ends when the owner allows the app to save, or gives or
    /// takes its socket. `before`: what was decided before the write.
    private func limit(_ write: FinishedWrite, _ before: AccessTable) {
        if let app = write.trustedApp(after: before) {
            state.hiddenConflicts.forget(app)
        }
        if write.error?.hiddenSample != nil {
            access.noteHiddenConflict(of: write.app)
        }
    }

    /// Answers with the state of background delivery to an app.
    private func report(_ app: AppID, _ id: CallID) {
        do throws(HearthError) {
            try status.open(id, of: app)
        } catch {
            replies.fail(id, error)
        }
    }

    private func answer(
        _ result: Result<Receipt, HearthError>,
        _ reply: WriteReply,
        to app: AppID,
        field: String,
        _ id: CallID
    ) {
        if case .authorization(let request) = reply { return answer(request, id) }
        switch result {
        case .success(let receipt):
            replies.close(id)
            let view = { [access] in access.identity(of: id.connection).view }
            if let content = reply.content(receipt, to: app, seeing: view, in: state.snapshot) {
                replies.send(content, for: id)
            } else {
                report(app, id)
            }
        case .failure(let error): replies.fail(id, reply.located(error, field: field))
        }
    }

    /// Answers an app whose request was to be recorded, whether or not it was: as if it asked now.
    private func answer(_ request: Authorization, _ id: CallID) {
        replies.close(id)
        guard let client = state.connections.client(of: id.connection) else { return }
        do throws(HearthError) {
            try access.answer(request, IncomingCall(id: id, client: client, bytes: 0, cost: RequestCost([])))
        } catch {
            replies.fail(id, error)
        }
    }
}
