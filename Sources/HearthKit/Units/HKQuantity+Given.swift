internal import HearthModel

extension HKQuantity {
    /// The value of an app's quantity in a unit. A quantity of another kind stops the program, as it does in HealthKit.
    func given(in unit: Unit, _ purpose: String) -> Double {
        do throws(HearthError) {
            return try value(in: unit)
        } catch {
            fatalError("\(purpose) cannot be in \(self.unit): it has to be in a unit such as \(unit)")
        }
    }
}
