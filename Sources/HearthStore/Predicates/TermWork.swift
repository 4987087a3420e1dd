internal import HearthModel

/// Estimates the work of a predicate's term, in rows read.
enum TermWork {
    /// The work of evaluating a term for some rows.
    static func of(_ term: PreparedPredicate.Term, in rows: SegmentRows) -> Int {
        // Comparing eight rows with a number takes about as long as reading one.
        let compared = rows.count / 8 + 1
        switch term {
        case .and, .or, .not: return rows.count / 64 + 1
        case .test(.ids), .test(.members), .test(.integers), .test(.numbers), .test(.provenances):
            return rows.count + 1
        case .test(.correlated(_, let members)): return rows.count * (members.count + 1) + 1
        case .test(.metadataKey): return compared + rows.samples.metadata.entries.count
        case .test(.metadata(let match)): return compared + rows.samples.metadata.work(1 + match.textBytes / 16)
        case .test(.metadataValues(let set)): return compared + rows.samples.metadata.work(1 + set.slowCount * 4)
        case .test(.attribute(let match)): return compared + rows.samples.payload.work(match)
        case .test: return compared
        case .anyActivity(let operands):
            guard case .workout(let workouts) = rows.samples.payload else { return 1 }
            return workouts.details.reduce(compared) { $0 + $1.activities.count * operands.count }
        }
    }
}

extension MetadataMatch {
    /// The most bytes that are read before the search in a text begins.
    fileprivate var textBytes: Int { entries.reduce(0) { $0 + $1.textBytes } }
}

extension SampleColumns.Payload {
    /// The work of comparing the values of records, each with all operands; of texts, all bytes.
    fileprivate func work(_ match: AttributeMatch) -> Int {
        guard case .record(let columns) = self else { return 0 }
        let each = 1 + match.operands.messageBytes / 64
        return columns.records.reduce(0) { work, record in
            work + record.attributes.count / 8 + (record[match.name]?.messageBytes ?? 0) / 64 * each
        }
    }
}

extension DictionaryColumn<Metadata> {
    /// The work of reading each distinct metadata once, where each takes this much in addition to its texts.
    fileprivate func work(_ each: Int) -> Int {
        entries.reduce(0) { $0 + each + $1.entries.reduce(0) { $0 + 1 + $1.textBytes / 16 } }
    }
}
