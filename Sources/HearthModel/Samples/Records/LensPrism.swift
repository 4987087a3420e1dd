internal import HearthSystem

/// A prism in a lens, as records have it: two ways to say the same.
package struct LensPrism: Hashable, Sendable {
    /// The direction in which the base of a prism lies.
    package enum Base: Int64, Sendable {
        case none = 0
        case up = 1
        case down = 2
        /// Towards the nose.
        case `in` = 3
        /// Away from the nose.
        case out = 4
    }

    /// Prism dioptres.
    package var amount: Double
    /// Degrees: 0 is to the wearer's left, 90 up.
    package var angle: Double
    /// Prism dioptres up or down.
    package var vertical: Double
    /// Prism dioptres to a side.
    package var horizontal: Double
    package var verticalBase: Base
    package var horizontalBase: Base

    package init(
        amount: Double,
        angle: Double,
        vertical: Double,
        _ verticalBase: Base,
        horizontal: Double,
        _ horizontalBase: Base
    ) {
        self.amount = amount
        self.angle = angle
        self.vertical = vertical
        self.horizontal = horizontal
        self.verticalBase = verticalBase
        self.horizontalBase = horizontalBase
    }

    /// A prism by its amount and the direction of its base.
    package init(amount: Double, angle: Double, isLeft: Bool) {
        let across = amount * cos(angle * .pi / 180)
        let up = amount * sin(angle * .pi / 180)
        // Left of the wearer is away from the nose for the left eye only.
        let isOut = (across > 0) == isLeft
        self.init(
            amount: amount,
            angle: angle,
            vertical: abs(up),
            up == 0 ? .none : up > 0 ? .up : .down,
            horizontal: abs(across),
            across == 0 ? .none : isOut ? .out : .in
        )
    }

    /// A prism by its amounts up or down and to a side.
    package init(vertical: Double, _ verticalBase: Base, horizontal: Double, _ horizontalBase: Base, isLeft: Bool) {
        let up = verticalBase == .down ? -vertical : vertical
        let across = (horizontalBase == .out) == isLeft ? horizontal : -horizontal
        let degrees = atan2(up, across) * 180 / .pi
        self.init(
            amount: (up * up + across * across).squareRoot(),
            angle: degrees < 0 ? degrees + 360 : degrees,
            vertical: vertical,
            verticalBase,
            horizontal: horizontal,
            horizontalBase
        )
    }
}

extension Record {
    /// The prism under the names of an eye; nil: none, or one of another form.
    package func prism(_ name: AttributeName, _ bases: AttributeName) -> LensPrism? {
        let numbers = numbers(name)
        let bases = integers(bases).map { LensPrism.Base(rawValue: $0) ?? .none }
        guard numbers.count == 4, bases.count == 2 else { return nil }
        return LensPrism(
            amount: numbers[0],
            angle: numbers[1],
            vertical: numbers[2],
            bases[0],
            horizontal: numbers[3],
            bases[1]
        )
    }

    package mutating func set(_ name: AttributeName, _ bases: AttributeName, _ prism: LensPrism?) {
        set(name, prism.map { [$0.amount, $0.angle, $0.vertical, $0.horizontal] } ?? [])
        set(bases, prism.map { [$0.verticalBase.rawValue, $0.horizontalBase.rawValue] } ?? [])
    }
}
