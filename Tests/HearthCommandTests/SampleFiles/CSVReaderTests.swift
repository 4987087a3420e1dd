import Foundation
import HearthFormats
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// CSV files, in pieces as they come.
@Suite struct CSVReaderTests {
    private func records(_ text: String) throws -> [CSVReader.Record] {
        try records(in: [Array(text.utf8)])
    }

    private func records(in pieces: [[UInt8]]) throws -> [CSVReader.Record] {
        var reader = CSVReader()
        var records: [CSVReader.Record] = []
        for piece in pieces {
            reader.push(piece)
            while try reader.next() {
                records.append(reader.record)
            }
        }
        if try reader.lastRecord() {
            records.append(reader.record)
        }
        return records
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

    /// A field without bytes takes memory too.
    @Test func fieldsAreLimited() throws {
        let most = CSVReader.maxRecordFields
        let separators = [UInt8](repeating: UInt8(ascii: ","), count: 1 << 16)
        #expect(throws: CSVReader.Fault.self) { try records(in: [separators, separators]) }
        #expect(try records(in: [Array(separators.prefix(most - 1)) + [0x0a]]).map(\.count) == [most])
    }

    @Test func theFirstSeparatorSeparatesTheWholeFile() throws {
        #expect(try fields("a;b\nc,d;e\n") == [["a", "b"], ["c,d", "e"]])
        #expect(try fields("a,b\nc;d,e\n") == [["a", "b"], ["c;d", "e"]])
        #expect(try fields("\"a,b\";c\n1,5;2\n") == [["a,b", "c"], ["1,5", "2"]])
        #expect(try fields("a\nb;c,d\n") == [["a"], ["b", "c,d"]])
        #expect(try fields("a\tb c\nd,e\tf;\n") == [["a", "b c"], ["d,e", "f;"]])
    }

    @Test func quotesHoldWhatWouldEndAField() throws {
        #expect(try fields("\"a,b\",\"c\"\"d\",\"e\nf\"\n") == [["a,b", "c\"d", "e\nf"]])
        #expect(try fields("\"\",x\n") == [["", "x"]])
        #expect(try fields("a\"b,c\n") == [["a\"b", "c"]])
        #expect(try fields("x,\"a\r\"\r\n") == [["x", "a\r"]])
        #expect(throws: CSVReader.Fault.self) { try fields("a,\"b\nc") }
    }

    @Test func whatHasNoEndIsRefused() throws {
        let line = String(repeating: "x", count: CSVReader.maxRecordBytes + 1)
        let error = #expect(throws: CSVReader.Fault.self) { try fields("a,b\n" + line) }
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
            let bytes = rows.flatMap { row in
                row.enumerated().reduce(into: [UInt8]()) { bytes, field in
                    bytes += field.offset == 0 ? [] : [UInt8(ascii: ",")]
                    bytes.append(csvField: field.element)
                } + [UInt8(ascii: "\n")]
            }
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                pieces.append(Array(rest.prefix(Int.random(in: 1...7, using: &random))))
                rest.removeFirst(pieces[pieces.count - 1].count)
            }
            let found = try records(in: pieces)
            #expect(found.map(\.fields) == rows, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func headersNameTheColumns() throws {
        #expect(try columns(["2026-11-21", "", "72"]) == nil)
        #expect(try columns(["yesterday", "", "72"]) == nil)
        let own = try #require(try columns(["uuid", "Value ", "UNIT", "start", "note"]))
        #expect(own.start == 3 && own.value == 1 && own.unit == 2 && own.id == 0 && own.end == nil)
        let apples = try #require(try columns(["startDate", "endDate", "value"]))
        #expect(apples.start == 0 && apples.end == 1 && apples.value == 2)
    }

    @Test func aHeaderThatLacksAColumnIsRefusedWithItsName() throws {
        for (header, missing) in [
            (["time", "bpm"], "no column 'start' and no column 'value'"), (["start", "bpm"], "no column 'value'."),
            (["time", "value"], "no column 'start'."), (["x"], "no column 'start'"),
        ] {
            let error = try #require(#expect(throws: InputError.self) { try columns(header) })
            #expect(error.description.contains(missing) && error.description.contains("value, unit and uuid"))
            #expect(!error.description.contains("is not a date"))
        }
    }

    /// Three fields are start, end and value; any other number would be a guess.
    @Test(arguments: [["2026-11-21"], ["2026-11-21", "60"], ["2026-11-21", "", "60", "count/s", "app", "id"]])
    func aFileWithoutHeaderHasThreeFields(_ fields: [String]) throws {
        let error = try #require(#expect(throws: InputError.self) { try columns(fields) })
        #expect(error.description.hasPrefix("The file has no header, and \(fields.count) field"))
        #expect(error.description.contains("start,value"))
    }

    private func columns(_ header: [String]) throws -> CSVColumns? {
        try CSVColumns(header: header, names: .usual, dates: DateReader(now: Timestamp(nanoseconds: 0), zone: .gmt))
    }
}
