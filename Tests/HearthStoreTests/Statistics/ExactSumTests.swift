import HearthTestSupport
import Testing

@testable import HearthStore

@Suite struct ExactSumTests {
    private static func sum(_ numbers: [Double], waitingMax: Int = 1 << 30) -> Double {
        var sum = ExactSum(waitingMax: waitingMax)
        for number in numbers {
            sum.add(number)
        }
        return sum.rounded
    }

    @Test func aSumIsRoundedOnce() {
        #expect(Self.sum([]) == 0)
        #expect(Self.sum(Array(repeating: 0.1, count: 10)) == 1)
        #expect(Self.sum([1e100, 1, -1e100]) == 1)
        #expect(Self.sum([1, 1e-300, -1, -1e-300]) == 0)
        #expect(
            Self.sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
                == .greatestFiniteMagnitude
        )
        #expect(Self.sum([.leastNonzeroMagnitude, .leastNonzeroMagnitude]) == 2 * .leastNonzeroMagnitude)
        #expect(Self.sum([-.leastNonzeroMagnitude]) == -.leastNonzeroMagnitude)
        #expect(Self.sum([.leastNormalMagnitude, -.leastNonzeroMagnitude]) == .leastNormalMagnitude.nextDown)
    }

    /// A tie goes to the even number, unless the least bit far below decides.
    @Test func halfWayGoesToTheEvenNumber() {
        let ulp = 1.0.ulp
        #expect(Self.sum([1, ulp / 2]) == 1)
        #expect(Self.sum([1 + ulp, ulp / 2]) == 1 + 2 * ulp)
        #expect(Self.sum([1, ulp / 2, .leastNonzeroMagnitude]) == 1 + ulp)
        #expect(Self.sum([1 + ulp, ulp / 2, -.leastNonzeroMagnitude]) == 1 + ulp)
        #expect(Self.sum([-1, -ulp / 2, -.leastNonzeroMagnitude]) == -1 - ulp)
    }

    @Test func whatIsTooLargeIsNotFinite() {
        #expect(!Self.sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude]).isFinite)
        #expect(!Self.sum([1, .infinity]).isFinite)
        #expect(!Self.sum([.nan]).isFinite)
        var sum = ExactSum()
        sum.add(.infinity)
        sum.clear()
        sum.add(2)
        #expect(sum.rounded == 2)
    }

    /// Another algorithm, with which it shares nothing, finds the same; and the order makes no difference, nor when carries
    /// are passed on.
    @Test func itAgreesWithAnotherAlgorithm() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 1)
        for _ in 0..<4_000 {
            let exponents = [0...0, -3...3, -40...40, -300...290].randomElement(using: &random) ?? 0...0
            var numbers = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                let exponent = Int.random(in: exponents, using: &random)
                return Double(sign: Bool.random(using: &random) ? .plus : .minus, exponent: exponent, significand: 1)
                    * (Bool.random(using: &random) ? Double.random(in: 1..<2, using: &random) : 1)
            }
            if Bool.random(using: &random) {
                numbers += numbers.map { -$0 }.shuffled(using: &random).dropLast(Int.random(in: 0...3, using: &random))
            }
            let expected = referenceSum(numbers)
            #expect(Self.sum(numbers) == expected, "HEARTH_TEST_SEED=\(seed)")
            #expect(Self.sum(numbers.shuffled(using: &random), waitingMax: 3) == expected, "HEARTH_TEST_SEED=\(seed)")
        }
    }
}

/// The exact sum, rounded once: Shewchuk's algorithm, which keeps what each addition loses as a number of its own.
func referenceSum(_ numbers: [Double]) -> Double {
    var parts: [Double] = []
    for number in numbers {
        var number = number
        var kept: [Double] = []
        for part in parts {
            let (large, small) = abs(number) < abs(part) ? (part, number) : (number, part)
            let sum = large + small
            let lost = small - (sum - large)
            if lost != 0 { kept.append(lost) }
            number = sum
        }
        parts = kept + [number]
    }
    guard var sum = parts.popLast() else { return 0 }
    var lost = 0.0
    while let part = parts.popLast() {
        let before = sum
        sum = before + part
        lost = part - (sum - before)
        if lost != 0 { break }
    }
    // Exactly half way so far: what is left below decides.
    if let rest = parts.last, lost < 0 && rest < 0 || lost > 0 && rest > 0 {
        let further = sum + 2 * lost
        if 2 * lost == further - sum { sum = further }
    }
    return sum
}
