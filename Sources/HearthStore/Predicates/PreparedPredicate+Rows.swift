internal import HearthModel

extension PreparedPredicate {
    /// What has to be read of a segment for its rows to be judged.
    var parts: SegmentParts {
        var parts: SegmentParts = []
        for term in terms {
            switch term {
            case .anyActivity, .test(.integer), .test(.number), .test(.statistics): parts.insert(.payload)
            case .test(.metadata), .test(.metadataKey): parts.insert(.metadata)
            case .test(.provenances): parts.insert(.provenances)
            case .allOf, .anyOf, .noneOf, .test: break
            }
        }
        return parts
    }

    /// Whether each row satisfies the predicate.
    func matches(_ rows: SegmentRows) throws(HearthError) -> RowMask {
        try evaluate(
            everything: RowMask(true, count: rows.count),
            activities: { (terms, count) throws(HearthError) in try anyActivity(terms, count, rows.samples) },
            test: { (test) throws(HearthError) in test.rows(rows) }
        )
    }

    // MARK: Activities

    private func anyActivity(
        _ range: Range<Int>,
        _ count: Int,
        _ samples: SampleColumns
    ) throws(HearthError) -> RowMask {
        guard case .workout(let workouts) = samples.payload else {
            return RowMask(false, count: samples.count)
        }
        var rows: [Bool] = []
        for row in 0..<samples.count {
            var isMatch = false
            for activity in workouts.detail(row).activities where !isMatch {
                isMatch = try matches(activity, range)
            }
            rows.append(isMatch)
        }
        return RowMask(rows)
    }

    /// The terms leave the operands on the stack, which all have to hold.
    private func matches(_ activity: WorkoutActivity, _ range: Range<Int>) throws(HearthError) -> Bool {
        var stack: [Bool] = []
        for term in terms[range] {
            try PreparedPredicate.apply(term, to: &stack) { $0.holds(for: activity) }
        }
        return stack.allSatisfy { $0 }
    }
}

extension PreparedPredicate.Test {
    fileprivate func holds(for activity: WorkoutActivity) -> Bool {
        switch self {
        case .constant(let truth):
            truth
        case .integer(.activityType, let relation, let operand):
            relation.holds(Int64(activity.activityType.rawValue), operand)
        case .integer(.activityStartDate, let relation, let operand):
            relation.holds(activity.start.nanoseconds, operand)
        case .integer(.activityEndDate, let relation, let operand):
            relation.holds(optional: activity.end?.nanoseconds, operand)
        case .number(.activityDuration, let relation, let operand):
            relation.holds(activity.duration, operand)
        case .statistics(let field, let type, let relation, let operand):
            relation.holds(optional: activity.statistics.value(of: field, type), operand)
        default:
            false
        }
    }

    /// Whether each row satisfies the test.
    fileprivate func rows(_ rows: SegmentRows) -> RowMask {
        let samples = rows.samples
        switch self {
        case .constant(let truth):
            return RowMask(truth, count: rows.count)
        case .interval(let interval):
            return RowMask(interval.contain(samples.starts, samples.filledEnds))
        case .integer(let field, let relation, let operand):
            guard case .integers(let column)? = samples.column(of: field) else { return rows.none }
            return RowMask(relation.hold(column, operand))
        case .number(let field, let relation, let operand):
            switch samples.column(of: field) {
            case .numbers(let column)?:
                return RowMask(relation.hold(column, operand))
            case .optionalNumbers(let column)?:
                return RowMask(column.map { relation.holds(optional: $0, operand) })
            case .integers, nil:
                return rows.none
            }
        case .statistics(let field, let type, let relation, let operand):
            guard case .workout(let workouts) = samples.payload else { return rows.none }
            return RowMask(
                (0..<rows.count).map { row in
                    relation.holds(optional: workouts.detail(row).statistics.value(of: field, type), operand)
                }
            )
        case .ids(let set), .members(let set):
            return RowMask(samples.ids.map(set.ids.contains))
        case .metadataKey(let key):
            return samples.rows { $0[key] != nil }
        case .metadata(let match):
            return samples.rows { match.matches($0) }
        case .provenances(let isMeant):
            return RowMask(rows.provenances.map { isMeant[Int($0)] })
        case .correlated(let truth, let members):
            return RowMask(samples.ids.map { id in members.contains { $0.contains(id) } == truth })
        }
    }
}

extension SegmentRows {
    fileprivate var none: RowMask { RowMask(false, count: count) }
}

extension SampleColumns {
    /// For each row whether its metadata satisfies a condition, which is asked once for each different one.
    fileprivate func rows(_ condition: (Metadata) -> Bool) -> RowMask {
        let entries = metadata.entries.map(condition)
        guard !metadata.indexes.isEmpty else {
            return RowMask(entries.first ?? condition(.none), count: count)
        }
        return RowMask(metadata.indexes.map { entries[Int($0)] })
    }
}
