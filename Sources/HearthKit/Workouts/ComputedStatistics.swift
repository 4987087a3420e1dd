internal import HearthModel
internal import HearthSystem

/// The statistics of a stored workout, or of an activity of it, that was saved without any: those of the samples that
/// are associated with it. They are computed when an app asks for them first.
final class ComputedStatistics: Sendable {
    /// Asks the store for the statistics of the workout's samples, or of what lies in a time of them, and gives them the
    /// times of the workout or activity. Blocks the caller. Nil if the store cannot be asked now.
    typealias Lookup = @Sendable (Range<Timestamp>?, ClosedRange<Timestamp>) -> [WorkoutStatistics]?

    let lookup: Lookup
    private let known = Guarded<[WorkoutStatistics]?>(nil)

    init(_ lookup: @escaping Lookup) {
        self.lookup = lookup
    }

    /// The statistics; of a time only what lies in it.
    func statistics(in time: Range<Timestamp>? = nil, for owner: ClosedRange<Timestamp>) -> [WorkoutStatistics] {
        if let known = known.withLock({ $0 }) { return known }
        guard let found = lookup(time, owner) else { return [] }
        known.withLock { $0 = found }
        return found
    }
}
