import HearthModel
import HearthTestSupport

/// Samples of which everything follows from the identifier, so that whoever knows that knows what has to be there.
enum NumberedSamples {
    static let heartRate = type("heartRate")
    static let stepCount = type("stepCount")
    static let sleepAnalysis = type("sleepAnalysis")
    static let types = [heartRate, stepCount, sleepAnalysis]

    private static func type(_ shortName: String) -> ObjectType {
        guard let type = ObjectType.all.first(where: { $0.shortName == shortName }) else {
            preconditionFailure("the registry has no \(shortName)")
        }
        return type
    }

    static func ids(_ count: Int, _ random: inout some RandomNumberGenerator) -> [ObjectID] {
        (0..<count).map { _ in ObjectID(high: random.next(), low: random.next()) }
    }

    /// An identifier of a sample of this type.
    static func id(of type: ObjectType, _ random: inout some RandomNumberGenerator) -> ObjectID {
        while true {
            let id = ObjectID(high: random.next(), low: random.next())
            if self.type(of: id) == type { return id }
        }
    }

    static func type(of id: ObjectID) -> ObjectType { types[Int(id.high % UInt64(types.count))] }

    private static func start(of id: ObjectID) -> Timestamp {
        Timestamp(nanoseconds: 1_600_000_000_000_000_000 + Int64(id.low >> 8 % 1_000_000) * 1_000_000_000)
    }

    private static func number(of id: ObjectID) -> Int64 { Int64(id.low % 5) }

    /// The samples with these identifiers, as they are saved.
    static func columns(_ ids: [ObjectID]) -> [SampleColumns] {
        types.compactMap { type in
            let ids = ids.filter { self.type(of: $0) == type }
            guard !ids.isEmpty else { return nil }
            let numbers = ids.map(number)
            return SampleColumns(
                type: type,
                ids: ids,
                starts: ids.map(start),
                payload: type == sleepAnalysis
                    ? .category(CategoryColumns(values: numbers.map { Int64($0) }))
                    : .quantity(QuantityColumns(values: numbers.map { Double($0) }))
            )
        }
    }

    /// The identifiers of samples as the server has them. Throws when one is not as it was saved.
    static func ids(in columns: [SampleColumns]) throws -> [ObjectID] {
        for samples in columns {
            for (row, id) in samples.ids.enumerated() {
                let value: Int64? =
                    switch samples.payload {
                    case .quantity(let quantity): Int64(exactly: quantity.values[row])
                    case .category(let category): Int64(category.values[row])
                    default: nil
                    }
                guard samples.type == type(of: id), samples.starts[row] == start(of: id), value == number(of: id) else {
                    throw Unexpected("\(id) is not as it was saved")
                }
            }
        }
        return columns.flatMap(\.ids)
    }
}
