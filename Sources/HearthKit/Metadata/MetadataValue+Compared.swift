internal import Foundation
internal import HearthModel

extension MetadataValue {
    /// The value that an app compares a key's value with. A class that HealthKit does not allow stops the program, as
    /// it does in HealthKit.
    init(compared object: Any) {
        guard let value = MetadataValue(comparable: object) else {
            fatalError("metadata is compared with a text, a number, a date or a quantity")
        }
        self = value
    }

    /// The value that an app compares a key's value with; nil: HealthKit does not allow its class.
    ///
    /// Numbers and dates beyond the range of the store, such as `Date.distantPast`, can be compared with: a date as the
    /// furthest possible date, and a number as the nearest floating-point number, which is beyond all integers.
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
