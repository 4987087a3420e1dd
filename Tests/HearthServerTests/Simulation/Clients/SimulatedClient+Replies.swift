import HearthModel
import HearthTestSupport
import HearthWire

/// What a client makes of replies: each is checked as it comes.
extension SimulatedClient {
    func take(_ reply: Reply, of number: UInt64, _ bytes: Int) throws(Violation) {
        if number == 0, case .error(let reply) = reply {
            return try takeError(reply.error)
        }
        guard let call = calls[number] else {
            throw Violation(.answers, "a reply to call \(number), which is not open: \(reply)")
        }
        switch reply {
        case .samples, .changes, .notice, .statistics:
            try call.credit?.receive(bytes)
            try takeBatch(reply, of: call)
            world.note("client \(index) call \(number): a batch of \(bytes) bytes, \(call.credit?.left ?? 0) left")
        case .done(let done):
            world.note("client \(index) call \(number): done \(done.reason.rawValue)")
            try end(call, done.reason)
        case .error(let error):
            world.note("client \(index) call \(number): \(error.error)")
            try end(call, error.error)
        default:
            world.note("client \(index) call \(number): the reply of a \(call.name)")
            try takeOnlyReply(reply, of: call)
        }
    }

    private func takeBatch(_ reply: Reply, of call: SimulatedCall) throws(Violation) {
        let most = world.storeOptions.batchSamples
        switch (call.kind, reply) {
        case (.query(let query), .samples(let batch)):
            try query.take(batch, atMost: most)
        case (.changes(let stream, let follow), .changes(let batch)):
            let wasCaughtUp = stream.isCaughtUp
            let before = stream.position
            try stream.take(batch, world.history, atMost: most)
            hear(of: stream.position.sequence)
            if batch.added.isEmpty, batch.deleted == nil, follow, wasCaughtUp {
                world.occurrences.note(.bookmark)
            }
            if stream.position.sequence == before.sequence, !batch.caughtUp {
                world.occurrences.note(.writeInSeveralBatches)
            }
            if world.random.chance(50) {
                stream.saved = stream.copy
            }
        case (.observation(let observation), .notice(let notice)):
            try observation.take(notice, world.history)
            hear(of: observation.position ?? 0)
        case (.statistics(let statistics), .statistics(let batch)):
            try statistics.take(batch, world.history)
            hear(of: statistics.position ?? 0)
        default: throw Violation(.answers, "a \(call.name) is answered with \(reply)")
        }
    }

    private func takeOnlyReply(_ reply: Reply, of call: SimulatedCall) throws(Violation) {
        calls[call.number] = nil
        switch (call.kind, reply) {
        case (.hello, .welcome(let welcome)): try self.welcome(welcome)
        case (.ping, .pong(let pong)): try take(anchor: pong.anchor)
        case (.status(let commit), .statusReport(let report)): try take(anchor: report.store.anchor, after: commit)
        case (.write(let write), .committed(let committed)):
            guard let anchor = world.history.anchors.open(committed.anchor) else {
                throw Violation(.durable, "an acknowledgement without an anchor")
            }
            let outcome = Outcome.committed(
                sequence: anchor.sequence,
                added: Int(committed.added),
                deleted: Int(committed.deleted),
                unchanged: Int(committed.unchanged)
            )
            try ensure(
                world.claim(outcome, of: write),
                .durable,
                "acknowledged with \(outcome), while what is durable of it is \(world.outcomes[write] ?? [])"
            )
            if committed.unchanged > 0 {
                world.occurrences.note(.saveFoundUnchanged)
            }
            hear(of: anchor.sequence)
            hear(of: write)
        case (.write(let write), .backgroundRegistrations(let list)):
            try ensure(
                write.isRegistration && world.claimCommit(of: write),
                .durable,
                "registrations are acknowledged, while what is durable of them is \(world.outcomes[write] ?? [])"
            )
            hear(of: write)
            try take(list)
        case (.registrations, .backgroundRegistrations(let list)): try take(list)
        case (.write(let write), .characteristicValues(let values)):
            try ensure(
                write.setsCharacteristics && world.claimCommit(of: write),
                .durable,
                "characteristics are acknowledged, while what is durable of them is \(world.outcomes[write] ?? [])"
            )
            hear(of: write)
            try take(values)
        case (.characteristics, .characteristicValues(let values)): try take(values)
        case (.sources(let listing), .sourceList(let list)): try listing.take(list, world.history)
        default: throw Violation(.answers, "a \(call.name) is answered with \(reply)")
        }
    }

    /// The list is what the app was registered for at one time, and not before what it has heard of.
    private func take(_ list: BackgroundRegistrationList) throws(Violation) {
        let types = list.registrations.map(\.type.identifier)
        try ensure(types == Set(types).sorted(), .answers, "registrations are not in the order of their types")
        let states = world.history.registrations(of: app)
        let place = states.indices.dropFirst(known.registrations).first { index in
            states[index].count == types.count
                && list.registrations.allSatisfy { states[index][$0.type] == $0.frequency }
        }
        guard let place else {
            throw Violation(.durable, "what \(app) is registered for is not durable, or was so before: \(types)")
        }
        known.registrations = place
    }

    /// They are what was set at one time, and not before what the app has heard of.
    private func take(_ values: CharacteristicValues) throws(Violation) {
        let states = world.history.characteristics
        guard let place = states.indices.dropFirst(known.characteristics).first(where: { states[$0] == values }) else {
            throw Violation(.durable, "characteristics that are not those of state \(known.characteristics) or later")
        }
        known.characteristics = place
    }

