internal import HearthModel

extension PreparedPredicate {
    /// What has to be read of a segment for its rows to be judged.
    var parts: SegmentParts {
        var parts: SegmentParts = []
        for term in terms {
            switch term {
            case .anyActivity, .test(.integer), .test(.integers), .test(.number), .test(.numbers), .test(.statistics),
                .test(.attribute):
                parts.insert(.payload)
            case .test(.metadata), .test(.metadataKey), .test(.metadataValues): parts.insert(.metadata)
            case .test(.provenances): parts.insert(.provenances)
            case .test(.visibleMember): parts.insert(.payload)
            case .and, .or, .not, .test: break
            }
        }
        return parts
    }

    /// Where samples lie that match.
    var bounds: TimeBounds {
        get throws(HearthError) {
            try evaluate(everything: TimeBounds.none) { _ in
                .none
            } test: { test in
                if case .interval(let interval) = test { TimeBounds(interval) } else { .none }
            }
        }
    }

    // MARK: Activities

    /// Whether one activity of each row satisfies the terms.
    static func anyActivity(_ terms: [Term], _ samples: SampleColumns) throws(HearthError) -> RowMask {
        guard case .workout(let workouts) = samples.payload else {
            return RowMask(false, count: samples.count)
        }
        var rows: [Bool] = []
        for row in 0..<samples.count {
            var isMatch = false
            for activity in workouts.detail(row).activities where !isMatch {
                isMatch = try matches(activity, terms)
            }
            rows.append(isMatch)
        }
        return RowMask(rows)
    }

    private static func matches(_ activity: WorkoutActivity, _ terms: [Term]) throws(HearthError) -> Bool {
        var stack: [Bool] = []
        for term in terms {
            try apply(term, to: &stack) { $0.holds(for: activity) }
        }
        return stack.allSatisfy(\.self)
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
        case .integers(.activityType, let operands):
            operands.contains(Int64(activity.activityType.rawValue))
        case .integers(.activityStartDate, let operands):
            operands.contains(activity.start.nanoseconds)
        case .integers(.activityEndDate, let operands):
            activity.end.map { operands.contains($0.nanoseconds) } ?? false
        case .numbers(.activityDuration, let operands):
            operands.contains(activity.duration)
        case .number(.activityDuration, let relation, let operand):
            relation.holds(activity.duration, operand)
        case .statistics(let field, let type, let relation, let operand):
            relation.holds(optional: activity.statistics.value(of: field, type), operand)
        default:
            false
        }
    }

    /// Whether each row satisfies the test.
    func rows(_ rows: SegmentRows, _ columns: inout FieldColumns) -> RowMask {
        let samples = rows.samples
        var none: RowMask { RowMask(false, count: rows.count) }
        switch self {
        case .constant(let truth):
            return RowMask(truth, count: rows.count)
        case .interval(let interval):
            return samples.rows(in: interval)
        case .integer(let field, let relation, let operand):
            guard case .integers(let column)? = columns.column(of: field, in: samples) else { return none }
            return RowMask(relation.hold(column, operand))
        case .number(let field, let relation, let operand):
            switch columns.column(of: field, in: samples) {
            case .numbers(let column)?:
                return RowMask(relation.hold(column, operand))
            case .optionalNumbers(let column)?:
                return RowMask(column.map { relation.holds(optional: $0, operand) })
            case .integers, nil:
                return none
            }
        case .integers(let field, let operands):
            guard case .integers(let column)? = columns.column(of: field, in: samples) else { return none }
            return RowMask(column.map(operands.contains))
        case .numbers(let field, let operands):
            switch columns.column(of: field, in: samples) {
            case .numbers(let column)?: return RowMask(column.map(operands.contains))
            case .optionalNumbers(let column)?: return RowMask(column.map { $0.map(operands.contains) ?? false })
            case .integers, nil: return none
            }
        case .statistics(let field, let type, let relation, let operand):
            guard case .workout(let workouts) = samples.payload else { return none }
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
        case .metadataValues(let set):
            return samples.rows(set.matches)
        case .attribute(let match):
            guard case .record(let columns) = samples.payload else { return none }
            return RowMask(columns.records.map(match.matches))
        case .provenances(let test):
            return test.rows(rows.provenances)
        case .visibleMember: preconditionFailure("members are looked up in the store")
        case .correlated(let truth, let members):
            return RowMask(samples.ids.map { id in members.contains { $0.ids.contains(id) } == truth })
        }
    }
}

extension SampleColumns {
    /// Whether each row is in an interval. Rows of a segment are in the order of their starts.
    fileprivate func rows(in interval: Interval) -> RowMask {
        guard ends.isEmpty || interval.strictStart && !interval.strictEnd else {
            return RowMask(interval.contain(starts, filledEnds))
        }
        guard let moments = interval.moments else { return RowMask(false, count: count) }
        let first = starts.indices.partition { starts[$0].nanoseconds < moments.first }
        return RowMask(first..<(first..<count).partition { starts[$0].nanoseconds <= moments.last }, count: count)
    }

    /// For each row whether its metadata satisfies a condition, which is asked once for each different one.
    fileprivate func rows(_ condition: (Metadata) -> Bool) -> RowMask {
        let entries = metadata.entries.map(condition)
        guard !metadata.indexes.isEmpty else {
            return RowMask(entries.first ?? condition(.none), count: count)
        }
        return RowMask(metadata.indexes.map { entries[Int($0)] })
    }
}
