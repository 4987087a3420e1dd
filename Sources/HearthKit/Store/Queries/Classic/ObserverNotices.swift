internal import HearthClient
internal import HearthModel
internal import HearthSystem
internal import HearthWire

/// Changes that the readers of a connection were notified of and have not processed yet, by type, in order of arrival.
/// A reader is an observer query, or a stream of changes from a cursor.
///
/// A type is acknowledged up to the earliest notice of it that is open for any reader. One that has arrived is open,
/// whether or not its reader has taken it. The server sees to it that the anchors of observer queries allow this. The
/// anchors of a cursor say only how far its own reader is: with other readers of the type, nothing may be open. Such an
/// acknowledgement names the cursor, so that the server sees what it has sent since.
final class ObserverNotices: Sendable {
    let connection: Connection
    private let state = Guarded(State())

    /// Identifies a reader.
    struct Reader: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    init(_ connection: Connection) {
        self.connection = connection
    }

    func makeReader() -> Reader {
        state.withLock { Reader(number: $0.makeNumber()) }
    }

    /// A reader is released or has ended: its open notices are dropped.
    func forget(_ reader: Reader) {
        state.withLock { state in
            state.progress[reader] = nil
            state.drop { $0.reader == reader && $0.stage == .open }
        }
    }

    /// Up to where something was processed.
    fileprivate struct Place: Hashable {
        let anchor: EncodedAnchor
        /// "": the anchor is that of an observer query's notice.
        let cursor: String
    }

    private func post(_ done: [Place: [ObjectType]]) {
        for (place, types) in done {
            let types = types.sorted { $0.index < $1.index }
            connection.post(Acknowledge(anchor: place.anchor, types: types, cursor: place.cursor))
        }
    }
}

// MARK: - Observer queries

extension ObserverNotices {
    /// The notices of an observation.
    func observe(_ request: Observe, by reader: Reader) -> Notices {
        let types = Set(request.clauses.map(\.type))
        state.withLock { $0.progress[reader] = Progress() }
        return connection.observe(request) { [weak self] notice in
            self?.state.withLock { $0.receive(notice, of: types, for: reader) }
        }
    }

    /// A query has taken its next notice. The returned function is to be called when the query has processed it.
    func take(by reader: Reader) -> @Sendable () -> Void {
        guard let number = state.withLock({ $0.progress[reader]?.untaken.popFirst() }) else { return {} }
        return { [weak self] in self?.finish(number) }
    }

    /// The acknowledgement is with the system when this returns: a program that ends now has said it.
    private func finish(_ number: UInt64) {
        post(
            state.withLock { state in
                state.finish { $0.number == number }
                return state.takeDone()
            }
        )
    }
}

// MARK: - Cursors

extension ObserverNotices {
    /// The changes after a cursor, which a reader follows.
    func changes(_ request: QueryChanges, by reader: Reader) -> ChangeBatches {
        let types = Set(request.clauses.map(\.type))
        state.withLock { state in
            // A reader that starts over is sent everything again, and its cursor is forgotten.
            state.drop { $0.reader == reader }
            state.progress[reader] = Progress(anchor: request.anchor, cursor: request.cursor)
        }
        return connection.changes(request) { [weak self] batch in
            self?.state.withLock { $0.receive(batch, of: types, for: reader) }
        }
    }

    /// Acknowledges what was read up to an anchor: the cursor moves to it, and types are acknowledged as far as nothing
    /// else is open. `reader`: nil when the changes are not followed.
    nonisolated(nonsending) func acknowledge(_ acknowledgement: Acknowledge, by reader: Reader?) async throws {
        let place = Place(anchor: acknowledgement.anchor, cursor: acknowledgement.cursor)
        var done = state.withLock { state in
            let settled = acknowledgement.types.filter { state.finish($0, upTo: place.anchor, by: reader) }
            var done = state.takeDone()
            if !settled.isEmpty {
                done[place, default: []] += settled
            }
            return done
        }
        var acknowledgement = acknowledgement
        acknowledgement.types = Set(done.removeValue(forKey: place) ?? []).sorted { $0.index < $1.index }
        post(done)
        _ = try await connection.acknowledge(acknowledgement)
    }
}

// MARK: - The state

extension ObserverNotices {
    fileprivate struct OpenNotice: Sendable {
        enum Stage: Sendable {
            case open
            /// It has no changes, so nothing is to be done.
            case empty
            case done
        }

        let number: UInt64
        let reader: Reader
        /// Nil in the middle of a write.
        let anchor: EncodedAnchor?
        /// "": none, the reader is an observer query.
        let cursor: String
        var stage = Stage.open

        /// Whether it was processed, and its anchor says so.
        var isDone: Bool { stage == .done && anchor != nil }

        var place: Place? { anchor.map { Place(anchor: $0, cursor: cursor) } }
    }