    /// An anchor of the store, not before a commit; nil: nor before any that the client has heard of.
    private func take(anchor encoded: EncodedAnchor, after commit: UInt64? = nil) throws(Violation) {
        let commit = commit ?? known.commit
        guard let anchor = world.history.anchors.open(encoded), world.history.commits.contains(anchor.sequence) else {
            throw Violation(.atomic, "the anchor of the store is no commit")
        }
        try ensure(
            anchor.sequence >= commit,
            .ordered,
            "the store is at \(anchor.sequence), and was at \(commit)"
        )
        hear(of: anchor.sequence)
        world.anchors.append(encoded)
    }

    private func end(_ call: SimulatedCall, _ reason: DoneReason) throws(Violation) {
        calls[call.number] = nil
        try ensure(reason != .cancelled || call.isCancelled, .answers, "a call was cancelled by nobody")
        switch call.kind {
        case .query(let query):
            if reason == .limit {
                world.occurrences.note(.queryLimited)
            }
            try query.finish(reason, world.history)
        case .changes(let stream, let follow):
            stream.isOpen = false
            try ensure(!follow || reason == .cancelled, .answers, "a subscription ends with \(reason)")
            if reason != .cancelled {
                try stream.finish(reason, world.history)
            }
            if reason == .limit {
                world.occurrences.note(.changesLimited)
            }
        case .observation:
            try ensure(reason == .cancelled, .answers, "an observation ends with \(reason)")
        case .statistics:
            try ensure(reason == .cancelled, .answers, "live statistics end with \(reason)")
        case .write(let write):
            try ensure(reason == .cancelled && !call.frames.isEmpty, .answers, "a write ends with \(reason)")
            unacknowledged.append(write)
            world.occurrences.note(.cancelledSave)
        case .hello, .ping, .status, .corruptChanges, .registrations, .sources, .characteristics:
            throw Violation(.answers, "a \(call.name) ends with \(reason)")
        }
        if reason == .cancelled, call.credit != nil {
            world.occurrences.note(.cancelledStream)
        }
    }

    private func end(_ call: SimulatedCall, _ error: HearthError) throws(Violation) {
        calls[call.number] = nil
        if error.code == .shuttingDown, world.isStopping {
            world.occurrences.note(.refusedWhileStopping)
            switch call.kind {
            case .write(let write): unacknowledged.append(write)
            case .changes(let stream, _): stream.interrupt(losingMemory: false)
            default: break
            }
            return
        }
        switch call.kind {
        case .write(let write) where error.code == .limitExceeded && error.field == "save.more":
            try checkGivenUp(error)
            world.occurrences.note(.saveGivenUp)
            unacknowledged.append(write)
        case .write(let write):
            let outcome = Outcome.refused(error.code)
            try ensure(world.claim(outcome, of: write), .answers, "a write was refused without reason: \(error)")
            note(refusal: error.code, write)
        case .changes(let stream, _):
            try checkAnchorError(error, stream)
            stream.startAnew()
        case .corruptChanges:
            try ensure(error.code == .anchorCorrupt, .resumable, "a corrupt anchor is refused with \(error)")
            world.occurrences.note(.corruptAnchor)
        default: throw Violation(.answers, "a \(call.name) is refused: \(error)")
        }
    }

    private func note(refusal code: ErrorCode, _ write: SimulatedWrite) {
        switch code {
        case .identifierConflict: world.occurrences.note(.conflict)
        case .objectNotFound where write.isDeletion: world.occurrences.note(.deletionOfMissing)
        case .notOwner: world.occurrences.note(.deletionOfOthers)
        case .workoutNotFound, .objectNotFound: world.occurrences.note(.additionRefused)
        case .storageFull: world.occurrences.note(.fullStorage)
        case .storageFailed:
            // Nobody knows whether it was written.
            unacknowledged.append(write)
        default: break
        }
    }

    /// An anchor is refused with the reason that applies, and only then.
    private func checkAnchorError(_ error: HearthError, _ stream: SimulatedStream) throws(Violation) {
        let anchor = stream.position
        let history = world.history
        switch error.code {
        case .anchorExpired:
            try ensure(
                anchor.deletions < history.oldest && anchor.storeID == history.storeID,
                .resumable,
                "the anchor \(anchor.deletions) is called expired, and everything after \(history.oldest) is known"
            )
            world.occurrences.note(.expired)
        case .anchorOfOtherStore:
            try ensure(anchor.storeID != history.storeID, .resumable, "the anchor is not of another store")
            world.occurrences.note(.otherStore)
        case .anchorInFuture:
            try ensure(
                anchor.deletions > history.head && anchor.storeID == history.storeID,
                .resumable,
                "the anchor \(anchor.deletions) is not after \(history.head)"
            )
            world.occurrences.note(.inFuture)
        default: throw Violation(.resumable, "a stream is refused: \(error)")
        }
    }
}

extension SimulatedWrite {
    var isDeletion: Bool {
        switch operation {
        case .delete, .deleteMatching: true
        case .save, .addToWorkout, .register, .setCharacteristics: false
        }
    }

    var isRegistration: Bool {
        if case .register = operation { true } else { false }
    }

    var setsCharacteristics: Bool {
        if case .setCharacteristics = operation { true } else { false }
    }
}
