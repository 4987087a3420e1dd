/// Why a unit's text was refused.
enum UnitFault: Error {
    case empty
    case tooLong
    case tooDeep
    case tooManyFactors
    case powerTooHigh
    case outOfRange
    case secondSlash(at: Int)
    case unknownName(at: Int)
    case badMolarMass(at: Int)
    case badPower(at: Int)
    case unclosedParenthesis(at: Int)
    case unexpected(at: Int)

    var reason: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong: "it is longer than \(Unit.longestText) bytes"
        case .tooDeep: "its parentheses nest deeper than \(UnitParser.deepestNesting)"
        case .tooManyFactors: "it has more than \(UnitFactors.mostFactors) factors"
        case .powerTooHigh: "a power is beyond \(UnitFactors.highestPower)"
        case .outOfRange: "it is too large or too small to compute with"
        case .secondSlash(let offset): "a second '/' stands at byte \(offset); use parentheses"
        case .unknownName(let offset): "there is no unit with the name at byte \(offset)"
        case .badMolarMass(let offset): "the molar mass at byte \(offset) is not one"
        case .badPower(let offset): "the power at byte \(offset) is not a whole number"
        case .unclosedParenthesis(let offset): "a ')' is missing at byte \(offset)"
        case .unexpected(let offset): "a unit cannot go on like this at byte \(offset)"
        }
    }
}

extension HearthError {
    /// Does not repeat the text: what was sent in a unit's place may be anything, and an error may be logged.
    static func refusedUnit(_ fault: UnitFault) -> HearthError {
        HearthError(.incompatibleUnit, "The text is not a unit: \(fault.reason).")
    }

    static func refusedProduct(_ fault: UnitFault) -> HearthError {
        HearthError(.incompatibleUnit, "The product of the units is not a unit: \(fault.reason).")
    }

    static func incompatibleUnits(_ source: Unit, _ target: Unit) -> HearthError {
        HearthError(.incompatibleUnit, "The unit \(source) cannot be converted to \(target).")
    }
}
