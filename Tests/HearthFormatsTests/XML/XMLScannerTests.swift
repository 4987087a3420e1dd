import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthFormats

/// The scanner reads what Expat reads.
@Suite struct XMLScannerTests {
    private let seed = SeededGenerator.firstSeed(default: 4_100)

    private struct Contents: Equatable {
        var columns: [SampleColumns] = []
        var omissions: [HealthTally.Omission: Int] = [:]
        var characteristics = CharacteristicValues()
        var error: FormatError?

        init(_ document: [UInt8], _ parsing: HealthParsing, pieceBytes: Int = 1 << 20) {
            let export = HealthExport(document: document, pieceBytes: pieceBytes, parsing: parsing)
            do throws(FormatError) {
                while let batch = try export.next() {
                    columns += batch.groups.flatMap(\.columns)
                }
            } catch {
                self.error = error
            }
            omissions = export.tally.omissions
            characteristics = export.characteristics
        }
    }

    private static func document(_ seed: UInt64, _ records: Int, _ style: AppleExport.Style) throws -> [UInt8] {
        let folder = try ExportFolder(seed: seed, records: records, style: style)
        return Array(try Data(contentsOf: URL(filePath: folder.document)))
    }

    @Test(arguments: [AppleExport.Style.metric, .imperial])
    func anExportIsReadAsExpatReadsIt(_ style: AppleExport.Style) throws {
        let document = try Self.document(seed, 2_000, style)
        let scanned = Contents(document, .byEncoding)
        let isEqual = scanned == Contents(document, .byExpat)
        #expect(isEqual, "HEARTH_TEST_SEED=\(seed)")
        #expect(scanned.error == nil && !scanned.columns.isEmpty)
        let areEqual = Contents(document, .byEncoding, pieceBytes: 7) == scanned
        #expect(areEqual)
    }

    /// What Expat takes of a damaged document the scanner takes too, with the same result.
    @Test func aDamagedExportIsReadAsExpatReadsIt() throws {
        let whole = try Self.document(seed, 60, .metric)
        var generator = SeededGenerator(seed: seed)
        var taken = 0
        let pieces = [
            "&amp;", "&#65;", "&#x1F600;", "\"", "'", "<", ">", "/", "\r\n", "\t", "<!-- - -->", "<![CDATA[<]]>",
            "<?x?>", "\u{B}", "ä", " a=\"b\"", " xmlns=\"x\"", "x:", "&lt;", "startDate=\"\"", "\u{0}",
        ]
        for round in 0..<400 {
            var document = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 600..<document.count - 20, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: document[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: document.removeSubrange(place..<place + Int.random(in: 1...12, using: &generator))
                default: document.insert(contentsOf: pieces.randomElement(using: &generator)!.utf8, at: place)
                }
            }
            let expected = Contents(document, .byExpat)
            guard expected.error == nil else { continue }
            taken += 1
            let isEqual = Contents(document, .byEncoding) == expected
            #expect(isEqual, "HEARTH_TEST_SEED=\(seed), round \(round)")
        }
        #expect(taken > 20)
    }

    @Test(
        arguments: [
            ("<Record type=\"&unknown;\"/>", FormatError.Code.malformed),
            ("<Record type=\"<\"/>", .malformed),
            ("<Record type=a/>", .malformed),
            ("<Record type/>", .malformed),
            ("<Record></Workout>", .malformed),
            ("<a:Record/>", .malformed),
            ("text &#0; text", .malformed),
            ("</HealthData><HealthData>", .malformed),
            ("</HealthData>text", .malformed),
            ("<!ENTITY a \"b\">", .malformed),
            (String(repeating: "<a>", count: 100), .tooDeep),
            ("<Record type=\"" + String(repeating: "x", count: 600_000), .tooLong),
            ("<!-- ", .truncated),
            ("<Record", .truncated),
            ("<Record type=\"", .truncated),
            ("&am", .truncated),
        ] as [(String, FormatError.Code)]
    )
    func whatIsNoXMLIsRefused(_ content: String, _ code: FormatError.Code) {
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"x\">\n"
        let document = Array((start + content).utf8)
        for pieceBytes in [1 << 20, 300] {
            let error = Contents(document, .byEncoding, pieceBytes: pieceBytes).error
            #expect(error?.code == code, "\(content.prefix(30))")
            #expect((error?.byteOffset).map { 0...document.count ~= $0 } == true)
        }
    }

    /// Bytes that are not UTF-8, surrogates, and what is no character of XML.
    @Test(arguments: [
        [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xef, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80], [0xe4, 0x20],
    ])
    func otherBytesAreRefused(_ bytes: [UInt8]) {
        let start = Array("<?xml version=\"1.0\"?><HealthData><Record type=\"".utf8)
        let document = start + bytes + Array("\"/></HealthData>".utf8)
        #expect(Contents(document, .byEncoding).error?.code == .malformed)
        #expect(Contents(document, .byExpat).error?.code == .malformed)
    }

    /// Characters of references count as others do: a text is at most 64 KiB.
    @Test(arguments: ["&amp;", "&#x1F600;", "x"])
    func aTextIsNoLongerThanTheLimit(_ character: String) throws {
        let start = "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><name>"
        func parse(_ count: Int, by parser: (any XMLHandler) -> any XMLParsing) throws(FormatError) {
            let parser = parser(RootHandler())
            let name = String(repeating: character, count: count)
            try parser.push(Array((start + name + "</name></trk></gpx>").utf8).span.bytes)
            try parser.finish()
        }
        let bytes = character.count == 1 ? 1 : character == "&amp;" ? 1 : 4
        let most = (64 << 10) / bytes
        try parse(most) { XMLScanner($0) }
        try parse(most) { XMLReader($0) }
        for makeParser in [{ XMLScanner($0) }, { XMLReader($0) }] as [(any XMLHandler) -> any XMLParsing] {
            let error = #expect(throws: FormatError.self) { try parse(most + 1, by: makeParser) }
            #expect(error?.code == .tooLong)
        }
    }

    /// Expat reads what is not UTF-8.
    @Test func anotherEncodingIsRead() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><HealthData><Record type=\"HKQuantityTypeIdentifierStepCount\" "
            + "sourceName=\"J\u{E4}ger\" unit=\"count\" startDate=\"2024-03-01 07:14:22 -0800\" "
            + "endDate=\"2024-03-01 07:14:22 -0800\" value=\"3\"/></HealthData>"
        let document = text.unicodeScalars.map { UInt8($0.value) }
        let export = HealthExport(document: document)
        let batch = try export.next()
        #expect(batch?.groups.first?.origin.name == "J\u{E4}ger")
    }
}
