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
        guard case .save(var assembly)? = session.calls[call], let author = session.author else { return }
        do throws(HearthError) {
            let save = try frame.get()
            try reserve(bytes, isSmall: false, for: session, author.account)
            assembly.append(save, bytes: bytes)
            session.calls.set(.save(assembly), at: call)
            guard !save.more else {
                countUnfinishedSave(bytes, of: session)
                return
            }
            countUnfinishedSave(bytes - assembly.bytes, of: session)
            let columns = assembly.takeColumns()
            let client = StagedWrite.Client(session: session, call: call, reply: .committed(assembly))
            enqueue(.save(columns), of: author, assembly.bytes, for: client)
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
        as author: Author? = nil
    ) throws(HearthError) {
        guard let author = author ?? session.author else { return }
        try reserve(bytes, isSmall: bytes <= options.smallWriteBytes, for: session, author.account)
        enqueue(operation, of: author, bytes, for: StagedWrite.Client(session: session, call: call, reply: reply))
    }

    private func enqueue(
        _ operation: Write.Operation,
        of author: Author,
        _ bytes: Int,
        for client: StagedWrite.Client
    ) {
        willWrite(operation, author.app)
        client.session.calls.set(.write, at: client.call)
        var search: DeletionTask?
        if case .delete(.matching(let clause)) = operation {
            search = DeletionTask(clause, by: author.origin, in: snapshot)
        }
        let write = StagedWrite(operation, of: author, bytes: bytes, client: client, search: search)
        writes.append(write)
        if !write.isReady {
            unreadyWrites.append(write)
        }
    }

    /// Writes for the disk, to be committed after those that were taken before; nil when there are none for now. Any
    /// number of them that were taken one after the other may be a group. What became of one is told with `finishWrites`.
    package func takeWrites() -> [Write]? {
        writes.takeWrites()
    }

    /// What the writer and its clients have to do.
    package var workOfOthers: Attention.Work { writes.work }

    /// Whether the store is to be put in order a little, after the writes that were taken. `finishTidying` says that it
    /// was.
    package func takeTidying() -> Bool {
        writes.takeTidying()
    }

    /// What was ordered is done, as far as it could be.
    package func finishTidying() {
        writes.finishTidying()
    }

    /// A group of the writes that were taken first is durable or refused.
    package func finishWrites(_ results: [Result<Receipt, HearthError>], _ newest: Snapshot) {
        let group = writes.finishGroup(of: results.count)
        advance(to: newest)
        if !background.doubtful.isEmpty, results.contains(where: { (try? $0.get()) != nil }) {
            background.doubtful = []
        }
        figures.groups += 1
        for (write, result) in zip(group, results) {
            release(write.bytes, of: write.author.account)
            accounts.forget(write.author.account)
            count(result)
            hasWritten(write, result)
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
        guard let client = write.client, client.session.calls[client.call] != nil else { return }
        let call = client.call
        let session = client.session
        switch result {
        case .success(let receipt):
            close(call, of: session)
            send(reply(client.reply, receipt, to: write.app), call, to: session)
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
