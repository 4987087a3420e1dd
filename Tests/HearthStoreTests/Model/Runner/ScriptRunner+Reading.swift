import HearthModel
import HearthStore
import HearthWire

extension ScriptRunner {
    /// Nil when the query is refused, as it must be.
    func openQuery(_ request: QuerySamples) throws(Mismatch) -> OpenQuery? {
        let (writer, reader) = try current()
        let refusal = Refusal(faults: OpenQuery.faults(of: request))
        let cursor: QueryCursor
        do throws(HearthError) {
            cursor = try reader.query(request, in: writer.snapshot)
        } catch {
            try ensure(refusal.allows(error), .refusal, "query: \(error); reference \(refusal.faults)")
            return nil
        }
        try ensure(refusal.faults.isEmpty, .refusal, "the query is accepted; reference \(refusal.faults)")
        return OpenQuery(request, cursor, reference, bug, script.options)
    }

    func checkSources(_ request: ListSources) throws(Mismatch) {
        let (writer, reader) = try current()
        let list = try succeeding("sources") { () throws(HearthError) in
            try reader.sources(request, in: writer.snapshot).sources()
        }
        let expected = bug.state(reference).sources(bug.clauses(request.clauses))
        try ensure(list.sources == expected, .sources, "\(list.sources); reference \(expected)")
    }

    func readChanges(_ from: ChangesFrom) throws(Mismatch) {
        guard let stream = try openChanges(from) else { return }
        try stream.read(batches: .max)
        remember(stream.anchors)
    }

    /// Nil when the anchor is refused, as it must be.
    func openChanges(_ from: ChangesFrom) throws(Mismatch) -> OpenChanges? {
        let snapshot = try current().writer.snapshot
        let (anchor, fault) = try start(from.start, snapshot)
        var request = from.request
        if let part = anchor.part {
            request.clauses = part.clauses
        }
        return try openChanges(request, anchor, refusedFor: fault)
    }

    private func openChanges(
        _ request: QueryChanges,
        _ anchor: RememberedAnchor,
        refusedFor fault: ErrorCode?
    ) throws(Mismatch) -> OpenChanges? {
        let (writer, reader) = try current()
        var request = request
        // Clients have sealed anchors. What is damaged, or of another store, is sent as it is.
        let own = (try? Anchor(bytes: anchor.bytes)).flatMap { $0.storeID == writer.snapshot.storeID ? $0 : nil }
        request.anchor = own.map(writer.snapshot.sealed) ?? EncodedAnchor(anchor.bytes)
        let cursor: ChangeCursor
        do throws(HearthError) {
            cursor = try reader.changes(request, in: writer.snapshot)
        } catch {
            let isExpected = error.code == fault && error.field == "anchor"
            try ensure(isExpected, .refusal, "changes: \(error); reference \(fault?.name ?? "accepts the anchor")")
            return nil
        }
        try ensure(fault == nil, .refusal, "the anchor is accepted; reference \(fault?.name ?? "")")
        return OpenChanges(request, from: anchor, cursor, writer.snapshot.anchorSeal, reference, bug, script.options)
    }

    /// The anchor to begin with, and what it must be refused for.
    private func start(
        _ start: ChangesFrom.Start,
        _ snapshot: Snapshot
    ) throws(Mismatch) -> (anchor: RememberedAnchor, fault: ErrorCode?) {
        let beginning = RememberedAnchor(bytes: [], place: 0, stateHead: snapshot.head)
        func remembered(_ index: Int) -> RememberedAnchor? {
            anchors.isEmpty ? nil : anchors[anchors.count - 1 - min(index, anchors.count - 1)]
        }
        switch start {
        case .beginning:
            return (beginning, nil)
        case .remembered(let index):
            guard let anchor = remembered(index) else { return (beginning, nil) }
            return (anchor, anchor.numbers.deletions < snapshot.oldest ? .anchorExpired : nil)
        case .corrupted(let index, let byte):
            guard var anchor = remembered(index) else { return (beginning, nil) }
            anchor.bytes[byte % anchor.bytes.count] ^= 0x40
            return (anchor, .anchorCorrupt)
        case .ofOtherStore(let index):
            guard var anchor = remembered(index) else { return (beginning, nil) }
            var other = try succeeding("an anchor", .anchor) { () throws(HearthError) in
                try Anchor(bytes: anchor.bytes)
            }
            other.storeID = ObjectID(high: 1, low: 2)
            anchor.bytes = other.bytes
            return (anchor, .anchorOfOtherStore)
        case .inFuture(let distance):
            let place = snapshot.head + distance
            let anchor = Anchor(storeID: snapshot.storeID, sequence: place)
            return (RememberedAnchor(bytes: anchor.bytes, place: place), .anchorInFuture)
        }
    }
}

// MARK: - All of it

extension ScriptRunner {
    /// Compares everything that is stored, and what is known of how it came about.
    func checkContent() throws(Mismatch) {
        try checkSnapshot()
        let all = QuerySamples(clauses: Alphabet.types.map { Clause(type: $0) }, includeSeries: true)
        try openQuery(all)?.read(batches: .max)
        try checkSources(ListSources())
        try readHistory(from: .remembered(.max))
    }

    /// The same, and what the anchors of all ages lead to.
    func checkEverything() throws(Mismatch) {
        try checkContent()
        try readHistory(from: .beginning)
        for age in [1, 7, 20, 45] {
            try readHistory(from: .remembered(age))
        }
        try readInPages()
    }

    private func readHistory(from start: ChangesFrom.Start) throws(Mismatch) {
        try readChanges(ChangesFrom(request: QueryChanges(clauses: [], includeSeries: true), start: start))
    }

    /// Reads the state in streams of a few samples, each from where the one before it ended.
    private func readInPages() throws(Mismatch) {
        let head = try current().writer.snapshot.head
        var anchor = RememberedAnchor(bytes: [], place: 0, stateHead: head)
        repeat {
            let page = try openChanges(QueryChanges(clauses: [], limit: 17), anchor, refusedFor: nil)
            try page?.read(batches: .max)
            let last = page?.anchors.last
            try ensure(last.map { $0.numbers > anchor.numbers } ?? false || head == 0, .anchor, "a page leads nowhere")
            anchor = last ?? anchor
        } while anchor.place < head
    }
}
