internal import Foundation
internal import HearthModel

extension Condition {
    /// A field that is a whole number, or a time in nanoseconds.
    static func compare(_ field: Field, _ relation: Relation, _ integer: Int64) -> Condition {
        .test(.comparison(Comparison(field: field, relation: relation, operand: .integer(integer))))
    }

    static func compare(_ field: Field, _ relation: Relation, _ date: Date) -> Condition {
        compare(field, relation, Timestamp(clamping: date).nanoseconds)
    }

    /// A value of a record.
    static func compare(_ name: AttributeName, _ relation: Relation, _ operands: AttributeValue) -> Condition {
        .test(.attribute(AttributeMatch(name: name, relation: relation, operands: operands)))
    }

    /// A value of a record that is one of these.
    static func compare(_ name: AttributeName, _ operands: AttributeValue) -> Condition {
        compare(name, .equal, operands)
    }

    /// A field that is a number of seconds.
    static func compare(_ field: Field, _ relation: Relation, seconds: TimeInterval) -> Condition {
        .test(.comparison(Comparison(field: field, relation: relation, operand: .number(seconds, nil))))
    }

    /// A field that is a quantity. A field of statistics needs their type.
    static func compare(
        _ field: Field,
        _ relation: Relation,
        _ quantity: HKQuantity,
        of type: ObjectType? = nil
    ) -> Condition {
        .test(
            .comparison(
                Comparison(
                    field: field,
                    relation: relation,
                    operand: .number(quantity.value, quantity.unit),
                    statisticsType: type
                )
            )
        )
    }

    /// A test against a list: nothing satisfies it if the list is empty.
    static func anyOf<Element>(_ elements: [Element], _ test: ([Element]) -> Predicate.Term) -> Condition {
        elements.isEmpty ? .test(.constant(false)) : .test(test(elements))
    }

    static func sources(_ sources: [HKSource]) -> Condition {
        .anyOf(sources.map(\.bundleIdentifier).sorted()) { .sources($0) }
    }

    static func sourceRevisions(_ revisions: [HKSourceRevision]) -> Condition {
        .anyOf(revisions.map(\.pattern)) { .sourceRevisions($0) }
    }

    static func devices(_ devices: [HKDevice]) -> Condition {
        .anyOf(devices.map(\.device)) { .devices($0) }
    }

    /// The sample is within a time interval.
    static func time(from start: Date?, until end: Date?, _ options: HKQueryOptions) -> Condition {
        if let start, let end, end < start {
            // The store refuses such an interval, but by the rule, samples that overlap both ends still match.
            return time(of: (.startDate, .endDate), from: start, until: end, options)
        }
        return .test(
            .interval(
                Interval(
                    start: start.map(Timestamp.init(clamping:)),
                    end: end.map(Timestamp.init(clamping:)),
                    strictStart: options.contains(.strictStartDate),
                    strictEnd: options.contains(.strictEndDate)
                )
            )
        )
    }

    /// The interval between two fields is within a time interval.
    static func time(
        of fields: (start: Field, end: Field),
        from start: Date?,
        until end: Date?,
        _ options: HKQueryOptions
    ) -> Condition {
        let strict = [
            options.contains(.strictStartDate) ? fields.start : nil,
            options.contains(.strictEndDate) ? fields.end : nil,
        ].compactMap(\.self)
        // Without an option it must overlap: start before the end, and end after the start.
        let notBefore = strict.isEmpty ? [fields.end] : strict
        let before = strict.isEmpty ? [fields.start] : strict
        return .all(
            notBefore.compactMap { field in start.map { .compare(field, .greaterOrEqual, $0) } }
                + before.compactMap { field in end.map { .compare(field, .less, $0) } }
        )
    }
}
