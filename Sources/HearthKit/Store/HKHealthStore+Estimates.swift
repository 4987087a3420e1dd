internal import HearthModel

extension HKHealthStore {
    /// The store estimates nothing, so no type has estimates that could begin again.
    static func noEstimates(of type: HKSampleType) -> HKError {
        HKError(.invalidArgument, "The store estimates nothing, and so nothing of \(type.identifier).")
    }
}
