internal import HearthModel

// Products of units. A product that is too long, or out of the range of numbers, stops the program.
extension HKUnit {
    /// This unit times another.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        product { () throws(HearthError) in try self.unit.multiplied(by: unit.unit) }
    }

    /// This unit per another: `count` by `min` is `count/min`.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        product { () throws(HearthError) in try self.unit.divided(by: unit.unit) }
    }

    /// This unit to a power, which may be negative.
    public func unitRaised(toPower power: Int) -> HKUnit {
        product { () throws(HearthError) in try unit.raised(to: power) }
    }

    /// One per this unit.
    public func reciprocal() -> HKUnit { unitRaised(toPower: -1) }

    private func product(_ make: () throws(HearthError) -> Unit) -> HKUnit {
        do throws(HearthError) {
            return HKUnit(try make())
        } catch {
            fatalError(error.message)
        }
    }
}
