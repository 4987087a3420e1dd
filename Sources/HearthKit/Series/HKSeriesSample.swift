internal import Foundation
internal import HearthModel

/// A sample that holds a series: a route or heartbeats. What is in it comes with a query of its own.
///
/// `@unchecked Sendable`: as its superclass.
open class HKSeriesSample: HKSample, @unchecked Sendable {
    /// How many locations or heartbeats the series has.
    public let count: Int

    init(
        type: ObjectType,
        id: ObjectID,
        start: Date,
        end: Date,
        origin: ObjectOrigin,
        attached: Metadata,
        count: Int
    ) {
        self.count = count
        super.init(type: type, id: id, start: start, end: end, origin: origin, attached: attached)
    }
}
