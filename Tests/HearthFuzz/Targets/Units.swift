internal import HearthModel

/// A unit reads back as it prints, and converts to finite numbers.
///
/// Input: the texts of two units, with a line feed between them.
func checkUnits(_ input: [UInt8]) {
    let texts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let units = texts.compactMap { checkedUnit(String(decoding: $0, as: UTF8.self)) }
    for source in units {
        for target in units {
            checkConversion(from: source, to: target)
        }
    }
}

/// The unit that a text stands for, which is what it prints as too.
private func checkedUnit(_ text: String) -> Unit? {
    let unit: Unit
    do throws(HearthError) {
        unit = try Unit(text)
    } catch {
        precondition(error.code == .incompatibleUnit, "a unit was refused with another code")
        checkError(error)
        return nil
    }
    precondition(text.utf8.count <= Unit.longestText && unit.text.utf8.count <= Unit.longestText, "the text is long")
    guard let again = try? Unit(unit.text) else {
        preconditionFailure("a unit's own text was refused")
    }
    precondition(again == unit && again.hashValue == unit.hashValue, "a unit's own text is another unit")
    precondition(Array(again.text.utf8) == Array(unit.text.utf8), "a unit prints in two ways")
    precondition(unit.factorToBase.isNormal && unit.factorToBase > 0, "a unit's size is no positive number")
    precondition(unit.offsetToBase.isFinite, "a unit's zero is no number")
    precondition(again.isCompatible(with: unit), "a unit does not convert to itself")
    return unit
}

private func checkConversion(from source: Unit, to target: Unit) {
    guard let there = try? UnitConversion(from: source, to: target) else {
        precondition(!source.isCompatible(with: target), "compatible units do not convert")
        return
    }
    precondition(source.isCompatible(with: target), "incompatible units convert")
    guard let back = try? UnitConversion(from: target, to: source) else {
        preconditionFailure("a conversion has no way back")
    }
    precondition(there.isIdentity || source != target, "a unit converts to itself with a change")
    for value in [0, 1, -1, 37.5, 1e6, -1e-6] {
        let converted = there(value)
        precondition(converted.isFinite, "a conversion overflows")
        checkNear(back(converted), value, zeros: [source.offsetToBase / source.factorToBase, 1])
        var column = [value, value]
        there.apply(to: &column)
        precondition(column == [converted, converted], "a column converts otherwise than its values")
    }
}

/// Equal but for rounding. Where a zero is shifted, as in degrees Celsius, what is lost is relative to the shift.
private func checkNear(_ result: Double, _ value: Double, zeros: [Double]) {
    let size = zeros.map(\.magnitude).reduce(value.magnitude, max)
    precondition((result - value).magnitude <= 1e-9 * size, "a conversion there and back is another value")
}
