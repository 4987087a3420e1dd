import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

/// Texts that are no predicates are errors of the parser, and stop the program where HealthKit's do.
@Suite struct HostileFormatTests {
    @Test(arguments: [
        "", " ", "value", "value ==", "== 1", "value == 1 AND", "value == 1 OR OR value == 2", "value == 1 value == 2",
        "(value == 1", "value == 1)", "()", "NOT", "NOT NOT", "!", "AND", "value = = 1", "value === 1", "value ! 1",
        "value == 'a", "value == \"a\\", "value == 'a'", "value == 1.5", "value == nil", "value < nil", "value == 1a",
        "value == 1e999", "value == .5", "value == --1", "value == -", "value == - 'a'", "value == -YES",
        "value == {1}",
        "value IN 1", "value IN {1", "value IN {1,}", "value IN {,}", "value IN {1 2}", "value IN {{1}}",
        "value IN {nil}",
        "1 IN value", "value BETWEEN {1}", "value BETWEEN {1, 2, 3}", "value BETWEEN 1", "value BETWEEN {}",
        "value CONTAINS 'a'", "value LIKE 'a'", "value MATCHES 'a'", "metadata.k LIKE 'a*'", "metadata.k MATCHES '.*'",
        "metadata.k ==[c] 'a'", "metadata.k CONTAINS[cd] 'a'", "metadata.k CONTAINS 1", "metadata.k < nil",
        "metadata. == 1",
        "metadata == 1", "metadata.k == startDate", "value == value", "1 == 1", "colour == 1", "startDate == 1",
        "startDate == '2026-01-01'", "startDate.x == 1", "quantity == 60", "duration == 'a'", "duration == nil",
        "UUID < %@", "UUID == 'x'", "source == 'x'", "device == 'x'", "workout == nil", "correlation == 1",
        "sumQuantity == 1", "sumQuantity.x == 1", "ANY value == 1", "ALL value == 1", "NONE value == 1",
        "SUBQUERY(value, $x, $x == 1).@count > 0", "value.@sum == 1", "value + 1 == 2", "FUNCTION(1, 'a') == 1",
        "CAST(1, 'NSDate') == startDate", "$value == 1", "#value == 1", "value == 1;", "value == %", "value == %Q",
        "value == %l@", "value == %@", "%K == 1", "value == 1\0", "value == 1 \u{202e}",
        "\u{1F469}\u{200D}\u{1F469} == 1",
        "value BETWEEN", "SELF == 1", "self.value == 1", "value == 0x10", "value == 1_000", "[value] == 1", "value & 1",
    ])
    func whatIsNoPredicateIsAnError(format: String) {
        let fault = #expect(throws: FormatFault.self, "\(format)") { try FormatParser.condition(format, []) }
        #expect((1...format.count + 1).contains(fault?.position ?? 0), "\(format): \(String(describing: fault))")
    }

