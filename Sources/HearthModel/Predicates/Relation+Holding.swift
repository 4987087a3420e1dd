extension Relation {
    /// Whether the relation, which is not one between texts only, holds.
    ///
    /// Inlined into other modules, as the store asks it of every sample.
    @inlinable
    @inline(__always)
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
}

extension Interval {
    /// Whether a sample with these times lies in the interval, whose start is `lowest`.
    @inlinable
    @inline(__always)
    package func contains(_ sampleStart: Timestamp, _ sampleEnd: Timestamp, _ lowest: Timestamp) -> Bool {
        let isBeforeEnd = { (time: Timestamp) in end.map { time < $0 } ?? true }
        if strictStart || strictEnd {
            return (!strictStart || (sampleStart >= lowest && isBeforeEnd(sampleStart)))
                && (!strictEnd || (sampleEnd >= lowest && isBeforeEnd(sampleEnd)))
        }
        return isBeforeEnd(sampleStart) && sampleEnd >= lowest
    }
}
