internal import HearthModel

extension PreparedPredicate {
    /// Whether samples of a segment can satisfy the predicate, from what its summary says.
    func certainty(for segment: SegmentSummary) throws(HearthError) -> Certainty {
        try evaluate(
            everything: .always,
            activities: { _ in .maybe },
            test: { (test) in test.certainty(for: segment) }
        )
    }

    /// About the cost of `certainty(for:)`, in rows read.
    func work(for segment: SegmentSummary) -> Int {
        terms.reduce(0) { work, term in
            if case .test(.provenances(let test)) = term { work + test.work(for: segment) } else { work + 1 }
        }
    }

    /// Whether a sample that was deleted can have satisfied the predicate, from what is still known of it.
    ///
    /// `kept`: its sync keys; nil: not known. `owner`: the number of a provenance of the app that it was of; nil: not known.
    func certainty(forDeleted id: ObjectID, _ kept: Metadata?, of owner: UInt32?) throws(HearthError) -> Certainty {
        try evaluate(
            everything: .always,
            activities: { _ in .maybe },
            test: { (test) in test.certainty(forDeleted: id, kept, of: owner) }
        )
    }

    /// A sample must have one of these identifiers, as far as that can be seen: operands of the whole predicate.
    var requiredIDs: MemberSet? {
        let isConjunction = terms.allSatisfy { term in
            switch term {
            case .test, .and: true
            case .or, .not, .anyActivity: false
            }
        }
        guard isConjunction else { return nil }
        for case .test(let test) in terms {
            switch test {
            case .ids(let set), .members(let set): return set
            default: break
            }
        }
        return nil
    }
}

extension PreparedPredicate.Test {
    fileprivate func certainty(for segment: SegmentSummary) -> Certainty {
        switch self {
        case .constant(let truth): Certainty(truth)
        case .interval(let interval): interval.certainty(for: segment)
        case .integer(let field, let relation, let operand): integers(field, relation, operand, segment)
        case .number(.quantity, let relation, let operand), .number(.quantitySum, let relation, let operand),
            .number(.quantityAverage, let relation, let operand):
            segment.values.map { relation.certainty($0.least...$0.greatest, operand) } ?? .maybe
        case .ids(let set), .members(let set): set.bounds?.overlaps(segment.ids) == true ? .maybe : .never
        case .provenances(let test): test.certainty(for: segment)
        case .integers(.startDate, let operands): operands.certainty(of: segment.starts)
        case .integers(.endDate, let operands): operands.certainty(of: segment.ends)
        case .number, .statistics, .integers, .numbers, .metadataKey, .metadata, .metadataValues, .attribute,
            .correlated, .visibleMember:
            .maybe
        }
    }

    private func integers(
        _ field: Field,
        _ relation: Relation,
        _ operand: Int64,
        _ segment: SegmentSummary
    ) -> Certainty {
        switch field {
        case .startDate: relation.certainty(segment.starts, Timestamp(nanoseconds: operand))
        case .endDate: relation.certainty(segment.ends, Timestamp(nanoseconds: operand))
        default: .maybe
        }
    }

    fileprivate func certainty(forDeleted id: ObjectID, _ kept: Metadata?, of owner: UInt32?) -> Certainty {
        switch self {
        case .constant(let truth):
            return Certainty(truth)
        case .ids(let set):
            return Certainty(set.ids.contains(id))
        case .metadataKey(let key):
            guard let kept, key.isSyncKey else { return .maybe }
            return Certainty(kept[key] != nil)
        case .metadata(let match):
            guard let kept else { return .maybe }
            // A deletion keeps the sync keys, and so only tells which of the entries about these hold.
            let known = match.entries.filter(\.key.isSyncKey)
            if MetadataMatch(relation: match.relation, entries: known).matches(kept) {
                return .always
            }
            return known.count == match.entries.count ? .never : .maybe
        case .metadataValues(let set):
            guard let kept else { return .maybe }
            return set.matches(kept) ? .always : set.hasOnlySyncKeys ? .never : .maybe
        case .provenances(let test): return test.certainty(forDeletedOf: owner)
        case .interval, .integer, .integers, .number, .numbers, .statistics, .attribute, .correlated, .members,
            .visibleMember:
            // A sample may have been a member when it was sent.
            return .maybe
        }
    }
}

extension Relation {
    /// Whether the relation holds between anything in a range and a value.
    fileprivate func certainty<Value: Comparable>(_ range: ClosedRange<Value>, _ value: Value) -> Certainty {
        let (least, greatest) = (range.lowerBound, range.upperBound)
        switch self {
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            let atLeast = holds(least, value)
            let atGreatest = holds(greatest, value)
            return atLeast && atGreatest ? .always : atLeast || atGreatest ? .maybe : .never
        case .equal:
            return range.contains(value) ? (least == greatest ? .always : .maybe) : .never
        case .notEqual:
            return range.contains(value) ? (least == greatest ? .never : .maybe) : .always
        case .contains, .beginsWith, .endsWith:
            return .maybe
        }
    }
}

extension Interval {
    fileprivate func certainty(for segment: SegmentSummary) -> Certainty {
        var certainty = Certainty.always
        let lowest = start ?? Timestamp(nanoseconds: .min)
        let from = { (times: ClosedRange<Timestamp>) in Relation.greaterOrEqual.certainty(times, lowest) }
        let until = { (times: ClosedRange<Timestamp>) in
            end.map { Relation.less.certainty(times, $0) } ?? .always
        }
        if strictStart {
            certainty.formAnd(from(segment.starts))
        }
        if strictStart || !strictEnd {
            certainty.formAnd(until(segment.starts))
        }
        if strictEnd || !strictStart {
            certainty.formAnd(from(segment.ends))
        }
        if strictEnd {
            certainty.formAnd(until(segment.ends))
        }
        return certainty
    }
}

extension Set<Int64> {
    /// Whether times in a range can be among these. Of many nothing is said, as each would have to be looked at.
    fileprivate func certainty(of range: ClosedRange<Timestamp>) -> Certainty {
        guard count <= 64 else { return .maybe }
        return contains { range.contains(Timestamp(nanoseconds: $0)) } ? .maybe : .never
    }
}
