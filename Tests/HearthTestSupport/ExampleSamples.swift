package import HearthModel
package import HearthWire

extension ObjectType {
    package static let heartRate = ObjectType.named("HKQuantityTypeIdentifierHeartRate")
    package static let stepCount = ObjectType.named("HKQuantityTypeIdentifierStepCount")

    private static func named(_ identifier: String) -> ObjectType {
        guard let type = ObjectType(identifier: identifier) else { preconditionFailure("no type \(identifier)") }
        return type
    }
}

/// A UUID of version 7 that tests know by its number.
package func exampleID(_ number: Int) -> ObjectID {
    ObjectID(high: 0x018d_f8c1_0000_7000 | UInt64(number) << 16, low: 0x8000_0000_0000_0000 | UInt64(number))
}

/// Samples, one a second.
package func exampleSamples(_ numbers: some Sequence<Int>, of type: ObjectType = .heartRate) -> SampleColumns {
    let numbers = Array(numbers)
    return SampleColumns(
        type: type,
        ids: numbers.map(exampleID),
        starts: numbers.map { Timestamp(nanoseconds: 1_795_000_000_000_000_000 + Int64($0) * 1_000_000_000) },
        payload: .quantity(QuantityColumns(values: numbers.map { 60 + Double($0 % 50) }))
    )
}

extension Request {
    package static func save(_ columns: SampleColumns..., more: Bool = false) -> Request {
        .save(Save(columns: columns, more: more))
    }

    /// Follows types; none: all of them.
    package static func follow(_ types: ObjectType..., from anchor: EncodedAnchor = []) -> Request {
        .queryChanges(QueryChanges(clauses: types.map { Clause(type: $0) }, anchor: anchor, follow: true))
    }

    package static func query(_ type: ObjectType) -> Request {
        .querySamples(QuerySamples(clauses: [Clause(type: type)]))
    }
}
