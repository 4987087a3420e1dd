internal import HearthModel
internal import HearthWire

/// Finds the sources of samples, mostly without reading any: the directory says which a segment has.
struct SourceSearch {
    let snapshot: Snapshot
    let reader: SegmentReader

    func sources(_ clauses: [Clause]) throws(HearthError) -> SourceList {
        var numbers: Set<UInt32> = []
        if clauses.isEmpty {
            for list in snapshot.samples.values {
                for segment in list.elements {
                    numbers.formUnion(segment.summary.provenances)
                }
            }
        }
        let context = PredicateContext(snapshot: snapshot, reader: reader)
        for (index, clause) in clauses.enumerated() {
            try locating("clauses[\(index)]", collect(clause, context, &numbers))
        }
        return SourceList(sources: distinctSources(numbers))
    }

    private func collect(
        _ clause: Clause,
        _ context: PredicateContext,
        _ numbers: inout Set<UInt32>
    ) throws(HearthError) {
        let predicate = try PreparedPredicate(clause.predicate, of: clause.type, context)
        for segment in snapshot.samples[clause.type]?.elements ?? [] {
            guard !numbers.isSuperset(of: segment.summary.provenances) else { continue }
            switch try predicate.certainty(for: segment.summary) {
            case .never: break
            case .always: numbers.formUnion(segment.summary.provenances)
            case .maybe:
                let rows = try reader.rows(of: segment, predicate.parts.union(.provenances))
                for (number, isMatch) in zip(rows.provenances, try predicate.matches(rows).rows) where isMatch {
                    numbers.insert(number)
                }
            }
        }
    }

    /// Each app once, under the name that it had last.
    private func distinctSources(_ numbers: Set<UInt32>) -> [Source] {
        var byIdentifier: [[UInt8]: Source] = [:]
        for number in numbers.sorted() {
            if let source = snapshot.provenances[number].source {
                byIdentifier[Array(source.bundleIdentifier.utf8)] = source
            }
        }
        return byIdentifier.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }
}
