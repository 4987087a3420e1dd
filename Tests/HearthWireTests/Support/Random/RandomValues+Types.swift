import HearthModel
import HearthTestSupport

extension RandomValues {
    static let storedTypes = ObjectType.all.filter(\.isStored)
    static let quantityTypes = ObjectType.all.filter { $0.kind == .quantity }
    static let categoryTypes = ObjectType.all.filter { $0.kind == .category }
    static let correlationTypes = ObjectType.all.filter { $0.kind == .correlation }

    /// A type that the store holds samples of, each kind as often as any other.
    mutating func storedType() -> ObjectType {
        switch count(1...7) {
        case 1: pick(Self.quantityTypes)
        case 2: pick(Self.categoryTypes)
        case 3: pick(Self.correlationTypes)
        case 4: .workout
        case 5: .workoutRoute
        case 6: pick(RandomRecords.types)
        default: .heartbeatSeries
        }
    }

    /// Different types that the store holds samples of.
    mutating func differentTypes(_ range: ClosedRange<Int>) -> [ObjectType] {
        var types: [ObjectType] = []
        for _ in 0..<count(range) {
            let type = storedType()
            if !types.contains(type) { types.append(type) }
        }
        return types
    }
}

// MARK: - Units

extension RandomValues {
    /// Units of many dimensions, spelled as they are printed.
    static let units: [Unit] = [
        "()", "%", "count", "count/min", "count/s", "kg", "g", "lb", "oz", "m", "km", "cm", "ft", "mi", "kcal", "Cal",
        "J", "kJ", "degC", "degF", "K", "mmHg", "kPa", "mg/dL", "mmol<180.156>/L", "L", "mL", "L/min", "s", "min",
        "hr", "ms", "m/s", "km/hr", "mL/kg·min", "IU", "S", "dBASPL", "dBHL", "W", "V", "lux", "rad",
        "appleEffortScore",
    ].compactMap { try? Unit($0) }

    mutating func unit() -> Unit {
        pick(Self.units)
    }

    mutating func unit(convertibleTo unit: Unit) -> Unit {
        pick(Self.units.filter { $0.isCompatible(with: unit) } + [unit])
    }

    /// A unit for quantities of a type, or none; other types have none.
    mutating func unit(for type: ObjectType) -> Unit? {
        guard let storageUnit = type.storageUnit else { return nil }
        return maybe { $0.unit(convertibleTo: storageUnit) }
    }
}
