internal import HearthModel

/// Finds the rows of a segment that satisfy one of several predicates, term by term, within the reader's budget. A
/// copy continues on its own.
struct RowSearch {
    let rows: SegmentRows
    private let predicates: [PreparedPredicate]
    /// Of the members that are looked up; nil: none are. Apart from the search, which is copied and kept often.
    private let store: SeenStore?
    private var columns = FieldColumns()
    /// The next term.
    private var predicate = 0
    private var term = 0
    /// The results of the terms before it.
    private var stack: [RowMask] = []
    /// The rows that satisfy an earlier predicate.
    private var found: RowMask

    /// Without predicates every row is found. `snapshot`: the store of the rows, as their reader sees it; nil: all of it.
    init(_ rows: SegmentRows, _ predicates: [PreparedPredicate], in snapshot: Snapshot? = nil) {
        self.rows = snapshot?.redacted(rows) ?? rows
        let needsMembers = predicates.contains { $0.terms.contains(where: \.needsMembers) }
        store = needsMembers ? snapshot.map(SeenStore.init) : nil
        self.predicates = predicates
        found = RowMask(predicates.isEmpty, count: rows.count)
    }

    /// The rows that were found; nil when the step's work is done before that.
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
        reader.charge(TermWork.of(term, in: rows))
        if case .anyActivity(let operands) = term {
            stack.append(try PreparedPredicate.anyActivity(operands, rows.samples))
        } else if case .test(.visibleMember(let view, let other)) = term, let store {
            var visibility = Visibility(in: store.snapshot.seen(through: view))
            stack.append(RowMask(try visibility.seeMembers(of: rows.samples, butNotThrough: other, reader)))
        } else {
            let rows = rows
            // Moved out, because the stack is being changed while a test reads them.
            var columns = columns
            self.columns = FieldColumns()
            try PreparedPredicate.apply(term, to: &stack) { $0.rows(rows, &columns) }
            self.columns = columns
        }
    }
}

/// A store as a reader sees it.
private final class SeenStore: Sendable {
    let snapshot: Snapshot

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
    }
}

extension PreparedPredicate.Term {
    /// Whether members of correlations have to be looked up.
    fileprivate var needsMembers: Bool { if case .test(.visibleMember) = self { true } else { false } }
}

/// The columns of the fields by which some rows were compared.
struct FieldColumns {
    private var known: [Field: FieldColumn?] = [:]

    mutating func column(of field: Field, in samples: SampleColumns) -> FieldColumn? {
        if let column = known[field] { return column }
        let column = samples.column(of: field)
        known[field] = .some(column)
        return column
    }
}
