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
        case .secondSlash(let offset): "a second '/' is at byte \(offset); use parentheses"
        case .unknownName(let offset): "the name at byte \(offset) is unknown"
        case .badMolarMass(let offset): "the molar mass at byte \(offset) is invalid"
        case .badPower(let offset): "the power at byte \(offset) is not a whole number"
        case .unclosedParenthesis(let offset): "a ')' is missing at byte \(offset)"
        case .unexpected(let offset): "unexpected character at byte \(offset)"
        }
    }
}

extension UnitFault {
    /// The error for a text that is not a unit. It does not repeat the text, which may be anything, because errors may
    /// be logged.
    var textError: HearthError {
        HearthError(.incompatibleUnit, "The text is not a unit: \(reason).")
    }

    /// The error for a product of units that is not a unit.
    var productError: HearthError {
        HearthError(.incompatibleUnit, "The product of the units is not a unit: \(reason).")
    }
}
