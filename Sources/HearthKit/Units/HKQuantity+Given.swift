internal import HearthModel

extension HKQuantity {
    /// The value in a unit, of a quantity that an app gives for something. One that measures something else stops the
    /// program, as it does in HealthKit.
    func given(in unit: Unit, _ purpose: String) -> Double {
        do throws(HearthError) {
            return try value(in: unit)
        } catch {
            preconditionFailure("\(purpose) cannot be in \(self.unit): it has to be in a unit such as \(unit)")
        }
    }
}
