/// What a test can say, so that one evaluation serves rows, whole segments and deletions.
protocol Truth {
    mutating func formAnd(_ other: Self)
    mutating func formOr(_ other: Self)
    mutating func negate()
}

/// Whether a condition holds for one thing.
extension Bool: Truth {
    mutating func formAnd(_ other: Bool) {
        self = self && other
    }

    mutating func formOr(_ other: Bool) {
        self = self || other
    }

    mutating func negate() {
        toggle()
    }
}

/// Three-valued logic: true, false or unknown.
enum Certainty: Int, Truth {
    case never
    case maybe
    case always

    mutating func formAnd(_ other: Certainty) {
        self = rawValue < other.rawValue ? self : other
    }

    mutating func formOr(_ other: Certainty) {
        self = rawValue > other.rawValue ? self : other
    }

    mutating func negate() {
        self = Certainty(rawValue: 2 - rawValue) ?? .maybe
    }

    init(_ isCertain: Bool) {
        self = isCertain ? .always : .never
    }
}
