import HearthModel

/// A bug in the reference: the tests of the tests plant some and expect that they are found.
struct PlantedBug: Sendable {
    /// What the reference answers from.
    var state: @Sendable (ReferenceStore) -> ReferenceStore = { $0 }
    /// What it believes to be asked.
    var clauses: @Sendable ([Clause]) -> [Clause] = { $0 }

    static let none = PlantedBug()

    static let ignoresTombstones = PlantedBug(state: { store in
        var store = store
        store.tombstones = []
        return store
    })

    /// Of samples that are equal in the order the last saved comes first.
    static let turnsTiesAround = PlantedBug(state: { store in
        var store = store
        store.rows = store.rows.mapValues { StoredRow(row: $0.row, commit: $0.commit, rank: -$0.rank) }
        return store
    })

    static let closesIntervals = PlantedBug(clauses: { clauses in
        clauses.map { clause in
            var clause = clause
            let terms = clause.predicate?.terms ?? []
            clause.predicate?.terms = terms.map { term in
                guard case .interval(var interval) = term else { return term }
                interval.end = interval.end.map { Timestamp(nanoseconds: $0.nanoseconds + 1) }
                return .interval(interval)
            }
            return clause
        }
    })
}
