public import Foundation

extension HKHealthStore {
    /// The dates from which the app may read samples of other apps, by the end of a sample. A type is missing whose samples
    /// it may all read, or none.
    public func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await authorization.earliestDates(of: types)
    }

    /// Calls `completion` with the dates from which the app may read samples of other apps.
    @preconcurrency
    public func getEarliestAuthorizedSampleDate(
        for types: Set<HKObjectType>,
        completion: @escaping @Sendable ([HKObjectType: Date], (any Error)?) -> Void
    ) {
        completions.deliver(to: completion, otherwise: [:]) { try await self.authorization.earliestDates(of: types) }
    }
}
