import HearthTestSupport
import Testing

@testable import hearth

/// CSV files, in pieces as they come.
@Suite struct CSVReaderTests {
    private func records(_ text: String) throws -> [CSVReader.Record] {
        var reader = CSVReader()
        return try reader.records(in: Array(text.utf8)) + reader.lastRecord()
    }

    private func fields(_ text: String) throws -> [[String]] { try records(text).map(\.fields) }

    @Test func linesBecomeRecords() throws {
        #expect(try fields("") == [])
        #expect(try fields("a,b\nc,d\n") == [["a", "b"], ["c", "d"]])
        #expect(try fields("a,b\r\nc,d") == [["a", "b"], ["c", "d"]])
        #expect(try fields("a,,\n") == [["a", "", ""]])
        #expect(try fields("\n\r\n\na\n\n") == [["a"]])
        #expect(try fields("\u{FEFF}start,value\n") == [["start", "value"]])
        #expect(try fields("\u{FEFF}\"start\",\"value\"\n") == [["start", "value"]])
        #expect(try fields("a,\u{FEFF}b\n\u{FEFF}c\n") == [["a", "\u{FEFF}b"], ["\u{FEFF}c"]])
        #expect(try records("a\n\nb\n\"x\ny\"\nc").map(\.line) == [1, 3, 4, 6])
    }

    @Test func quotesHoldWhatWouldEndAField() throws {
        #expect(try fields("\"a,b\",\"c\"\"d\",\"e\nf\"\n") == [["a,b", "c\"d", "e\nf"]])
        #expect(try fields("\"\",x\n") == [["", "x"]])
        #expect(try fields("a\"b,c\n") == [["a\"b", "c"]])
        #expect(throws: CommandError.self) { try fields("a,\"b\nc") }
    }

    @Test func whatHasNoEndIsRefused() throws {
        let line = String(repeating: "x", count: CSVReader.recordBytesMax + 1)
        let error = #expect(throws: CommandError.self) { try fields("a,b\n" + line) }
        #expect(error?.description.hasPrefix("Line 2 does not end") == true)
    }

    /// However a file is cut, it holds the same; and what is written is read back.
    @Test func piecesMakeNoDifference() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 31)
        let letters: [Character] = ["a", "ü", ",", "\"", "\n", " ", "👟", ";"]
        for _ in 0..<300 {
            let rows = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                ["x"]
                    + (0..<3).map { _ in
                        String(
                            (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
                                letters.randomElement(using: &random)
                            }
                        )
                    }
            }
            let bytes = Array(rows.map { $0.map(\.csvField).joined(separator: ",") + "\n" }.joined().utf8)
            var reader = CSVReader()
            var found: [CSVReader.Record] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(7, rest.count), using: &random)
                found += try reader.records(in: rest.prefix(count))
                rest.removeFirst(count)
            }
            found += try reader.lastRecord()
            #expect(found.map(\.fields) == rows, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func headersNameTheColumns() throws {
        #expect(try SampleFileColumns(header: ["2026-11-21", "", "72"]) == nil)
        let columns = try #require(try SampleFileColumns(header: ["uuid", "Value ", "UNIT", "start", "note"]))
        #expect(columns.start == 3 && columns.value == 1 && columns.unit == 2 && columns.id == 0 && columns.end == nil)
        #expect(throws: CommandError.self) { try SampleFileColumns(header: ["start", "end"]) }
    }
}
