internal import HearthModel

/// Finds the rows of a segment that satisfy one of several predicates, term by term, as far as the reader is allowed to
/// look. A value: a copy goes on by itself.
struct RowSearch {
    let rows: SegmentRows
    private let predicates: [PreparedPredicate]
    private var columns = FieldColumns()
    /// The term that is next.
    private var predicate = 0
    private var term = 0
    /// What the terms before it have left of their predicate.
    private var stack: [RowMask] = []
    /// The rows that satisfy one of the predicates before.
    private var found: RowMask

    /// `predicates`: none if every row is wanted.
    init(_ rows: SegmentRows, _ predicates: [PreparedPredicate]) {
        self.rows = rows
        self.predicates = predicates
        found = RowMask(predicates.isEmpty, count: rows.count)
    }

    /// The rows that were found; nil: the step has done its work, and rows are left.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> RowMask? {
        while predicate < predicates.count {
            let terms = predicates[predicate].terms
            while term < terms.count {
                guard !reader.isExhausted else { return nil }
                try apply(terms[term], reader)
                term += 1
            }
            found.formOr(stack.popLast() ?? RowMask(true, count: rows.count))
            predicate += 1
            term = 0
        }
        return found
    }

    private mutating func apply(_ term: PreparedPredicate.Term, _ reader: SegmentReader) throws(HearthError) {
        reader.charge(term.work(in: rows))
        if case .anyActivity(let operands) = term {
            stack.append(try PreparedPredicate.anyActivity(operands, rows.samples))
        } else {
            let rows = rows
            // Taken out: the stack is under change while a test looks at them.
            var columns = columns
            self.columns = FieldColumns()
            try PreparedPredicate.apply(term, to: &stack) { $0.rows(rows, &columns) }
            self.columns = columns
        }
    }
}

/// The columns of fields that some rows were compared by.
struct FieldColumns {
    private var known: [Field: FieldColumn?] = [:]

    mutating func column(of field: Field, in samples: SampleColumns) -> FieldColumn? {
        if let column = known[field] { return column }
        let column = samples.column(of: field)
        known[field] = .some(column)
        return column
    }
}

// MARK: - Work

extension PreparedPredicate.Term {
    /// About how long it takes to judge some rows by the term, in rows read.
    fileprivate func work(in rows: SegmentRows) -> Int {
        // Several rows are compared with a number in the time in which one is read.
        let compared = rows.count / 8 + 1
        switch self {
        case .and, .or, .not: return rows.count / 64 + 1
        case .test(.ids), .test(.members), .test(.integers), .test(.numbers), .test(.provenances):
            return rows.count + 1
        case .test(.correlated(_, let members)): return rows.count * (members.count + 1) + 1
        case .test(.metadataKey): return compared + rows.samples.metadata.entries.count
        case .test(.metadata(let match)): return compared + rows.samples.metadata.work(1 + match.textBytes / 16)
        case .test(.metadataValues(let set)): return compared + rows.samples.metadata.work(1 + set.slowCount * 4)
        case .test: return compared
        case .anyActivity(let operands):
            guard case .workout(let workouts) = rows.samples.payload else { return 1 }
            return workouts.details.reduce(compared) { $0 + $1.activities.count * operands.count }
        }
    }
}

extension MetadataMatch {
    /// Bytes that are looked at, at most, before the search in a text begins.
    fileprivate var textBytes: Int { entries.reduce(0) { $0 + $1.textBytes } }
}

extension DictionaryColumn<Metadata> {
    /// The work of looking once at each different metadata, of which each takes this much beside its texts.
    fileprivate func work(_ each: Int) -> Int {
        entries.reduce(0) { $0 + each + $1.entries.reduce(0) { $0 + 1 + $1.textBytes / 16 } }
    }
}
