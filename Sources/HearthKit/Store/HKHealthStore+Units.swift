extension HKHealthStore {
    static func usualUnits(of types: Set<HKQuantityType>) -> [HKQuantityType: HKUnit] {
        Dictionary(uniqueKeysWithValues: types.map { ($0, HKUnit($0.storageUnit)) })
    }
}
