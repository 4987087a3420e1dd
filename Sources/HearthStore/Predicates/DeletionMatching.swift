internal import HearthModel

/// Tells which samples a deletion by predicate means: those of one app that match a clause, segment by segment.
struct DeletionMatching: Sendable {
    let clause: Clause
    private let origin: WriteOrigin
    private let predicate: PreparedPredicate
    private let provenances: ProvenanceTable
    private let memberships: Memberships

    init(
        _ clause: Clause,
        by origin: WriteOrigin,
        _ snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) {
        try self.init(clause, by: origin, PredicateContext(snapshot: snapshot, reader: reader))
    }

    private init(_ clause: Clause, by origin: WriteOrigin, _ context: PredicateContext) throws(HearthError) {
        context.reader.charge(clause.preparationWork)
        self.clause = clause
        self.origin = origin
        predicate = try PreparedPredicate(clause.predicate, of: clause.type, context)
        provenances = context.snapshot.provenances
        memberships = context.memberships
    }

    /// Whether the answers are those for a snapshot.
    func holds(in snapshot: Snapshot) -> Bool {
        provenances.count == snapshot.provenances.count && memberships.hold(in: snapshot)
    }

    /// The matching for a later snapshot, and the samples for which its answers may differ.
    func updated(
        to snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) -> (matching: DeletionMatching, changed: Set<ObjectID>) {
        let context = PredicateContext(snapshot: snapshot, reader: reader, after: memberships)
        let updated = try DeletionMatching(clause, by: origin, context)
        return (updated, updated.memberships.changes(since: memberships))
    }

    /// The search in a segment; nil if nothing in it matches.
    func search(in segment: Segment, _ reader: SegmentReader) throws(HearthError) -> RowSearch? {
        reader.charge(predicate.work(for: segment.summary))
        guard segment.summary.provenances.contains(where: { provenances[$0].isSaved(by: origin) }),
            try predicate.certainty(for: segment.summary) != .never
        else { return nil }
        return RowSearch(try reader.rows(of: segment, predicate.parts.union(.provenances)), [predicate])
    }

    /// Of the rows that were found those that the app saved.
    func own(_ found: RowMask, of rows: SegmentRows) -> RowMask {
        var isOwn: [UInt32: Bool] = [:]
        var own = RowMask(
            rows.provenances.map { number in
                if let known = isOwn[number] { return known }
                let answer = provenances[number].isSaved(by: origin)
                isOwn[number] = answer
                return answer
            }
        )
        own.formAnd(found)
        return own
    }
}

extension Clause {
    /// About how long it takes to prepare the predicate, in rows read.
    var preparationWork: Int { heldBytes / 64 }
}

extension Provenance {
    func isSaved(by origin: WriteOrigin) -> Bool {
        source?.app == origin.app
    }
}