    /// How far a reader has come.
    private struct Progress: Sendable {
        /// The notices that its query has not taken yet.
        var untaken = Queue<UInt64>()
        /// The last anchor of its stream of changes.
        var anchor: EncodedAnchor = []
        var cursor = ""
    }

    private struct State: Sendable {
        var byType: [ObjectType: [OpenNotice]] = [:]
        var progress: [Reader: Progress] = [:]
        private var lastNumber: UInt64 = 0

        mutating func makeNumber() -> UInt64 {
            lastNumber += 1
            return lastNumber
        }

        mutating func receive(_ notice: Notice, of types: Set<ObjectType>, for reader: Reader) {
            guard progress.keys.contains(reader) else { return }
            let open = OpenNotice(number: makeNumber(), reader: reader, anchor: notice.anchor, cursor: "")
            for type in notice.types(of: types) {
                byType[type, default: []].append(open)
            }
            progress[reader]?.untaken.append(open.number)
        }

        mutating func receive(_ batch: ChangeBatch, of types: Set<ObjectType>, for reader: Reader) {
            guard let (last, cursor) = progress[reader].map({ ($0.anchor, $0.cursor) }) else { return }
            progress[reader]?.anchor = batch.anchor
            let isEmpty = batch.added.isEmpty && (batch.deleted?.count ?? 0) == 0
            let open = OpenNotice(
                number: makeNumber(),
                reader: reader,
                anchor: batch.anchor == last && !batch.caughtUp ? nil : batch.anchor,
                cursor: cursor,
                stage: isEmpty ? .empty : .open
            )
            for type in types where !isEmpty || byType[type] != nil {
                byType[type, default: []].append(open)
            }
        }

        mutating func drop(_ isMeant: (OpenNotice) -> Bool) {
            for type in byType.keys {
                byType[type]?.removeAll(where: isMeant)
            }
        }

        mutating func finish(_ isMeant: (OpenNotice) -> Bool) {
            for type in byType.keys {
                guard let index = byType[type]?.firstIndex(where: isMeant) else { continue }
                byType[type]?[index].stage = .done
            }
        }

        /// A reader has processed the changes to a type up to an anchor. Returns whether they are acknowledged by that
        /// alone, as nothing is open for the type.
        mutating func finish(_ type: ObjectType, upTo anchor: EncodedAnchor, by reader: Reader?) -> Bool {
            guard let notices = byType[type] else { return true }
            guard let last = notices.firstIndex(where: { $0.reader == reader && $0.anchor == anchor }) else {
                return !notices.contains { $0.stage == .open }
            }
            for index in 0...last where notices[index].reader == reader {
                byType[type]?[index].stage = .done
            }
            return false
        }

        /// Removes what can be acknowledged of each type. Returns it.
        mutating func takeDone() -> [Place: [ObjectType]] {
            var done: [Place: [ObjectType]] = [:]
            for (type, notices) in byType {
                let ready = notices.prefix { $0.stage != .open }
                guard ready.count == notices.count || notices.areInOneOrder else {
                    byType[type] = notices.withoutSurpassed
                    continue
                }
                byType[type] = ready.count == notices.count ? nil : Array(notices.dropFirst(ready.count))
                let last = Dictionary(ready.filter(\.isDone).map { ($0.reader, $0.place) }) { $1 }
                for place in Set(last.values.compactMap(\.self)) {
                    done[place, default: []].append(type)
                }
            }
            return done
        }
    }
}

extension [ObserverNotices.OpenNotice] {
    /// Whether later anchors are further: those of one reader, or of observer queries.
    fileprivate var areInOneOrder: Bool {
        allSatisfy(\.cursor.isEmpty) || allSatisfy { $0.reader == first?.reader }
    }

    /// Without the notices that are done if a later one of the same reader is done as well: that one has its anchor.
    fileprivate var withoutSurpassed: [ObserverNotices.OpenNotice] {
        let last = Dictionary(filter(\.isDone).map { ($0.reader, $0.number) }) { $1 }
        return filter { $0.stage == .open || $0.isDone && last[$0.reader] == $0.number }
    }
}

extension Notice {
    /// The types that changed, of those that are observed. The first notice names none, and concerns all.
    func types(of observed: Set<ObjectType>) -> Set<ObjectType> {
        let named = types.compactMap(ObjectType.init(identifier:))
        return named.isEmpty ? observed : Set(named)
    }
}
