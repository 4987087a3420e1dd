internal import Foundation
internal import HearthModel

/// The text of a condition as the format of a predicate, as Foundation prints it.
enum PredicateFormat {
    static func text(of condition: Condition) -> String {
        switch condition {
        case .all(let parts): joined(parts, " AND ", ifEmpty: "TRUEPREDICATE")
        case .any(let parts): joined(parts, " OR ", ifEmpty: "FALSEPREDICATE")
        case .none(let parts): "NOT (\(joined(parts, " OR ", ifEmpty: "FALSEPREDICATE")))"
        case .activity(let parts): "SUBQUERY(workoutActivities, $activity, \(text(of: .all(parts)))).@count > 0"
        case .test(let term): text(of: term)
        case .app: "BLOCKPREDICATE"
        }
    }

    private static func joined(_ parts: [Condition], _ operation: String, ifEmpty constant: String) -> String {
        guard parts.count != 1 else { return text(of: parts[0]) }
        return parts.isEmpty ? constant : parts.map(textOfPart).joined(separator: operation)
    }

    private static func textOfPart(_ condition: Condition) -> String {
        let text = text(of: condition)
        return switch condition {
        case .all(let parts), .any(let parts): parts.count > 1 ? "(\(text))" : text
        case .test(.interval), .test(.sourceRevisions), .test(.attribute), .test(.metadata): "(\(text))"
        case .none, .activity, .test, .app: text
        }
    }

    private static func text(of term: Predicate.Term) -> String {
        switch term {
        case .allOf, .anyOf, .noneOf, .anyActivity: fatalError("a condition has operators of its own")
        case .constant(let truth): truth ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .interval(let interval): interval.format
        case .comparison(let comparison): comparison.format
        case .ids(let ids): FormatKey.uuid.format(ids.map(\.format))
        case .metadataKey(let key): "\(FormatKey.metadata(key).path) != nil"
        case .metadata(let match):
            match.entries.map { "\(FormatKey.metadata($0.key).path) \(match.relation.format) \($0.value.format)" }
                .joined(separator: " OR ")
        case .attribute(let match):
            match.operands.formats.map { "\(match.name) \(match.relation.format) \($0)" }.joined(separator: " OR ")
        case .sources(let identifiers): FormatKey.source.format(identifiers.map(\.format))
        case .sourceRevisions(let patterns):
            patterns.map { "\(FormatKey.sourceRevision.path) == \($0.format)" }.joined(separator: " OR ")
        case .devices(let devices): FormatKey.device.format(devices.map { "\(HKDevice($0))" })
        case .deviceProperty(let match): match.format
        case .inWorkout(let id): FormatKey.workout.format([id.format])
        case .inCorrelation(let id): FormatKey.correlation.format([id.format])
        case .correlated(let isMember): "\(FormatKey.correlation.path) \(isMember ? "!=" : "==") nil"
        }
    }
}

extension FormatKey {
    /// The key equals one of some values.
    fileprivate func format(_ values: [String]) -> String {
        values.count == 1 ? "\(path) == \(values[0])" : "\(path) IN {\(values.joined(separator: ", "))}"
    }
}

extension Relation {
    fileprivate var format: String {
        switch self {
        case .less: "<"
        case .lessOrEqual: "<="
        case .equal: "=="
        case .notEqual: "!="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .contains: "CONTAINS"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        }
    }
}

// MARK: - Terms

extension Interval {
    fileprivate var format: String {
        var starts = [start.map { "endDate >= \($0.format)" }]
        var ends = [end.map { "startDate < \($0.format)" }]
        if strictStart || strictEnd {
            let keys = [strictStart ? "startDate" : nil, strictEnd ? "endDate" : nil].compactMap(\.self)
            starts = keys.map { key in start.map { "\(key) >= \($0.format)" } }
            ends = keys.map { key in end.map { "\(key) < \($0.format)" } }
        }
        let parts = (starts + ends).compactMap(\.self)
        return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
    }
}

extension Comparison {
    fileprivate var format: String {
        let key = statisticsType.map { FormatKey.statistics(field, $0) } ?? .field(field)
        let value =
            switch operand {
            case .number(let value, let unit?): "\(HKQuantity(value, unit))"
            case .number(let value, nil): "\(value)"
            case .integer(let value):
                field.isDate ? Timestamp(nanoseconds: value).format : "\(value)"
            }
        return "\(key.path) \(relation.format) \(value)"
    }
}

extension Field {
    fileprivate var isDate: Bool {
        switch self {
        case .startDate, .endDate, .mostRecentStart, .mostRecentEnd, .activityStartDate, .activityEndDate: true
        default: false
        }
    }
}

extension SourceRevisionPattern {
    fileprivate var format: String {
        let parts = [
            bundleIdentifier.format, version.format(\.format), productType.format(\.format),
            operatingSystemVersion.format { "\($0.major).\($0.minor).\($0.patch)" },
        ]
        return "{\(parts.compactMap(\.self).joined(separator: ", "))}"
    }
}

extension SourceRevisionPattern.Part {
    /// Nil for any value.
    fileprivate func format(_ format: (Value) -> String) -> String? {
        switch self {
        case .any: nil
        case .exactly(let value): value.map(format) ?? "nil"
        }
    }
}

extension DevicePropertyMatch {
    fileprivate var format: String {
        let key = "\(HKPredicateKeyPathDevice).\(property)"
        return switch values.count {
        case 0: "\(key) == nil"
        case 1: "\(key) == \(values[0].format)"
        default: "\(key) IN {\(values.map(\.format).joined(separator: ", "))}"
        }
    }
}

// MARK: - Values

extension MetadataValue {
    fileprivate var format: String {
        switch self {
        case .string(let text): text.format
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .boolean(let truth): truth ? "1" : "0"
        case .date(let date): date.format
        case .quantity(let quantity): "\(HKQuantity(quantity.value, quantity.unit))"
        }
    }
}

extension AttributeValue {
    fileprivate var formats: [String] {
        switch self {
        case .integers(let values): values.map { "\($0)" }
        case .numbers(let values): values.map { "\($0)" }
        case .texts(let values): values.map(\.format)
        case .ids(let values): values.map(\.format)
        }
    }
}

extension Timestamp {
    /// As Foundation prints the constant of a date: seconds since 2001.
    fileprivate var format: String {
        String(format: "CAST(%.6f, \"NSDate\")", date.timeIntervalSinceReferenceDate)
    }
}

extension ObjectID {
    fileprivate var format: String { uuid.uuidString }
}

extension String {
    fileprivate var format: String {
        "\"" + replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }
}
