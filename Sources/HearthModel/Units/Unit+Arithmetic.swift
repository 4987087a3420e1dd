// Products are within the same limits as a parsed unit.
extension Unit {
    package func multiplied(by other: Unit) throws(HearthError) -> Unit {
        try product(of: other, sign: 1)
    }

    package func divided(by other: Unit) throws(HearthError) -> Unit {
        try product(of: other, sign: -1)
    }

    package func raised(to power: Int) throws(HearthError) -> Unit {
        try checked { () throws(UnitFault) in
            guard power.magnitude <= UnitFactors.highestPower else { throw .powerTooHigh }
            return try UnitFactors(contents.factors).raised(to: power)
        }
    }

    private func product(of other: Unit, sign: Int) throws(HearthError) -> Unit {
        try checked { () throws(UnitFault) in
            var factors = UnitFactors(contents.factors)
            try factors.multiply(by: UnitFactors(other.contents.factors), sign: sign)
            return try factors.checked()
        }
    }

    private func checked(_ make: () throws(UnitFault) -> UnitFactors) throws(HearthError) -> Unit {
        do throws(UnitFault) {
            let contents = UnitContents(try make())
            try contents.checkLimits()
            return Unit(contents)
        } catch {
            throw error.productError
        }
    }
}
