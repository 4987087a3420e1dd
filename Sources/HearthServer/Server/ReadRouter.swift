import HearthModel
import HearthStore
import HearthWire

/// Steps of reading. Small ones run at once; the driver runs all others on any thread, as it decodes large frames.
final class ReadRouter {
    private let state: ServerState
    private let replies: ReplySender
    private let feeds: FeedRouter
    /// Runs small steps.
    private let runner: ReadRunner

    init(_ state: ServerState, _ replies: ReplySender, _ feeds: FeedRouter, _ reader: StoreReader) {
        self.state = state
        self.replies = replies
        self.feeds = feeds
        reader.refuse(excess: state.options.turns.inlineRows)
        runner = ReadRunner(reader)
    }

    /// The next step for a thread that has nothing to do, or a large frame. Nil if nothing is ready.
    func takeRead() -> Read? {
        let rows = state.options.turns.rowsPerTurn
        while let item = state.reads.popFirst() {
            let read: Read? =
                switch item {
                case .call(let id): state.calls.beginStep(of: id, in: state.snapshot, rows: rows, isSmall: false)
                case .feed(let feed): feeds.beginStep(of: feed, rows: rows)
                case .preparation(let ticket): beginPreparation(ticket, rows: rows)
                case .frame(let connection): beginDecoding(of: connection)
                case .examination(let task, let sought): Read(task, for: .examination(task, sought), rows: rows)
                case .manifest(let app): beginSearch(ofManifestOf: app)
                case .released(let released): Read(released)
                }
            if let read { return read }
        }
        return nil
    }

    /// A step has run. Nothing is done for a call that has ended meanwhile.
    func finish(_ read: Read) {
        switch read.requester {
        case .call(let id): endStep(of: id, read.result)
        case .feed(let feed): feeds.endStep(of: feed, read.result)
        case .preparation(let ticket): endPreparationStep(of: ticket, read.result)
        case .examination(let task, let examination): end(task, examination, read.result)
        case .manifest(let task):
            state.reads.finishManifest()
            state.delivery.didFindManifest(task.found, fault: task.fault, of: task.app)
        case .frame, .release: break
        }
    }

    /// A large frame is decoded.
    func finishFrame(of id: ConnectionID, _ requests: RequestRouter) {
        state.reads.finishFrame()
        guard let decoding = state.connections.endDecoding(of: id, at: state.now) else { return }
        do throws(HearthError) {
            if let frame = try decoding.takeResult() {
                requests.handle(frame, from: id)
                if state.calls[CallID(connection: id, number: frame.content.call)] == nil {
                    replies.discard(frame)
                }
            }
        } catch {
            replies.end(id, error)
        }
        state.connections.proceed(with: id)
    }

    /// Frees what the requester of a read has dropped.
    func release(_ read: Read) {
        if let unused = read.takeUnused() {
            state.reads.insert(unused)
        }
    }

    func close() {
        runner.close()
    }

    /// Runs a step at once if it is small. Returns false if it is not.
    private func run(isSmall: Bool, _ begin: (_ rows: Int) -> Read?) -> Bool {
        guard isSmall, state.options.turns.inlineRows > 0 else { return false }
        if let read = begin(state.options.turns.inlineRows) {
            runner.run(read)
            finish(read)
        }
        return true
    }

    private func beginSearch(ofManifestOf app: AppID) -> Read {
        let task = ManifestTask(of: app, state.options.background)
        return Read(task, for: .manifest(task), rows: 1)
    }

    private func beginDecoding(of connection: ConnectionID) -> Read? {
        let read = state.connections.beginDecoding(of: connection)
        if read == nil {
            state.reads.finishFrame()
        }
        return read
    }
}

// MARK: - Steps in turns

extension ReadRouter {
    /// Takes the next small step of a feed that has news. Leaves those before it that turn out to be larger to the reader
    /// threads, so that it does not wait a turn for each of them.
    func stepFeed() {
        for _ in 0..<ReadRouter.feedsPerTurn {
            guard let feed = state.reads.popSmallFeed(), let task = feeds.nextTask(of: feed) else { return }
            guard !run(isSmall: task.isSmall, { feeds.beginStep(of: feed, rows: $0) }) else { return }
            state.reads.insert(feed, isSmall: false)
        }
    }

    /// The most feeds that are left to the reader threads in a turn.
    private static let feedsPerTurn = 64

