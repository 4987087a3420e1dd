internal import Foundation
internal import HearthModel

extension MetadataValue {
    /// What an app compares the value of a key with. A value of another class than HealthKit allows stops the program,
    /// as it does in HealthKit.
    init(compared object: Any) {
        guard let value = MetadataValue(comparable: object) else {
            preconditionFailure("metadata is compared with a text, a number, a date or a quantity")
        }
        self = value
    }

    /// What an app compares the value of a key with; nil when it is of another class than HealthKit allows.
    ///
    /// Numbers and dates beyond what the store can hold, such as `Date.distantPast`, are as good to compare with: dates
    /// as the furthest there is, and numbers as the nearest of floating point, which is beyond all integers.
    init?(comparable object: Any) {
        guard MetadataValue.isAllowed(object) else { return nil }
        if let value = try? MetadataValue(object, of: "") {
            self = value
        } else if let date = object as? Date {
            self = .date(Timestamp(clamping: date))
        } else if let number = object as? NSNumber {
            self = .double(number.doubleValue)
        } else {
            return nil
        }
    }
}
