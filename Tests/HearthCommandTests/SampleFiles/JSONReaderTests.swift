import Foundation
import HearthTestSupport
import Testing

@testable import hearth

/// Lines of JSON.
@Suite struct JSONReaderTests {
    private func text(_ line: String) -> String? { JSONReader.value(Array(line.utf8))?.text }

    @Test(arguments: [
        ("null", "null"), (" true ", "true"), ("[1,-2.50,3e5, \"\"]", "[1,-2.50,3e5,\"\"]"), ("{}", "{}"),
        ("[ ]", "[]"),
        ("{ \"a\" : { \"b\" : [ ] } , \"c\":1 }", "{\"a\":{\"b\":[]},\"c\":1}"),
        ("\"\\u00e9\\ud83d\\ude00\\/\\n\"", "\"é😀/\\u000a\""),
    ])
    func valuesAreRead(_ line: String, _ wanted: String) {
        #expect(text(line) == wanted)
    }

    @Test(arguments: [
        "", "nul", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[1 2]", "\"a", "\"\n\"", "\"\\x\"", "\"\\ud83d\"",
        "\"\\ud83d\\u0041\"", "\"\\udc00\"", "\"\\u00+1\"", "+1", "01", "-01", "1.e5", "1e+", ".5", "1.", "1e", "-",
        "1 2", "{'a':1}", "NaN", "Infinity",
        String(repeating: "[", count: 100_000),
    ])
    func whatIsNotJSONIsRefused(_ line: String) {
        #expect(text(line) == nil)
    }

    @Test func textThatIsNotUTF8IsRefused() {
        #expect(JSONReader.value([0x22, 0xFF, 0x22]) == nil)
    }

    /// Damaged lines never trap, and what is accepted is JSON to Foundation, too.
    @Test func damagedLinesAreRefusedOrRead() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 71)
        let line = Array("{\"a\":[1.5e3,true,null],\"b\":{\"c\":\"x\\u0041\\n\"},\"d\":-7}".utf8)
        for _ in 0..<20_000 {
            var damaged = line
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
                    in: 0x20...0x7E,
                    using: &random
                )
            }
            guard let value = JSONReader.value(damaged) else { continue }
            let again = try? JSONSerialization.jsonObject(with: Data(value.text.utf8), options: .fragmentsAllowed)
            #expect(again != nil, "HEARTH_TEST_SEED=\(seed): \(String(decoding: damaged, as: UTF8.self))")
        }
    }
}
