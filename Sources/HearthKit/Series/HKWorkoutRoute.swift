internal import HearthModel

/// The route of a workout.
///
/// `@unchecked Sendable`: as its superclass.
open class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
    /// A route that the store holds.
    convenience init(_ head: SampleHead, columns: RouteColumns, row: Int) {
        self.init(head, count: columns.count(row))
    }
}
