import HearthModel
import HearthWire
import Testing

/// Texts that are none, in every field of every message that holds one.
@Suite struct HostileTextTests {
    struct BadText: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var testDescription: String { name }
    }

    static let badTexts: [BadText] = [
        BadText(name: "NUL alone", bytes: [0]),
        BadText(name: "NUL at the beginning", bytes: [0, 0x61]),
        BadText(name: "NUL in the middle", bytes: [0x61, 0, 0x62]),
        BadText(name: "NUL at the end", bytes: [0x61, 0]),
        BadText(name: "two NUL", bytes: [0, 0]),
        BadText(name: "continuation byte alone", bytes: [0x80]),
        BadText(name: "continuation byte after a letter", bytes: [0x61, 0xBF]),
        BadText(name: "two bytes, the second missing", bytes: [0x61, 0xC3]),
        BadText(name: "two bytes, the second a letter", bytes: [0xC3, 0x61]),
        BadText(name: "three bytes, the third missing", bytes: [0xE2, 0x82]),
        BadText(name: "three bytes, the second missing", bytes: [0x61, 0xE2, 0x61]),
        BadText(name: "four bytes, the fourth missing", bytes: [0xF0, 0x9F, 0x91]),
        BadText(name: "overlong NUL", bytes: [0xC0, 0x80]),
        BadText(name: "overlong slash in two bytes", bytes: [0xC0, 0xAF]),
        BadText(name: "overlong letter in two bytes", bytes: [0xC1, 0xBF]),
        BadText(name: "overlong slash in three bytes", bytes: [0xE0, 0x80, 0xAF]),
        BadText(name: "overlong, the greatest in three bytes", bytes: [0xE0, 0x9F, 0xBF]),
        BadText(name: "overlong slash in four bytes", bytes: [0xF0, 0x80, 0x80, 0xAF]),
        BadText(name: "overlong, the greatest in four bytes", bytes: [0xF0, 0x8F, 0xBF, 0xBF]),
        BadText(name: "first surrogate", bytes: [0xED, 0xA0, 0x80]),
        BadText(name: "last surrogate", bytes: [0xED, 0xBF, 0xBF]),
        BadText(name: "a pair of surrogates", bytes: [0xED, 0xA0, 0xBD, 0xED, 0xB1, 0xA9]),
        BadText(name: "beyond Unicode", bytes: [0xF4, 0x90, 0x80, 0x80]),
        BadText(name: "far beyond Unicode", bytes: [0xF7, 0xBF, 0xBF, 0xBF]),
        BadText(name: "five bytes", bytes: [0xF8, 0x88, 0x80, 0x80, 0x80]),
        BadText(name: "six bytes", bytes: [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]),
        BadText(name: "FE", bytes: [0xFE]),
        BadText(name: "FF", bytes: [0xFF]),
        BadText(name: "UTF-16", bytes: [0xFF, 0xFE, 0x61, 0x00]),
        BadText(name: "Latin-1", bytes: [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72]),
        BadText(name: "bad after a hundred good ones", bytes: [UInt8](repeating: 0x61, count: 100) + [0xFF]),
    ]

    /// The texts of the corpus, one site for each field of the schema and one for each further element of a list.
    private static let texts: [(frame: Corpus.Frame, site: Site)] = Corpus.frames.flatMap { frame in
        frame.sites.filter { $0.field.type == "string" }.map { (frame, $0) }
    }

    @Test func everyTextFieldOccurs() {
        let missing = Schema.hearth.fields.filter { $0.type == "string" }.filter { field in
            !Self.texts.contains { $0.site.field == field }
        }
        #expect(missing.isEmpty)
    }

    @Test(arguments: badTexts)
    func aBadTextIsRefusedInEveryField(_ bad: BadText) {
        var check = RefusalCheck()
        for (frame, site) in Self.texts {
            check.expect(
                .malformedText,
                at: site.path,
                frame.tree.replacing(site, with: .bytes(bad.bytes)),
                frame.direction,
                "\(frame.name), \(bad.name)"
            )
        }
        check.report()
    }

    @Test func aTextThatIsTooLongIsRefusedInEveryField() {
        var check = RefusalCheck()
        for (frame, site) in Self.texts {
            check.expect(
                .limitExceeded,
                at: site.path,
                frame.tree.replacing(site, with: .bytes([UInt8](repeating: 0x61, count: site.limit + 1))),
                frame.direction,
                frame.name
            )
        }
        check.report()
    }

    /// Those of which the schema says so: `Not "".`
    @Test func anEmptyTextIsRefusedWhereTheSchemaSaysSo() {
        var check = RefusalCheck()
        var fields: Set<Schema.Field> = []
        for (frame, site) in Self.texts where site.field.comment.contains("Not \"\"") {
            fields.insert(site.field)
            check.expect(
                .malformedText,
                at: site.path,
                frame.tree.replacing(site, with: .bytes([])),
                frame.direction,
                frame.name
            )
        }
        let expected: Set = ["App", "MetadataEntry", "Source", "SourceRevisionPattern"]
        #expect(expected.isSubset(of: Set(fields.map(\.message))))
        check.report()
    }
}

extension Site {
    /// The bytes that a text may have.
    fileprivate var limit: Int {
        switch field.name {
        case "unit" where field.message != "AccessRequest": Limits.unitBytes
        case "string_value": Int(Limits.standard.metadataBytes)
        default: Int(Limits.standard.stringBytes)
        }
    }
}