    /// Takes the next small step of a call. Leaves it to the reader threads if it is larger by now.
    func stepCall(_ lane: Lane) {
        guard let id = state.reads.popSmallCall(lane), var isSmall = state.calls.isNextStepSmall(id) else { return }
        // One step of a connection runs at a time.
        isSmall = isSmall && !state.calls.isReading(id.connection)
        let hasRun = run(isSmall: isSmall) { rows in
            state.calls.beginStep(of: id, in: state.snapshot, rows: rows, isSmall: true)
        }
        if !hasRun, let client = state.calls.client(of: id) {
            state.reads.insert(id, lane, of: client, isSmall: false)
        }
    }

    /// Takes the next small step of a write's preparation.
    func stepPreparation() {
        guard let ticket = state.reads.popSmallPreparation(), let task = state.writes.preparations.next(of: ticket)
        else { return }
        if !run(isSmall: task.isSmall, { beginPreparation(ticket, rows: $0) }) {
            state.writes.preparations.leaveToReaders(ticket)
        }
    }

    private func beginPreparation(_ ticket: WriteTicket, rows: Int) -> Read? {
        guard let task = state.writes.preparations.beginStep(of: ticket, in: state.snapshot) else { return nil }
        return Read(task, for: .preparation(ticket), rows: rows)
    }
}

// MARK: - Results

extension ReadRouter {
    private func endStep(of id: CallID, _ result: Result<ReadOutcome, HearthError>) {
        do throws(HearthError) {
            if let step = try state.calls.endStep(of: id, result, in: state.snapshot) {
                proceed(with: step, id)
            }
        } catch {
            replies.fail(id, error)
        }
    }

    /// A preparation that holds too much ends like one that has failed.
    private func endPreparationStep(of ticket: WriteTicket, _ result: Result<ReadOutcome, HearthError>) {
        var result = result
        if case .success = result, let (held, call, field) = state.writes.preparations.memory(of: ticket) {
            do throws(HearthError) {
                try state.calls.hold(held, for: call, field)
            } catch {
                result = .failure(error)
            }
        }
        state.writes.endPreparationStep(of: ticket, result)
    }

    /// What cannot be read counts as a change: the app gets the error.
    private func end(
        _ task: ObserveTask,
        _ examination: DeliveryExamination,
        _ result: Result<ReadOutcome, HearthError>
    ) {
        var hasChanged = true
        if case .success(let outcome) = result {
            guard case .end = outcome else { return state.reads.insert(task, examination) }
            hasChanged = !task.changed.isEmpty
        }
        state.delivery.didExamine(examination, hasChanged: hasChanged, upTo: task.end.head)
    }

    private func proceed(with step: ReadingStep, _ id: CallID) {
        switch step {
        case .batch(let packed, let notification):
            didSend(replies.send(packed, for: id), notification, id)
        case .notice(var notice, let notification):
            if var earlier = state.delivery.willNotify(id, notification, in: state.snapshot) {
                earlier.visibility = (try? Anchor(decoding: notice.anchor, state.snapshot.anchorSeal))?.visibility
                notice.anchor = state.snapshot.sealed(earlier)
            }
            didSend(replies.send(.notice(notice), for: id), notification, id)
        case .last(let packed, let reason):
            didSend(replies.send(packed, for: id), nil, id)
            replies.end(id, reason)
        case .follow(let packed, let notification, let key):
            didSend(replies.send(packed, for: id), notification, id)
            var key = key
            key.onlyMember = key.cost.heldBytes > state.options.turns.inlineFrameBytes ? id : nil
            if let account = state.connections.client(of: id.connection)?.accessAccount {
                state.feeds.follow(id, key, account, in: state.snapshot, now: state.now)
            }
        case .reply(let packed):
            replies.close(id)
            replies.send(packed, for: id)
        case .pause: state.calls.pause(id)
        case .idle: break
        case .passedOver(let commit, let hasMore):
            state.delivery.didPassOver(id, upTo: commit)
            if hasMore {
                state.calls.pause(id)
            }
        case .end(let reason): replies.end(id, reason)
        }
    }

    private func didSend(_ bytes: Int, _ notification: ChangeNotification?, _ id: CallID) {
        if let notification {
            state.delivery.didNotify(id, notification)
        } else {
            state.delivery.checkWaiting()
        }
        if case .reading(let call)? = state.calls[id], let place = call.unfollowedCursor {
            state.delivery.didSend(place, on: id.connection)
        }
        state.calls.didSend(bytes, for: id)
    }
}
