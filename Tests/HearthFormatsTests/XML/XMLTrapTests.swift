import Foundation
import HearthFormats
import Testing

/// What real and hostile XML does.
@Suite struct XMLTrapTests {
    private static let gpx = GPXText.track(type: "running", GPXText.point(0), GPXText.point(60))

    /// Strava's files begin with blanks.
    @Test(arguments: ["", " ", "\n\t  ", "\u{FEFF}", "\u{FEFF}\n", String(repeating: " ", count: 200_000)])
    func whatStandsBeforeTheDeclarationIsSkipped(_ start: String) throws {
        #expect(try read(start + Self.gpx).workouts == read(Self.gpx).workouts)
    }

    @Test(
        arguments: [
            "<!DOCTYPE gpx>",
            "<!DOCTYPE gpx SYSTEM \"a>b[.dtd\">",
            "<!DOCTYPE gpx PUBLIC '-//x' 'y'><!-- <!DOCTYPE -->",
            "<!DOCTYPE gpx [\n<!ATTLIST a b CDATA #IMPLIED\n<!ELEMENT c (d]|e)>\n<!-- \" ' -->\n] >",
            "<!DOCTYPE gpx[<!ENTITY % a SYSTEM 'file:///etc/passwd'> %a; ]>",
            "<?a <!DOCTYPE ?>",
        ]
    )
    func aDocumentTypeIsNotParsed(_ declaration: String) throws {
        let text = Self.gpx.replacing("?>\n<gpx", with: "?>\n\(declaration)\n<gpx")
        #expect(try read(text).workouts == read(Self.gpx).workouts)
        for piece in [1, 7, 64] {
            #expect(try read(Array(text.utf8), piece: piece).workouts.count == 1)
        }
    }

    @Test func controlBytesBecomeBlanks() throws {
        let text = Self.gpx.replacing("A &amp; B", with: "A\u{0B}B\u{0}\u{1F}")
        #expect(try read(text).workouts.first?.name == "A B")
    }

    /// Each byte may be the last of a piece.
    @Test func anAttributeThatOccursTwiceIsReadOnce() throws {
        let text = Self.gpx.replacing("lat=\"52.5\"", with: "lat=\"52.5\" lat = '7' x=\"a>b\" lat=\"8\"")
            .replacing("<trkseg>", with: "<!-- <a b=\" --><trkseg><![CDATA[ <a b=\" ]]><?a b=\" ?>")
        #expect(try read(text).workouts == read(Self.gpx).workouts)
        for piece in [1, 5, 64] {
            #expect(try read(Array(text.utf8), piece: piece).workouts == read(Self.gpx).workouts)
        }
    }

    @Test func anEntityOfADocumentTypeIsRefused() {
        var bomb = "<!DOCTYPE gpx [<!ENTITY a0 \"lol\">"
        for level in 1..<30 {
            bomb += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">"
        }
        let text = Self.gpx.replacing("?>\n<gpx", with: "?>\n\(bomb)]>\n<gpx").replacing("A &amp; B", with: "&a29;")
        let found = error(of: text)
        #expect(found?.code == .malformed)
        #expect(found?.byteOffset == text.utf8.count - text[text.firstRange(of: "&a29;<")!.lowerBound...].utf8.count)
    }

    @Test func anEntityDeclarationInUTF16IsRefused() {
        let text = Self.gpx.replacing("?>\n<gpx", with: "?>\n<!DOCTYPE gpx [<!ENTITY a \"b\">]>\n<gpx")
        #expect(error(of: utf16(text))?.code == .entityDeclaration)
    }

    @Test func utf16IsRead() throws {
        let file = try WorkoutFile(Data(utf16(Self.gpx)))
        #expect(try file.workouts == read(Self.gpx).workouts)
    }

