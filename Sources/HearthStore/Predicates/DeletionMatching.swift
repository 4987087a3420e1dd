internal import HearthModel

/// Tells which samples a deletion by predicate means: those of one app that match a clause, segment by segment.
struct DeletionMatching: Sendable {
    let clause: Clause
    let origin: WriteOrigin
    let memberships: Memberships
    private var predicate: PreparedPredicate
    private var provenances: ProvenanceTable

    fileprivate init(
        _ clause: Clause,
        by origin: WriteOrigin,
        _ predicate: PreparedPredicate,
        _ context: PredicateContext
    ) {
        self.clause = clause
        self.origin = origin
        self.predicate = predicate
        provenances = context.snapshot.provenances
        memberships = context.memberships
    }

    /// Takes the provenances of a later snapshot, which has those before as well.
    mutating func take(_ table: ProvenanceTable, _ reader: SegmentReader) {
        guard table.count != provenances.count else { return }
        reader.charge(predicate.terms.count)
        predicate = predicate.testing(table)
        provenances = table
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

/// The preparation of a deletion's predicate for a snapshot, in steps.
struct DeletionPreparation {
    let context: PredicateContext
    private let clause: Clause
    private let origin: WriteOrigin
    private var preparation: PredicatePreparation

    /// `earlier`: the memberships with which the same predicate was prepared before.
    init(
        _ clause: Clause,
        by origin: WriteOrigin,
        _ snapshot: Snapshot,
        _ reader: SegmentReader,
        after earlier: Memberships? = nil
    ) {
        context = PredicateContext(snapshot: snapshot.seen(through: origin.view), reader: reader, after: earlier)
        self.clause = clause
        self.origin = origin
        preparation = PredicatePreparation(clause.predicate, of: clause.type)
    }

    /// Nil if the step has done its work and there is more to prepare.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> DeletionMatching? {
        context.reader = reader
        guard let predicate = try preparation.proceed(context) else { return nil }
        return DeletionMatching(clause, by: origin, predicate, context)
    }
}

extension DeletedRows {
    /// The number of a provenance of the app, which has saved samples of the segment.
    func owner(in snapshot: Snapshot, _ origin: WriteOrigin) -> UInt32 {
        segment.summary.provenances.first { snapshot.provenances[$0].isSaved(by: origin) } ?? DeletionRows.unknownOwner
    }
}

extension Provenance {
    func isSaved(by origin: WriteOrigin) -> Bool {
        owningApp == origin.app
    }
}
