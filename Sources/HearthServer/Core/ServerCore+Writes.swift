import HearthModel
package import HearthStore
import HearthWire

/// From complete writes to acknowledgements.
extension ServerCore {
    /// A frame of a save that takes several.
    func proceed(
        with frame: Result<Save, HearthError>,
        _ call: UInt64,
        _ bytes: Int,
        of session: Session
    ) {
        let id = CallID(connection: session.id, number: call)
        guard case .save(let assembly)? = calls[id], let client = session.client else { return }
        do throws(HearthError) {
            let save = try frame.get()
            try reserve(bytes, isSmall: false, for: session, client.account)
            assembly.append(save, bytes: bytes)
            guard !save.more else {
                countUnfinishedSave(bytes, of: session)
                return
            }
            countUnfinishedSave(bytes - assembly.bytes, of: session)
            let columns = assembly.takeColumns()
            schedule(.save(columns), .committed(assembly), call, assembly.bytes, of: session, as: client)
        } catch {
            fail(call, error, of: session)
        }
    }

    /// Schedules a complete write.
    func stage(
        _ operation: Write.Operation,
        _ reply: WriteReply,
        _ call: UInt64,
        _ bytes: Int,
        _ cost: RequestCost = RequestCost([]),
        of session: Session,
        as client: ClientApp? = nil
    ) throws(HearthError) {
        guard let client = client ?? session.client else { return }
        try reserve(bytes, isSmall: bytes <= options.smallWriteBytes, for: session, client.account)
        schedule(operation, reply, call, bytes, cost, of: session, as: client)
    }

    private func schedule(
        _ operation: Write.Operation,
        _ reply: WriteReply,
        _ call: UInt64,
        _ bytes: Int,
        _ cost: RequestCost = RequestCost([]),
        of session: Session,
        as client: ClientApp
    ) {
        background.willWrite(operation, for: client.app, by: session.process, in: snapshot)
        let id = CallID(connection: session.id, number: call)
        calls.set(.write(reply), at: id)
        var search: DeletionTask?
        if case .delete(.matching(let clause)) = operation {
            search = DeletionTask(clause, cost, by: client.origin)
        }
        writes.schedule(
            operation,
            from: client.origin,
            of: client.account,
            bytes: bytes,
            call: id,
            search: search
        )
    }

    /// Writes for the writer, to be committed after those that were taken before; nil when there are none for now.
    /// `finishWrites` takes their outcomes.
    package func takeWrites() -> [Write]? {
        writes.takeWrites()
    }

    package var writerLoad: WriterLoad { writes.load }

    /// Whether a step of maintenance is due, after the writes that were taken. `finishMaintenance` ends it.
    package func takeMaintenance() -> Bool {
        writes.takeMaintenance()
    }

    /// The maintenance that was taken has ended, complete or not.
    package func finishMaintenance() {
        writes.finishMaintenance()
    }

    /// A group of writes is durable or refused.
    package func finishWrites(_ outcomes: [WriteOutcome], _ newest: Snapshot) {
        let finished = writes.finish(outcomes)
        advance(to: newest)
        if finished.contains(where: { $0.error == nil }) {
            background.noteDurableWrite()
        }
        figures.groups += 1
        for write in finished {
            count(write.result)
            execute(background.didWrite(write.operation, for: write.app, write.error, in: snapshot, at: time))
            answer(write)
            if write.bytes > options.inlineFrameBytes {
                discard(write.operation)
            }
        }
    }

    private func count(_ result: Result<Receipt, HearthError>) {
        figures.writes += 1
        switch result {
        case .success(let receipt):
            figures.addedSamples += receipt.added
            figures.deletedSamples += receipt.deleted
        case .failure: figures.refusedWrites += 1
        }
    }

    private func answer(_ write: FinishedWrite) {
        // A client that has disconnected changes nothing for the store.
        guard let id = write.call, let session = sessions[id.connection.number],
            case .write(let reply)? = calls[id]
        else { return }
        switch write.result {
        case .success(let receipt):
            close(id.number, of: session)
            send(content(of: reply, receipt, to: write.app), id.number, to: session)
        case .failure(let error):
            var located = error
            if case .committed(let assembly?) = reply {
                located = assembly.locating(error)
            }
            fail(id.number, located.inRequest(write.field), of: session)
        }
    }

    private func content(of reply: WriteReply, _ receipt: Receipt, to app: AppID) -> Reply {
        switch reply {
        case .committed: .committed(Committed(receipt))
        case .characteristics: .characteristicValues(snapshot.characteristics)
        case .registrations: .backgroundRegistrations(BackgroundRegistrationList(of: app, in: snapshot))
        case .acknowledged(let cursor): .acknowledged(Acknowledged(cursor, of: app, in: snapshot))
        case .backgroundApp: .backgroundApp(background.statuses(in: snapshot, at: time).status(of: app))
        }
    }
}

extension Committed {
    fileprivate init(_ receipt: Receipt) {
        self.init(
            anchor: receipt.anchor.encoded,
            added: UInt64(receipt.added),
            deleted: UInt64(receipt.deleted),
            unchanged: UInt64(receipt.unchanged)
        )
    }
}