    /// UTF-16 is parsed by Expat, which keeps all names, and a tag until it ends.
    @Test(
        arguments: [
            ("<a>" + String(repeating: "<b>", count: 100), .tooDeep, .tooDeep),
            ("<a b=\"" + String(repeating: "x", count: 2_000_000), .malformed, .tooLong),
            ("<name>" + String(repeating: "x", count: 200_000) + "</name>", .tooLong, .tooLong),
            ((0..<5000).map { "<x:e\($0)/>" }.joined(), .malformed, .tooManyNames),
            ((0..<5000).map { "<x:e a\($0)=\"\"/>" }.joined(), .malformed, .tooManyNames),
            ((0..<5000).map { "<x:e xmlns:a\($0)=\"b\"/>" }.joined(), .malformed, .tooManyNames),
            ("<x:e" + (0..<5000).map { " xmlns:a\($0)=\"b\"" }.joined() + "/>", .tooManyNames, .tooManyNames),
            ("<a></b>", .malformed, .malformed),
            ("<a", .truncated, .truncated),
            ("", .truncated, .truncated),
            ("<y:a/>", .malformed, .malformed),
            ("<a b='1' b='2'/>", .malformed, .malformed),
        ] as [(String, FormatError.Code, FormatError.Code)]
    )
    func hostileXMLIsRefused(_ content: String, _ code: FormatError.Code, _ codeOfExpat: FormatError.Code) {
        let text = GPXText.file("<trk>" + content)
        let cut = code == .truncated ? String(text.prefix(text.count - "</gpx>\n".count)) : text
        for (bytes, code) in [(Array(cut.utf8), code), (utf16(cut), codeOfExpat)] {
            let found = error(of: bytes)
            #expect(found?.code == code, "\(content.prefix(40))")
            #expect((found?.byteOffset).map { 0...bytes.count ~= $0 } == true)
        }
    }

    /// Names that nothing reads are not kept.
    @Test func manyNamesAreRead() throws {
        let names = (0..<5000).map { "<x:e\($0) a\($0)=\"\"/>" }.joined()
        let text = Self.gpx.replacing("</trkseg>", with: names + "</trkseg>")
        #expect(try read(text).workouts == read(Self.gpx).workouts)
    }

    @Test func everyCutIsRefusedAsOne() {
        let bytes = Array(Self.gpx.trimmingPrefix { $0 != "\n" }.trimmingPrefix("\n").utf8)
        for count in 1..<(bytes.count - "\n".utf8.count) {
            let found = error(of: Array(bytes.prefix(count)))
            #expect(found?.code == .truncated && found?.byteOffset == count, "\(count)")
        }
    }

    @Test func piecesDoNotMatter() throws {
        let bytes = Array(Self.gpx.utf8)
        let whole = try read(Self.gpx)
        for piece in [1, 2, 3, 5, 13, 100, 1000] {
            let pieces = try read(bytes, piece: piece)
            #expect(pieces.workouts == whole.workouts && pieces.notices == whole.notices)
        }
    }

    @Test(arguments: ["", "   ", "hello", "{}", "PK\u{3}\u{4}", "<html></html>", "<a:gpx xmlns:a=\"b\"/>"])
    func anotherFormatIsRefused(_ text: String) {
        #expect(error(of: text)?.code == .unknownFormat)
    }

    @Test func anErrorHoldsNoText() {
        let text = Self.gpx.replacing("</trkseg>", with: "SECRET</wrong>")
        let found = error(of: text)
        #expect(found.map { "\($0)" }?.contains("SECRET") == false)
    }

    @Test func aMissingFileIsUnreadable() {
        #expect(throws: FormatError.self) { try WorkoutFile(contentsOf: URL(filePath: "/nowhere/a.gpx")) }
    }

    private func utf16(_ text: String) -> [UInt8] {
        [0xff, 0xfe]
            + text.replacing("<?xml version=\"1.0\"?>", with: "<?xml version=\"1.0\" encoding=\"UTF-16\"?>")
            .utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    }
}
