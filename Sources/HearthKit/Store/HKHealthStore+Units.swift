extension HKHealthStore {
    /// The unit in which each of these types is shown: the one in which people record it. Nobody changes it.
    public func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
        Dictionary(uniqueKeysWithValues: quantityTypes.map { ($0, HKUnit($0.storageUnit)) })
    }

    /// Calls `completion` with the unit in which each of these types is shown.
    @preconcurrency
    public func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        deliver(to: completion, otherwise: [:]) { try await $0.preferredUnits(for: quantityTypes) }
    }
}
