extension MetadataValue {
    /// The order of two numbers: -1, 0 or 1. It is exact, even for an integer that no floating-point number equals. Nil:
    /// one of the values is not a number.
    package func order(to other: MetadataValue) -> Int? {
        switch (number, other.number) {
        case (.integer(let left)?, .integer(let right)?): (left > right ? 1 : 0) - (left < right ? 1 : 0)
        case (.double(let left)?, .double(let right)?): (left > right ? 1 : 0) - (left < right ? 1 : 0)
        case (.integer(let left)?, .double(let right)?): -MetadataValue.order(of: right, to: left)
        case (.double(let left)?, .integer(let right)?): MetadataValue.order(of: left, to: right)
        default: nil
        }
    }

    private enum Number {
        case integer(Int64)
        case double(Double)
    }

    private var number: Number? {
        switch self {
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .boolean(let truth): .integer(truth ? 1 : 0)
        case .string, .date, .quantity: nil
        }
    }

    private static func order(of left: Double, to right: Int64) -> Int {
        // Outside of the range of integers the order is clear; inside, the whole part is exact and the rest breaks a tie.
        guard left < 0x1p63 else { return 1 }
        guard left >= -0x1p63 else { return -1 }
        let whole = left.rounded(.down)
        let integer = Int64(whole)
        if integer != right {
            return integer < right ? -1 : 1
        }
        return left > whole ? 1 : 0
    }
}
