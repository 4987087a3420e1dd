import HearthModel

/// The value of a sample as it was read.
enum SampleValue: Hashable, Sendable {
    /// In the unit of its reader.
    case quantity(Double)
    case category(Int64)
    case bloodPressure(systolic: Double, diastolic: Double)

    /// What identifies the value. The zeros are equal, as they compare equal in the store.
    var bits: [UInt64] {
        let bits = { (number: Double) in (number == 0 ? 0 : number).bitPattern }
        return switch self {
        case .quantity(let value): [bits(value)]
        case .category(let value): [UInt64(bitPattern: value)]
        case .bloodPressure(let systolic, let diastolic): [bits(systolic), bits(diastolic)]
        }
    }
}
