public import Foundation
internal import HearthModel

// The store estimates nothing, so that there is no type whose estimates could begin anew.
extension HKHealthStore {
    /// Always `errorInvalidArgument`: no type allows it, as `HKSampleType.allowsRecalibrationForEstimates` says.
    public func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
        throw HKError(.invalidArgument, "The store estimates nothing, and so nothing of \(sampleType.identifier).")
    }

    /// Calls `completion` with `errorInvalidArgument`: no type allows it.
    @preconcurrency
    public func recalibrateEstimates(
        sampleType: HKSampleType,
        date: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.recalibrateEstimates(sampleType: sampleType, date: date) }
    }
}
