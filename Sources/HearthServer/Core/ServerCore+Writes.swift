package import HearthModel
package import HearthStore
import HearthWire

/// From complete writes to acknowledgements.
extension ServerCore {
    /// A frame of a save.
    func proceed(
        with frame: Result<Save, HearthError>,
        _ call: UInt64,
        _ bytes: Int,
        of session: Session
    ) {
        guard case .save(var assembly)? = session.calls[call], let origin = session.origin else { return }
        do throws(HearthError) {
            let save = try frame.get()
            try staged.reserve(bytes, for: origin.app)
            assembly.append(save, bytes: bytes)
            session.calls[call] = .save(assembly)
            guard !save.more else { return }
            let reply = StagedWrite.Answer.committed(assembly.hasSeveralFrames ? assembly : nil)
            enqueue(Write(origin: origin, operation: .save(assembly.columns)), reply, call, assembly.bytes, of: session)
        } catch {
            fail(call, error, of: session)
        }
    }

    /// Puts a write that is complete into the queue.
    func stage(
        _ operation: Write.Operation,
        _ reply: StagedWrite.Answer,
        _ call: UInt64,
        _ bytes: Int,
        of session: Session,
        as origin: Write.Origin? = nil
    ) throws(HearthError) {
        guard let origin = origin ?? session.origin else { return }
        try staged.reserve(bytes, for: origin.app)
        enqueue(Write(origin: origin, operation: operation), reply, call, bytes, of: session)
    }

    private func enqueue(_ write: Write, _ reply: StagedWrite.Answer, _ call: UInt64, _ bytes: Int, of session: Session)
    {
        willWrite(write)
        session.calls[call] = .write
        let id = CallID(connection: session.id, number: call)
        writes.append(StagedWrite(write: write, bytes: bytes, client: StagedWrite.Client(call: id, reply: reply)))
    }

    /// The next writes for the disk, which are to be committed together; nil while the last ones are not finished, or
    /// when there are none. What became of them is told with `finishWrites`.
    package func takeWrites() -> [Write]? {
        writes.takeGroup()
    }

    /// The writes that were taken last are durable or refused.
    package func finishWrites(_ results: [Result<Receipt, HearthError>], _ newest: Snapshot) {
        let group = writes.finishGroup()
        advance(to: newest)
        if !background.doubtful.isEmpty, results.contains(where: { (try? $0.get()) != nil }) {
            background.doubtful = []
        }
        figures.groups += 1
        for (write, result) in zip(group, results) {
            staged.release(write.bytes, of: write.write.origin.app)
            count(result)
            hasWritten(write.write, result)
            answer(write, result)
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

    private func answer(_ write: StagedWrite, _ result: Result<Receipt, HearthError>) {
        // The client may be gone, which changes nothing for the store.
        guard let client = write.client, let session = sessions[client.call.connection],
            session.calls[client.call.number] != nil
        else { return }
        let call = client.call.number
        switch result {
        case .success(let receipt):
            close(call, of: session)
            send(reply(client.reply, receipt, to: write.write.origin.app), call, to: session)
        case .failure(let error):
            var located = error
            if case .committed(let assembly?) = client.reply {
                located = assembly.locating(error)
            }
            fail(call, located.inRequest(write.field), of: session)
        }
    }

    private func reply(_ answer: StagedWrite.Answer, _ receipt: Receipt, to app: String) -> Reply {
        switch answer {
        case .committed: .committed(Committed(receipt))
        case .characteristics: .characteristicValues(snapshot.characteristics)
        case .registrations: registrations(of: app)
        case .acknowledged(let cursor): .acknowledged(acknowledged(cursor, of: app))
        case .backgroundApp: .backgroundApp(backgroundStatus(of: app))
        }
    }

    /// The registrations of an app for background delivery, as they are now.
    func registrations(of app: String) -> Reply {
        .backgroundRegistrations(
            BackgroundRegistrationList(registrations: snapshot.background.registrations(of: app))
        )
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
