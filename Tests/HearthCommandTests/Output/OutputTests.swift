import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// Tables, JSON and CSV.
@Suite struct OutputTests {
    @Test func aTableGrowsWithItsRows() {
        var table = Table(["name", "value"], rightAligned: [1])
        #expect(
            table.lines([["a", "1"], ["long name", "10"]]) == [
                "name       value", "a              1", "long name     10",
            ]
        )
        #expect(table.lines([["b", "100000"]]) == ["b          100000"])
        #expect(table.lines([["", ""]]) == [""])
        #expect(table.lines([]) == [])
    }

    /// Texts are cut, the widest first; numbers and what is to stay whole are not.
    @Test func aTableFitsTheTerminal() {
        let rows = [["2026-11-21 10:00:00", "72", "org.example.watch", "01A20C24-C64E-7160"]]
        let names = ["start", "value", "source", "uuid"]
        var table = Table(names, rightAligned: [1], whole: [0], width: 56)
        let lines = table.lines(rows)
        #expect(
            lines == [
                "start                value  source         uuid",
                "2026-11-21 10:00:00     72  org.example.…  01A20C24-C64…",
            ]
        )
        var narrow = Table(names, rightAligned: [1], whole: [0], width: 20)
        #expect(narrow.lines(rows).last == "2026-11-21 10:00:00     72  org.exa…  01A20C2…")
        var wide = Table(names, rightAligned: [1], whole: [0], width: 80)
        #expect(wide.lines(rows).last == "2026-11-21 10:00:00     72  org.example.watch  01A20C24-C64E-7160")
    }

    @Test func numbersAreAsShortAsTheyCanBe() throws {
        #expect([72, -5, 0, -0.0, 0.1, 1e15].map(\.shortText) == ["72", "-5", "0", "-0", "0.1", "1000000000000000"])
        var (random, seed) = SeededGenerator.fromEnvironment(default: 41)
        for _ in 0..<5_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            #expect(Double(number.shortText) == number, "HEARTH_TEST_SEED=\(seed)")
            var bytes: [UInt8] = []
            bytes.append(number: number)
            #expect(bytes == Array(number.shortText.utf8), "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func jsonIsReadByOthers() throws {
        let json = JSON.object([
            "infinite": .number(.infinity), "text": .string("a\"b\\c\n\u{1}ü👟"), "number": .number(1e300),
            "missing": .null, "yes": .bool(true),
            "list": .array([.integer(.min), .object([:])]),
        ])
        let parsed = try JSONSerialization.jsonObject(with: Data(json.text.utf8))
        let object = try #require(parsed as? [String: Any])
        #expect(object["text"] as? String == "a\"b\\c\n\u{1}ü👟")
        #expect(object["number"] as? Double == 1e300)
        #expect(object["yes"] as? Bool == true)
        #expect(object["missing"] == nil)
        #expect(object["infinite"] is NSNull)
        #expect((object["list"] as? [Any])?.first as? Int == .min)
        #expect(!json.text.contains("\n"))
    }

    @Test func wordsAreCounted() {
        #expect([0, 1, 2].map { $0.counted("deletion") } == ["0 deletions", "1 deletion", "2 deletions"])
        #expect([1, 2].map { $0.counted("is", "are") } == ["1 is", "2 are"])
    }

    @Test func identifiersAreWrittenAsBytes() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 61)
        for _ in 0..<200 {
            let id = ObjectID(high: random.next(), low: random.next())
            var bytes: [UInt8] = []
            bytes.append(id)
            #expect(bytes == Array(id.description.utf8), "HEARTH_TEST_SEED=\(seed)")
            #expect(ObjectID(text: bytes.span) == id, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func durationsAreClocks() {
        #expect([0, 59.6, 1_500, 3_723].map(\.clockText) == ["0:00", "1:00", "25:00", "1:02:03"])
        #expect([0, 4.999, 1.05].map(\.hundredths) == ["0.00", "5.00", "1.05"])
    }
}
