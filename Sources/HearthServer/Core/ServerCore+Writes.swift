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
            try staged.reserve(bytes, for: origin.source.bundleIdentifier)
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
        of session: Session
    ) throws(HearthError) {
        guard let origin = session.origin else { return }
        try staged.reserve(bytes, for: origin.source.bundleIdentifier)
        enqueue(Write(origin: origin, operation: operation), reply, call, bytes, of: session)
    }

    private func enqueue(_ write: Write, _ reply: StagedWrite.Answer, _ call: UInt64, _ bytes: Int, of session: Session)
    {
        session.calls[call] = .write
        let id = CallID(connection: session.id, number: call)
        writes.append(StagedWrite(call: id, write: write, bytes: bytes, reply: reply))
    }

    /// The next writes for the disk, which are to be committed together; nil while the last ones are not finished, or
    /// when there are none. What became of them is told with `finishWrites`.
    package func takeWrites() -> [Write]? {
        writes.takeGroup(atMost: options.writesPerGroup, bytes: options.bytesPerGroup)
    }

    /// The writes that were taken last are durable or refused.
    package func finishWrites(_ results: [Result<Receipt, HearthError>], _ newest: Snapshot) {
        let group = writes.finishGroup()
        advance(to: newest)
        figures.groups += 1
        for (write, result) in zip(group, results) {
            staged.release(write.bytes, of: write.write.origin.source.bundleIdentifier)
            count(result)
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
        guard let session = sessions[write.call.connection], session.calls[write.call.number] != nil else { return }
        switch (result, write.reply) {
        case (.success, .registrations):
            close(write.call.number, of: session)
            sendRegistrations(write.call.number, to: session)
        case (.success, .characteristics):
            close(write.call.number, of: session)
            send(.characteristicValues(snapshot.characteristics), write.call.number, to: session)
        case (.success(let receipt), .committed):
            close(write.call.number, of: session)
            send(.committed(Committed(receipt)), write.call.number, to: session)
        case (.failure(let error), .characteristics), (.failure(let error), .registrations):
            fail(write.call.number, error.inRequest(write.field), of: session)
        case (.failure(let error), .committed(let assembly)):
            let located = assembly?.locating(error) ?? error
            fail(write.call.number, located.inRequest(write.field), of: session)
        }
    }

    /// The registrations for background delivery of the session's app, as they are now.
    func sendRegistrations(_ call: UInt64, to session: Session) {
        let app = session.origin?.source.bundleIdentifier ?? ""
        let list = BackgroundRegistrationList(registrations: snapshot.background.registrations(of: app))
        send(.backgroundRegistrations(list), call, to: session)
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