    @Test func argumentsOfTheWrongKindAreErrors() {
        let wrong: [(String, [Any])] = [
            ("%K == 1", [1]), ("%K == 1", [NSNull()]), ("%K == 1", ["colour"]), ("%K == 1", [""]),
            ("%K == 1", ["value "]),
            ("value == %@", ["1"]), ("value == %@", [Date()]), ("value == %@", [Double.nan]), ("value == %@", [1e300]),
            ("value == %@", [UInt64.max]), ("value == %@", [[1]]), ("value == %@", [["a": 1]]), ("value == %@", [0.5]),
            ("value IN %@", [[[1]]]), ("value IN %@", [[NSNull()]]), ("value IN %@", [["a": 1]]),
            ("value IN %@", [NSNull()]),
            ("value BETWEEN %@", [Set([1])]), ("duration < %@", [Double.infinity]), ("duration < %@", [Double.nan]),
            ("startDate < %@", [NSNull()]), ("startDate < %@", [0]), ("startDate < %@", ["now"]),
            ("quantity < %@", [60.0]), ("totalDistance < %@", [HKQuantity(unit: .gram(), doubleValue: 1)]),
            ("UUID == %@", ["x"]), ("UUID IN %@", [["x"]]), ("source == %@", [HKDevice.local()]),
            ("workout == %@", [SharedStore.heartRate(1)]), ("correlation == %@", [SharedStore.run()]),
            ("metadata.k == %@", [UUID()]), ("metadata.k == %@", [Data()]), ("metadata.k BEGINSWITH %@", [Date()]),
            ("%K.%K == 1", ["metadata", ""]), ("%K.%K == 1", ["value", "x"]),
            ("sumQuantity.%K == %@", ["HKQuantityTypeIdentifierHeartRate", HKQuantity(unit: .gram(), doubleValue: 1)]),
            ("sumQuantity.%K == %@", ["HKCategoryTypeIdentifierHeadache", HKQuantity(unit: .gram(), doubleValue: 1)]),
        ]
        for (format, arguments) in wrong {
            #expect(throws: FormatFault.self, "\(format) \(arguments)") {
                try FormatParser.condition(format, arguments)
            }
        }
    }

    @Test func errorsTellNoValue() {
        let fault = #expect(throws: FormatFault.self) {
            try FormatParser.condition("startDate == %@ AND value == 'geheim'", ["secret"])
        }
        #expect(fault?.description == "in the predicate's format, at character 14: the key is compared with a date")
    }

    @Test func nothingExhaustsTheStack() throws {
        let depth = 5_000
        for opening in ["(", "!", "NOT ", "NOT("] {
            let text = String(repeating: opening, count: depth) + "value == 1"
            #expect(throws: FormatFault.self) { try FormatParser.condition(text, []) }
        }
        let deepest = FormatParser.greatestDepth - 1
        let nested = String(repeating: "(", count: deepest) + "value == 1" + String(repeating: ")", count: deepest)
        #expect(try FormatParser.condition(nested, []) == .compare(.categoryValue, .equal, 1))
        let long = Array(repeating: "value == 1", count: 1_000).joined(separator: " OR ")
        guard case .any(let parts) = try FormatParser.condition(long, []) else { return }
        #expect(parts.count == 1_000)
    }

    /// Whatever stands in a text, it is read or refused.
    @Test func pieceworkNeverCrashes() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 5)
        var random = generator
        let pieces = [
            "value", "startDate", "metadata", ".", "k", "UUID", "%K", "%@", "%d", "%ld", "%", "==", "!=", "<", ">=",
            "IN",
            "BETWEEN", "CONTAINS", "AND", "OR", "NOT", "!", "(", ")", "{", "}", ",", "1", "-", "9223372036854775808",
            "1e5",
            "'a'", "'", "\"", "\\", "nil", "YES", "TRUEPREDICATE", " ", "[c]", "\u{301}", "\0", "é", "💾", "٣", "½",
        ]
        let arguments: [Any] = [
            "value", 1, -1.5, Date(), UUID(), [1, 2], [Any](), NSNull(), Optional<Int>.none as Any, true,
            HKDevice.local(),
            Set(["a"]), ["a": 1], HKQuantity(unit: .meter(), doubleValue: 1), Date.distantPast, Double.nan, Int64.min,
        ]
        var read = 0
        for _ in 0..<5_000 {
            let count = Int.random(in: 1...8, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
            let given = (0..<2).map { _ in arguments.randomElement(using: &random) ?? 1 }
            if let condition = try? FormatParser.condition(text, given) {
                read += 1
                _ = condition.terms
            }
        }
        #expect(read > 5, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func whereHealthKitRaisesTheProgramStops() async {
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "value ==") }
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForQuantitySamples(
                with: .contains,
                quantity: HKQuantity(unit: .count(), doubleValue: 1)
            )
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForObjects(withDeviceProperty: "colour", allowedValues: [])
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .equalTo, value: UUID())
        }
    }
}
