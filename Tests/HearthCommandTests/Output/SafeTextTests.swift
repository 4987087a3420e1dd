import Foundation
import HearthFormats
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// Texts of apps on their way to terminals and files, byte by byte.
@Suite struct SafeTextTests {
    /// Every C0, DEL and C1, the line ends of Unicode, and all that change the direction of text.
    private static let controls: [Unicode.Scalar] =
        (Array(0x00...0x1F) + Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F] + Array(0x2028...0x202E)
        + Array(0x2066...0x2069)).compactMap { Unicode.Scalar($0 as UInt32) }

    private func bytes(_ append: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        append(&bytes)
        return bytes
    }

    @Test func everyControlIsEscapedForTerminalsAndInJSON() throws {
        for scalar in Self.controls {
            let text = "a\(scalar)b"
            let digits = String(scalar.value, radix: 16)
            let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            #expect(bytes { $0.append(printable: text) } == Array("a\(escape)b".utf8))
            #expect(text.printable == "a\(escape)b")
            #expect(bytes { $0.append(quoted: text) } == Array("\"a\(escape)b\"".utf8))
            let read = try JSONDecoder().decode(String.self, from: Data(text.quoted.utf8))
            #expect(Array(read.utf8) == Array(text.utf8))
        }
    }

    @Test func otherTextsStayAsTheyAre() {
        for text in ["", "plain", "Grüße", "👟", "👩‍👩‍👧", "e\u{301}", "❤️", "❤️‍🔥", "👩🏽‍🚀", "\\u001b"] {
            #expect(Array(text.printable.utf8) == Array(text.utf8))
        }
        #expect(Array("ü\\\"👩‍👧".quoted.utf8) == Array("\"ü\\\\\\\"👩‍👧\"".utf8))
    }

    @Test(arguments: [
        "plain", "it's", "a b", "", "$HOME `id` \"x\"", "wat\u{200B}ch", "it's\u{200B}\\", "\u{E0041}a", "a\nb\u{1B}7",
        "\\u200b", "-rf", "\u{7F}1\u{85}f", "Grüße\u{202E}",
    ])
    func aShellReadsTheTextFromItsWord(_ text: String) throws {
        let word = text.shellWord
        #expect(word.unicodeScalars.allSatisfy { !$0.isControl }, "\(word)")
        let read = try Script.run("printf '%s' \(word)", in: try ServerFolder())
        #expect(Array(read.utf8) == Array(text.utf8), "\(word)")
    }

    /// Two names that differ must not look the same.
    @Test func whatNobodySeesIsEscaped() throws {
        for (text, escaped) in [
            ("wat\u{200B}ch", "wat\\u200bch"), ("\u{FEFF}watch", "\\ufeffwatch"), ("watch\u{200D}", "watch\\u200d"),
            ("watch\u{FE0F}", "watch\\ufe0f"), ("1\u{FE0F}", "1\\ufe0f"), ("wat\u{AD}ch", "wat\\u00adch"),
            ("\u{E0041}a", "\\udb40\\udc41a"), ("\u{E0100}", "\\udb40\\udd00"), ("a\u{3164}", "a\\u3164"),
            ("a\u{2060}\u{180E}\u{FFF9}", "a\\u2060\\u180e\\ufff9"), ("👟\u{200D}", "👟\\u200d"),
            ("👟\u{200D}a", "👟\\u200da"), ("❤️\u{FE0F}", "❤️\\ufe0f"), ("\u{200D}👟", "\\u200d👟"),
            ("👟\u{200D}\u{200D}👟", "👟\\u200d\\u200d👟"), ("a\u{2800}", "a\\u2800"), ("\u{E000}", "\\ue000"),
            ("a\u{FFFF}\u{50000}", "a\\uffff\\ud900\\udc00"),
        ] {
            #expect(Array(text.printable.utf8) == Array(escaped.utf8), "\(escaped)")
            #expect(Array(text.quoted.utf8) == Array("\"\(escaped)\"".utf8), "\(escaped)")
            let read = try JSONDecoder().decode(String.self, from: Data(text.quoted.utf8))
            #expect(Array(read.utf8) == Array(text.utf8), "\(escaped)")
        }
        var table = Table(["app"])
        #expect(table.lines([["watch"], ["wat\u{200B}ch"]]) == ["app", "watch", "wat\\u200bch"])
    }

    @Test func csvFieldsAreQuotedByTheirBytes() {
        for (text, wanted) in [
            ("plain", "plain"), ("ü👟", "ü👟"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
            ("a\r\nb", "\"a\r\nb\""), ("a\rb", "\"a\rb\""), ("a\u{1B}b", "\"a\u{1B}b\""),
            // One character each, of which the first byte would end the field.
            (",\u{301}", "\",\u{301}\""), ("a\",\u{20DD}", "\"a\"\",\u{20DD}\""), ("\n\u{301}", "\"\n\u{301}\""),
        ] {
            #expect(bytes { $0.append(csvField: text) } == Array(wanted.utf8), "\(wanted)")
        }
    }

    /// A record of texts with every kind of character reads back bit for bit.
    @Test func csvFieldsReadBackByteForByte() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 43)
        let scalars = Self.controls + [",", "\"", "a", " ", "\u{301}", "ü", "👟"]
        for _ in 0..<2_000 {
            let fields = (0..<3).map { _ in
                var text = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...5, using: &random) {
                    text.append(scalars.randomElement(using: &random) ?? "a")
                }
                return String(text)
            }
            var line = Array("x".utf8)
            for field in fields {
                line.append(UInt8(ascii: ","))
                line.append(csvField: field)
            }
            line.append(UInt8(ascii: "\n"))
            var reader = CSVReader()
            reader.push(line)
            let found = try reader.next()
            #expect(found, "HEARTH_TEST_SEED=\(seed)")
            let read = reader.record.fields.dropFirst().map { Array($0.utf8) }
            #expect(read == fields.map { Array($0.utf8) }, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func tableCellsAndLinesForPeopleAreEscaped() throws {
        var table = Table(["name", "n"])
        #expect(table.lines([["a\u{1B}[31m", "1"]]) == ["name         n", "a\\u001b[31m  1"])
        var output = Output()
        try output.print("a\u{202E}b", after: "\u{1B}[32m+")
        #expect(output.gathered == Array("\u{1B}[32m+a\\u202eb\n".utf8))
    }
}
