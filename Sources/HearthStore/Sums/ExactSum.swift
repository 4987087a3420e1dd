/// The exact sum of numbers, rounded once when it is read: the order in which they are added makes no difference.
///
/// Every finite number is a multiple of the least one above zero, 2^-1074. The sum is kept as such a multiple, in limbs of
/// 32 bits. Each limb is a signed number of 64 bits, so that carries can wait.
struct ExactSum {
    private var limbs = [Int64](repeating: 0, count: ExactSum.limbCount)
    /// The limbs that are not zero lie here.
    private var used = ExactSum.limbCount..<ExactSum.limbCount
    /// How many numbers were added since carries were passed on.
    private var waiting = 0
    /// Whether a number was added that is not finite.
    private var isOutOfRange = false

    /// The greatest number has 2,098 bits, times a count 2,162, and as many may be added as 64-bit counts allow.
    private static let limbCount = 70
    private let waitingMax: Int

    /// `waitingMax`: after how many numbers carries are passed on. A limb takes the parts of 2^30.
    init(waitingMax: Int = 1 << 30) {
        self.waitingMax = waitingMax
    }

    mutating func add(_ number: Double) {
        add(number, higher: 0)
    }

    /// Adds a number times a whole one. The product is rounded to a number's digits, also where it is beyond all numbers.
    mutating func add(_ number: Double, times factor: Int64) {
        let product = number * Double(factor)
        if product.isFinite || !number.isFinite {
            add(product)
        } else {
            add(number * 0x1p-64 * Double(factor), higher: 2)
        }
    }

    /// Adds a number times 2^32 for each limb that it lies higher.
    @inline(__always)
    private mutating func add(_ number: Double, higher limbsUp: Int) {
        let bits = number.bitPattern
        let exponent = Int(truncatingIfNeeded: bits >> 52) & 0x7FF
        guard exponent != 0x7FF else {
            isOutOfRange = true
            return
        }
        let fraction = bits & (1 << 52 - 1)
        let significand = exponent == 0 ? fraction : fraction | 1 << 52
        guard significand != 0 else { return }
        let shift = max(exponent, 1) - 1
        let limb = shift >> 5 + limbsUp
        let parts = UInt128(significand) << (shift & 31)
        let low = Int64(truncatingIfNeeded: parts & 0xFFFF_FFFF)
        let middle = Int64(truncatingIfNeeded: parts >> 32 & 0xFFFF_FFFF)
        let high = Int64(truncatingIfNeeded: parts >> 64)
        if number < 0 {
            limbs[limb] -= low
            limbs[limb + 1] -= middle
            limbs[limb + 2] -= high
        } else {
            limbs[limb] += low
            limbs[limb + 1] += middle
            limbs[limb + 2] += high
        }
        if limb < used.lowerBound || limb + 3 > used.upperBound {
            used = used.isEmpty ? limb..<limb + 3 : min(limb, used.lowerBound)..<max(limb + 3, used.upperBound)
        }
        waiting += 1
        if waiting == waitingMax {
            passCarries()
        }
    }

    /// Passes carries on, so that all limbs but the last are digits of 32 bits. The last has the sign.
    private mutating func passCarries() {
        waiting = 0
        var carry: Int64 = 0
        for limb in used.lowerBound..<ExactSum.limbCount - 1 {
            let total = limbs[limb] + carry
            limbs[limb] = total & 0xFFFF_FFFF
            carry = total >> 32
        }
        limbs[ExactSum.limbCount - 1] += carry
        used = used.lowerBound..<ExactSum.limbCount
    }

    /// Begins again with zero.
    mutating func clear() {
        for limb in used {
            limbs[limb] = 0
        }
        used = ExactSum.limbCount..<ExactSum.limbCount
        waiting = 0
        isOutOfRange = false
    }

    /// The number nearest to the sum, of two equally near ones the even one. Infinite or not a number if the sum is too
    /// large, or something that was added was.
    var rounded: Double { halved(0) }

    /// The sum rounded; beyond all numbers the greatest of its sign.
    var nearest: Double { rounded.clamped }

    /// The sum, rounded, divided by a weight: also where the sum is beyond all numbers and the result is not.
    func mean(of weight: Int128) -> Double {
        let sum = rounded
        guard sum.isInfinite else { return sum / Double(weight) }
        return halved(256) / Double(weight) * 0x1p256
    }

    /// The sum, divided by 2 that often and rounded.
    private func halved(_ halvings: Int) -> Double {
        guard !isOutOfRange else { return .nan }
        guard !used.isEmpty else { return 0 }
        var digits: [UInt32] = []
        digits.reserveCapacity(used.count + 3)
        var carry: Int64 = 0
        for limb in used {
            let total = limbs[limb] + carry
            digits.append(UInt32(truncatingIfNeeded: total))
            carry = total >> 32
        }
        let isNegative = carry < 0
        digits.append(UInt32(truncatingIfNeeded: carry))
        digits.append(UInt32(truncatingIfNeeded: carry >> 32))
        if isNegative {
            ExactSum.negate(&digits)
        }
        let magnitude = ExactSum.rounded(digits, firstBit: used.lowerBound << 5 - halvings)
        return isNegative ? -magnitude : magnitude
    }

    /// The two's complement.
    private static func negate(_ digits: inout [UInt32]) {
        var carry = true
        for index in digits.indices {
            let (digit, overflow) = (~digits[index]).addingReportingOverflow(carry ? 1 : 0)
            digits[index] = digit
            carry = carry && overflow
        }
    }

    /// The number nearest to a row of 32-bit digits, the lowest digit first. `firstBit`: the position of the lowest
    /// digit's first bit, counted from the bit of the smallest number.
    private static func rounded(_ digits: [UInt32], firstBit: Int) -> Double {
        guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
        // The three highest digits; 65 bits of them at least, the lowest of them below what is kept.
        let digit = { (index: Int) in index < 0 ? 0 : UInt128(digits[index]) }
        let window = digit(top) << 64 | digit(top - 1) << 32 | digit(top - 2)
        let dropped = 128 - window.leadingZeroBitCount - 53
        var significand = UInt64(truncatingIfNeeded: window >> UInt128(dropped))
        let rest = window & (1 << UInt128(dropped) - 1)
        let half = UInt128(1) << UInt128(dropped - 1)
        let isBeyond = top >= 3 && digits[..<(top - 2)].contains { $0 != 0 }
        if rest > half || rest == half && (isBeyond || significand & 1 == 1) {
            significand += 1
        }
        let exponent = firstBit + 32 * (top - 2) + dropped - 1_074
        return Double(sign: .plus, exponent: exponent, significand: Double(significand))
    }
}

extension Double {
    /// What is beyond all numbers is the greatest of its sign.
    var clamped: Double { min(max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude) }
}
