internal import HearthModel

/// The samples of an app that match a clause, segment by segment.
struct DeletionMatching {
    private let predicate: PreparedPredicate
    private let origin: Write.Origin
    private let snapshot: Snapshot

    init(
        _ clause: Clause,
        by origin: Write.Origin,
        _ snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) {
        let context = PredicateContext(snapshot: snapshot, reader: reader)
        predicate = try PreparedPredicate(clause.predicate, of: clause.type, context)
        self.origin = origin
        self.snapshot = snapshot
    }

    /// Whether it takes more than a sample to say whether it matches: the workout or the correlation that it is in.
    var dependsOnOthers: Bool {
        predicate.terms.contains { term in
            switch term {
            case .test(.members), .test(.correlated): true
            default: false
            }
        }
    }

    /// The search in a segment; nil: nothing in it matches.
    func search(in segment: Segment, _ reader: SegmentReader) throws(HearthError) -> RowSearch? {
        reader.charge(predicate.work(for: segment.summary))
        guard segment.summary.provenances.contains(where: { snapshot.provenances[$0].isSaved(by: origin) }),
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
                let answer = snapshot.provenances[number].isSaved(by: origin)
                isOwn[number] = answer
                return answer
            }
        )
        own.formAnd(found)
        return own
    }

    /// The rows of a segment, however long it takes.
    func rows(of segment: Segment, _ reader: SegmentReader) throws(HearthError) -> RowList {
        guard var search = try search(in: segment, reader) else { return .range(0..<0) }
        return own(try search.finish(reader), of: search.rows).chosen
    }
}

extension Provenance {
    func isSaved(by origin: Write.Origin) -> Bool {
        source?.bundleIdentifier.isIdentical(to: origin.source.bundleIdentifier) ?? false
    }
}
