extension Relation {
    /// Whether the relation, which is not one between texts only, holds.
    package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .equal: left == right
        case .notEqual: left != right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .contains, .beginsWith, .endsWith: false
        }
    }

    /// Whether the relation, which is not one between texts only, holds where the left side may have no value.
    package func holds<Value: Comparable>(optional left: Value?, _ right: Value) -> Bool {
        left.map { holds($0, right) } ?? holdsForAbsence
    }

    /// Whether the relation holds if the left side is absent: absence differs from every value, and has no other
    /// relation.
    package var holdsForAbsence: Bool { self == .notEqual }

    // These test whole columns, in this module: called from the store for each sample, the generic functions would not
    // be specialised.

    /// For each number of a column, whether the relation holds.
    package func hold(_ column: [Int64], _ right: Int64) -> [Bool] { each(column, right) }

    /// For each number of a column, whether the relation holds.
    package func hold(_ column: [Double], _ right: Double) -> [Bool] { each(column, right) }

    @inline(__always)
    private func each<Value: Comparable>(_ column: [Value], _ right: Value) -> [Bool] {
        column.map { holds($0, right) }
    }
}

extension Interval {
    /// Whether a sample with these times is in the interval.
    package func contains(_ sampleStart: Timestamp, _ sampleEnd: Timestamp) -> Bool {
        moments.map { contains(sampleStart, sampleEnd, $0) } ?? false
    }

    /// For each sample, whether it is in the interval.
    package func contain(_ starts: [Timestamp], _ ends: [Timestamp]) -> [Bool] {
        guard let moments else { return starts.map { _ in false } }
        return zip(starts, ends).map { contains($0, $1, moments) }
    }

    /// The nanoseconds from the first to the last moment; nil when it ends before the first that there is.
    package var moments: (first: Int64, last: Int64)? {
        let first = start?.nanoseconds ?? .min
        guard let end else { return (first, .max) }
        return end.nanoseconds == .min ? nil : (first, end.nanoseconds - 1)
    }

    @inline(__always)
    private func contains(
        _ sampleStart: Timestamp,
        _ sampleEnd: Timestamp,
        _ moments: (first: Int64, last: Int64)
    ) -> Bool {
        let isIn = { (time: Timestamp) in time.nanoseconds >= moments.first && time.nanoseconds <= moments.last }
        if strictStart || strictEnd {
            return (!strictStart || isIn(sampleStart)) && (!strictEnd || isIn(sampleEnd))
        }
        return sampleStart.nanoseconds <= moments.last && sampleEnd.nanoseconds >= moments.first
    }
}
