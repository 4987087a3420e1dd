/// The units in which quantities are shown.
enum PreferredUnits {
    /// The unit in which people record each type, which never changes.
    static func units(for types: Set<HKQuantityType>) -> [HKQuantityType: HKUnit] {
        Dictionary(uniqueKeysWithValues: types.map { ($0, HKUnit($0.storageUnit)) })
    }
}
