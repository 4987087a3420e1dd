internal import Foundation
internal import HearthModel

extension Timestamp {
    /// The nearest nanosecond. A date further from 1970 than 292 years, such as `Date.distantPast`, is the furthest
    /// one: in a predicate that is as good, and in a sample the store refuses either.
    init(clamping date: Date) {
        self = Timestamp(date) ?? Timestamp(nanoseconds: date.timeIntervalSince1970 < 0 ? .min : .max)
    }
}
