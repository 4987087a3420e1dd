internal import Foundation
internal import HearthModel

/// A key, a relation, and a value.
struct FormatComparison {
    enum Operation {
        case relation(Relation)
        case oneOf
        case between
    }

    var key: FormatKey
    var operation: Operation
    var value: FormatValue
    /// The position of the value in the text.
    var position: Int

    /// The comparison as the store tests it.
    func condition() throws(FormatFault) -> Condition {
        switch operation {
        case .relation(let relation):
            return try compare(relation, value)
        case .oneOf:
            let values = try list("IN needs a list, an array or a set")
            return .any(try values.map { value throws(FormatFault) in try compare(.equal, value) })
        case .between:
            let bounds = try list("BETWEEN needs a list of two values")
            guard bounds.count == 2 else { throw fault("BETWEEN needs a list of two values") }
            return .all([try compare(.greaterOrEqual, bounds[0]), try compare(.lessOrEqual, bounds[1])])
        }
    }

    private func list(_ message: String) throws(FormatFault) -> [FormatValue] {
        guard case .list(let values) = value else { throw fault(message) }
        return values
    }

    private func fault(_ message: String) -> FormatFault {
        FormatFault(message: message, position: position)
    }

    // MARK: - One value

    private func compare(_ relation: Relation, _ value: FormatValue) throws(FormatFault) -> Condition {
        if case .list = value {
            throw fault("a list is compared with IN or BETWEEN")
        }
        guard key.isMetadata || !relation.isBetweenTextsOnly else {
            throw fault("only texts in metadata contain, begin with or end with something")
        }
        switch key {
        case .field(let field): return try compare(field, relation, value)
        case .statistics(let field, let type):
            let quantity = try quantity(value)
            guard let unit = type.storageUnit, quantity.unit.isCompatible(with: unit) else {
                throw fault("the quantity is in a unit of something else")
            }
            return .compare(field, relation, quantity, of: type)
        case .metadata(let key): return try compareMetadata(key, relation, value)
        case .uuid, .source, .sourceRevision, .device, .workout, .correlation:
            let isSame = try same(value)
            switch relation {
            case .equal: return isSame
            case .notEqual: return .none([isSame])
            default: throw fault("the key is compared with == or != only")
            }
        }
    }

    private func compare(
        _ field: Field,
        _ relation: Relation,
        _ value: FormatValue
    ) throws(FormatFault) -> Condition {
        switch field.operandKind {
        case .integer where field.isTime:
            return .compare(field, relation, try cast(value, to: Date.self, "a date"))
        case .integer:
            guard let integer = value.integer else { throw fault("the key is compared with a whole number") }
            return .compare(field, relation, integer)
        case .seconds:
            guard let seconds = value.number, seconds.isFinite else { throw fault("the key is compared with seconds") }
            return .compare(field, relation, seconds: seconds)
        case .quantity:
            return .compare(field, relation, try quantity(value))
        case .total(let unit):
            let quantity = try quantity(value)
            guard quantity.unit.isCompatible(with: unit) else {
                throw fault("the quantity is in a unit of something else")
            }
            return .compare(field, relation, quantity)
        case .statistics:
            throw fault("the key needs the identifier of a quantity type after a point")
        }
    }

    private func quantity(_ value: FormatValue) throws(FormatFault) -> HKQuantity {
        try cast(value, to: HKQuantity.self, "an HKQuantity")
    }

    /// The value as an instance of a class, which has a display name.
    private func cast<Value>(_ value: FormatValue, to _: Value.Type, _ name: String) throws(FormatFault) -> Value {
        guard let cast = value.cast(to: Value.self) else { throw fault("the key is compared with \(name)") }
        return cast
    }

    private func compareMetadata(
        _ key: String,
        _ relation: Relation,
        _ value: FormatValue
    ) throws(FormatFault) -> Condition {
        guard case .single(let object) = value else {
            switch relation {
            case .equal: return .none([.test(.metadataKey(key))])
            case .notEqual: return .test(.metadataKey(key))
            default: throw fault("nil is compared with == or != only")
            }
        }
        guard let stored = MetadataValue(comparable: object) else {
            throw fault("metadata is compared with a text, a number, a date or an HKQuantity")
        }
        guard stored.isText || !relation.isBetweenTextsOnly else {
            throw fault("only texts contain, begin with or end with something")
        }
        let entries = [Metadata.Entry(key: key, value: stored)]
        return .test(.metadata(MetadataMatch(relation: relation, entries: entries)))
    }

    /// The object has the value under the key, which supports only equality.
    private func same(_ value: FormatValue) throws(FormatFault) -> Condition {
        switch key {
        case .uuid:
            return .test(.ids([ObjectID(try cast(value, to: UUID.self, "a UUID"))]))
        case .source:
            return .sources([try cast(value, to: HKSource.self, "an HKSource")])
        case .sourceRevision:
            return .sourceRevisions([try cast(value, to: HKSourceRevision.self, "an HKSourceRevision")])
        case .device:
            if value.isNull {
                return .all(
                    DeviceProperty.allCases.map {
                        .test(.deviceProperty(DevicePropertyMatch(property: $0, values: [])))
                    }
                )
            }
            return .devices([try cast(value, to: HKDevice.self, "an HKDevice")])
        case .workout:
            return .test(.inWorkout(try cast(value, to: HKWorkout.self, "an HKWorkout").id))
        case .correlation:
            if value.isNull {
                return .test(.correlated(false))
            }
            guard let correlation = value.cast(to: HKSample.self), correlation.type.kind == .correlation else {
                throw fault("the key is compared with an HKCorrelation")
            }
            return .test(.inCorrelation(correlation.id))
        case .field, .statistics, .metadata:
            fatalError("the key is compared by its value")
        }
    }
}

extension FormatKey {
    fileprivate var isMetadata: Bool {
        if case .metadata = self { true } else { false }
    }
}

extension Field {
    /// Whether the whole number that the field is compared with is a time.
    fileprivate var isTime: Bool {
        switch self {
        case .startDate, .endDate, .mostRecentStart, .mostRecentEnd, .activityStartDate, .activityEndDate: true
        default: false
        }
    }
}

extension Relation {
    /// The relation with its sides exchanged.
    var mirrored: Relation? {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .equal, .notEqual: self
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .contains, .beginsWith, .endsWith: nil
        }
    }
}
