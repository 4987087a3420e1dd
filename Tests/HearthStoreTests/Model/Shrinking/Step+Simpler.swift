import HearthModel
import HearthStore
import HearthWire

extension Step {
    /// The same step with one thing less, in every way; the greatest first.
    var simpler: [Step] {
        switch self {
        case .commit(let writes):
            writes.withoutOne.filter { !$0.isEmpty }.map { .commit($0) }
                + writes.withOne(\.simpler).map { .commit($0) }
        case .query(let request): request.simpler.map { .query($0) }
        case .openQuery(let slot, let request): request.simpler.map { .openQuery(slot: slot, $0) }
        case .changes(let from): from.simpler.map { .changes($0) }
        case .openChanges(let slot, let from): from.simpler.map { .openChanges(slot: slot, $0) }
        case .sources(let request): request.clauses.simpler.map { .sources(ListSources(clauses: $0)) }
        case .maintain(let steps): steps > 1 && steps < 10_000 ? [.maintain(steps / 2)] : []
        case .advance, .reopen, .readOn, .characteristics, .verify, .everything: []
        }
    }
}

extension Array {
    /// The array without each of its elements in turn.
    fileprivate var withoutOne: [[Element]] {
        indices.map { index in
            var shorter = self
            shorter.remove(at: index)
            return shorter
        }
    }

    /// The array with each of its elements in turn in each simpler form.
    fileprivate func withOne(_ simpler: (Element) -> [Element]) -> [[Element]] {
        indices.flatMap { index in
            simpler(self[index]).map { element in
                var other = self
                other[index] = element
                return other
            }
        }
    }
}

extension Write {
    fileprivate var simpler: [Write] {
        switch operation {
        case .save(let columns):
            columns.simpler.map { with(.save($0)) }
        case .delete(.objects(let ids)):
            ids.withoutOne.filter { !$0.isEmpty }.map { with(.delete(.objects($0))) }
        case .delete(.matching(let clause)):
            clause.simpler.map { with(.delete(.matching($0))) }
        case .addToWorkout(let request):
            request.columns.simpler.map { columns in
                with(.addToWorkout(AddToWorkout(workout: request.workout, columns: columns, stored: request.stored)))
            }
                + request.stored.withoutOne.map { stored in
                    with(
                        .addToWorkout(AddToWorkout(workout: request.workout, columns: request.columns, stored: stored))
                    )
                }
        case .setCharacteristics, .register, .acknowledge, .rankSources, .controlAccess, .recordAccess, .noteDelivery,
            .storeCounts:
            []
        }
    }

    private func with(_ operation: Operation) -> Write { Write(origin: origin, operation: operation) }
}

extension [SampleColumns] {
    fileprivate var simpler: [[SampleColumns]] {
        withoutOne
            + withOne { columns in
                columns.withoutOneRow + columns.withoutDictionaries
            }
    }
}

extension SampleColumns {
    /// The columns without each of their rows in turn; none when there is only one.
    fileprivate var withoutOneRow: [SampleColumns] {
        guard count > 1 else { return [] }
        return ids.indices.map { row in selecting(.each(ids.indices.filter { $0 != row })) }
    }

    fileprivate var withoutDictionaries: [SampleColumns] {
        var (simple, plain) = (self, self)
        simple.metadata = DictionaryColumn()
        plain.provenance = DictionaryColumn()
        return [simple, plain].filter { $0 != self }
    }
}

extension QuerySamples {
    fileprivate var simpler: [QuerySamples] {
        let fewer = clauses.simpler.filter { !$0.isEmpty }.map { clauses in
            QuerySamples(clauses: clauses, order: order, limit: limit, includeSeries: includeSeries)
        }
        let shorter = order.withoutOne.map { order in
            QuerySamples(clauses: clauses, order: order, limit: limit, includeSeries: includeSeries)
        }
        var (unlimited, condensed) = (self, self)
        unlimited.limit = 0
        condensed.includeSeries = false
        return fewer + shorter + [unlimited, condensed].filter { $0 != self }
    }
}

extension ChangesFrom {
    fileprivate var simpler: [ChangesFrom] {
        var (unlimited, condensed, fromStart) = (self, self, self)
        unlimited.request.limit = 0
        condensed.request.includeSeries = false
        fromStart.start = .beginning
        let fewer = request.clauses.simpler.map { clauses in
            var other = self
            other.request.clauses = clauses
            return other
        }
        var newer: [ChangesFrom] = []
        if case .remembered(let index) = start {
            for other in [0, 1, 2, index / 2] where other < index {
                newer.append(ChangesFrom(request: request, start: .remembered(other)))
            }
        }
        return fewer + [unlimited, condensed, fromStart].filter { $0 != self } + newer
    }
}

extension [Clause] {
    fileprivate var simpler: [[Clause]] { withoutOne + withOne(\.simpler) }
}

extension Clause {
    /// Without the predicate, with one of its terms, or without its unit.
    fileprivate var simpler: [Clause] {
        var others: [Clause] = unit == nil ? [] : [Clause(type: type, predicate: predicate)]
        guard let predicate else { return others }
        others.append(Clause(type: type, unit: unit))
        let fewer = predicate.terms.withoutOne + predicate.terms.map { [$0] } + predicate.terms.withOne(\.simpler)
        for terms in fewer where terms != predicate.terms {
            let clause = Clause(type: type, predicate: Predicate(terms: terms), unit: unit)
            if (try? clause.validate()) != nil {
                others.append(clause)
            }
        }
        return others
    }
}

extension Predicate.Term {
    fileprivate var simpler: [Predicate.Term] {
        switch self {
        case .allOf(let count): count > 1 ? [.allOf(count - 1)] : []
        case .anyOf(let count): count > 1 ? [.anyOf(count - 1)] : []
        case .noneOf(let count): count > 1 ? [.noneOf(count - 1)] : []
        case .ids(let ids): ids.count > 1 ? ids.withoutOne.map { .ids($0) } : []
        default: []
        }
    }
}
