internal import Foundation
internal import HearthModel

extension Metadata {
    /// As apps see it.
    var dictionary: [String: Any] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.object) })
    }
}

extension MetadataValue {
    /// As apps see it: one of the classes that HealthKit allows.
    var object: Any {
        switch self {
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .boolean(let flag): NSNumber(value: flag)
        case .date(let time): time.date
        case .quantity(let quantity): HKQuantity(quantity.value, quantity.unit)
        }
    }
}
