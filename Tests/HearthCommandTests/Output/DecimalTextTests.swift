import HearthTestSupport
import Testing

@testable import hearth

/// Numbers whose point is moved between text and value.
@Suite struct DecimalTextTests {
    private func value(_ text: String, _ places: Int = -2) -> Double? {
        DecimalText.value(text.utf8Span.span, shiftedBy: places)
    }

    @Test func sharesPrintAsPercentagesAndReadBack() {
        for (share, text) in [
            (0.97, "97"), (0.973, "97.3"), (0.29, "29"), (0.07, "7"), (1, "100"), (0, "0"), (-0.005, "-0.5"),
            (1e-9, "0.0000001"), (1e-12, "1e-10"), (12.5, "1250"), (1e22, "1e24"), (0.1 + 0.2, "30.000000000000004"),
            (123_456, "12345600"),
        ] as [(Double, String)] {
            #expect(DecimalText.text(of: share, shiftedBy: 2) == text)
            #expect(value(text) == share, "\(text)")
        }
    }

    @Test func everyNumberReadsBackAsItself() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 53)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: random.next())
            // The point of the largest numbers cannot be moved: nothing shows them as percentages.
            guard number.magnitude < 1e300 else { continue }
            let text = DecimalText.text(of: number, shiftedBy: 2)
            #expect(value(text) == number, "\(text), HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func theNearestNumberIsRead() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 59)
        for _ in 0..<20_000 {
            let digits = "\(Int.random(in: 0...999_999, using: &random)).\(Int.random(in: 0...999, using: &random))"
            #expect(value(digits, 0) == Double(digits), "HEARTH_TEST_SEED=\(seed)")
            #expect(value(digits) == Double(digits + "e-2"), "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test(arguments: [
        "", "-", ".", "1.2.3", "nan", "inf", "infinity", "0x10", "1e", "e5", "1e5e5", "1e99999999999999999999", "1 2",
        "1,5", "--1", "1e400", "72 bpm", "１",
    ])
    func whatIsNotAFiniteNumberIsRefused(_ text: String) {
        #expect(value(text, 0) == nil)
        #expect(value(text) == nil)
    }
}
