import HearthModel
import HearthStore
import HearthWire

/// A query that is being read, with what the reference says it must give.
final class OpenQuery {
    private let request: QuerySamples
    private let cursor: QueryCursor
    /// The store as it was when the query was opened.
    private let state: ReferenceStore
    private let expected: ExpectedRows
    private let form: ReplyForm
    private let batchSamples: Int
    private var taken = 0
    private var takenIDs: Set<ObjectID> = []
    private(set) var isFinished = false

    init(
        _ request: QuerySamples,
        _ cursor: QueryCursor,
        _ state: ReferenceStore,
        _ bug: PlantedBug,
        _ options: StoreOptions
    ) {
        self.request = request
        self.cursor = cursor
        self.state = state
        form = ReplyForm(clauses: request.clauses, includeSeries: request.includeSeries)
        expected = bug.state(state).query(
            bug.clauses(request.clauses),
            order: request.order,
            includeSeries: request.includeSeries
        )
        batchSamples = options.batchSamples
    }

    /// What the request is refused for; empty when it is not.
    static func faults(of request: QuerySamples) -> [Refusal.Fault] {
        var faults: [Refusal.Fault] = []
        for (index, clause) in request.clauses.enumerated() {
            let first = request.clauses.first { $0.type == clause.type }
            if first?.unit != clause.unit {
                faults.append(Refusal.Fault(code: .invalidArgument, field: "clauses[\(index)].unit"))
            }
        }
        for (index, key) in request.order.enumerated() where !key.field.isSortable {
            faults.append(Refusal.Fault(code: .invalidArgument, field: "order[\(index)].field"))
        }
        return faults
    }

    func read(batches: Int) throws(Mismatch) {
        var left = batches
        while left > 0 && !isFinished {
            try readBatch()
            left -= 1
        }
    }

    private var expectedCount: Int {
        request.limit == 0 ? expected.rows.count : min(expected.rows.count, Int(request.limit))
    }

    private func readBatch() throws(Mismatch) {
        let next = try succeeding("reading a query") { () throws(HearthError) in try cursor.next() }
        guard let batch = next else {
            isFinished = true
            try ensure(
                taken == expectedCount,
                .rows,
                "\(taken) of \(expectedCount) samples; the next is \(expected.rows.dropFirst(taken).first as Any)"
            )
            let isMore = expected.rows.count > expectedCount
            try ensure(cursor.reachedLimit == isMore, .limit, "reachedLimit is \(cursor.reachedLimit)")
            return
        }
        let rows = try inOrder(batch)
        try ensure(!rows.isEmpty && rows.count <= batchSamples, .shape, "a batch of \(rows.count)")
        for row in rows { try take(row) }
        try checkMembers(batch.members, of: rows, state, form)
    }

    private func take(_ row: SampleRow) throws(Mismatch) {
        try ensure(taken < expectedCount, .rows, "one sample too many: \(row)")
        try ensure(takenIDs.insert(row.id).inserted, .rows, "twice: \(row)")
        let isRight = expected.alternatives[taken].map { $0.contains(row) } ?? (expected.rows[taken] == row)
        try ensure(isRight, .rows, "sample \(taken):\n  store     \(row)\n  reference \(expected.rows[taken])")
        taken += 1
    }

    private func inOrder(_ batch: SampleBatch) throws(Mismatch) -> [SampleRow] {
        try checkTypes(batch.columns)
        var columns: [[SampleRow]] = []
        for part in batch.columns { columns.append(try form.rows(of: part)) }
        guard columns.count > 1 || !batch.interleaving.isEmpty else { return columns.first ?? [] }
        var places = [Int](repeating: 0, count: columns.count)
        var rows: [SampleRow] = []
        for index in batch.interleaving.map(Int.init) {
            let isThere = index < columns.count && places[index] < columns[index].count
            try ensure(isThere, .shape, "the interleaving takes what is not there")
            rows.append(columns[index][places[index]])
            places[index] += 1
        }
        try ensure(places == columns.map(\.count), .shape, "the interleaving does not take every sample")
        return rows
    }
}

/// Checks that there is one `SampleColumns` for each type.
func checkTypes(_ columns: [SampleColumns]) throws(Mismatch) {
    try ensure(Set(columns.map(\.type)).count == columns.count, .shape, "a type has several columns in a batch")
}

/// Checks that the members of a batch are those of its correlations, each once.
func checkMembers(
    _ members: [SampleColumns],
    of rows: [SampleRow],
    _ state: ReferenceStore,
    _ form: ReplyForm
) throws(Mismatch) {
    try checkTypes(members)
    var found: [SampleRow] = []
    for columns in members { found += try form.rows(of: columns) }
    let expected = state.shownMembers(of: rows, form.clauses, includeSeries: form.includeSeries)
    try ensure(
        Set(found) == expected && found.count == expected.count,
        .members,
        "members:\n  store     \(found)\n  reference \(expected)"
    )
}
