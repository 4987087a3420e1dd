import Foundation
import HearthFormats
import HearthModel
import HearthTestSupport
import Testing

/// The files of electrocardiograms in an export.
@Suite struct ElectrocardiogramTests {
    private static let head = [
        "Name,Anna", "Date of Birth,\"Apr 12, 1985\"", "Recorded Date,2024-03-01 07:14:22 -0800",
        "Classification,Sinus Rhythm", "Symptoms,", "Software Version,1.90", "Device,\"Watch6,10\"",
        "Sample Rate,512 hertz", "", "Lead,Lead I", "Unit,µV", "",
    ]
    private static let voltages = ["-48.673", "0", "1e2", "12.5"]

    /// An export with a file of an electrocardiogram.
    private func read(_ bytes: Data) throws -> ReadExport {
        let folder = try ExportFolder(seed: 1, records: 1)
        defer { withExtendedLifetime(folder) {} }
        try ZipWriter.write(
            [
                (name: "e/export.xml", content: Data("<HealthData></HealthData>".utf8)),
                (name: "e/elektrokardiogramme/ekg.csv", content: bytes),
            ],
            to: folder.file("a.zip")
        )
        return try ReadExport(folder.file("a.zip"))
    }

    private func read(_ lines: [String], newline: String = "\n") throws -> ReadExport {
        try read(Data(lines.map { $0 + newline }.joined().utf8))
    }

    private func records(_ read: ReadExport) -> RecordColumns? {
        guard case .record(let records)? = read.columns("electrocardiogram").first?.payload else { return nil }
        return records
    }

    @Test func aFileHasWhatItsLinesSay() throws {
        let read = try read(Self.head + Self.voltages)
        let columns = try #require(read.columns("electrocardiogram").first)
        let found = try #require(records(read))
        #expect(found.voltages == [-48.673, 0, 100, 12.5] && found.lengths == [4])
        #expect(columns.starts[0].nanoseconds == 1_709_306_062_000_000_000)
        #expect(columns.end(0).nanoseconds - columns.starts[0].nanoseconds == 7_812_500)
        let record = found.records[0]
        #expect(record.integer(.classification) == 1 && record.integer(.symptomsStatus) == 0)
        #expect(record.number(.samplingFrequency) == 512)
        #expect(columns.provenance[0]?.device?.hardwareVersion == "Watch6,10")
        #expect(read.sourceNames("electrocardiogram") == ["ECG"] && read.omitted.isEmpty)
    }

    /// Line ends, marks, decimal commas, quotes, older files, other units, and files of other languages say the same.
    @Test func allSpellingsAreOne() throws {
        let commas = Self.voltages.map { $0.replacing(".", with: ",") }
        var german = Self.head
        for (index, name) in [
            (1, "Geburtsdatum"), (2, "Aufnahmedatum"), (3, "Klassifizierung"), (4, "Symptome"), (5, "Softwareversion"),
            (6, "Gerät"), (7, "Abtastrate"), (9, "Ableitung"), (10, "Einheit"),
        ] {
            german[index] = name + german[index].drop { $0 != "," }
        }
        german[3] = "Klassifizierung,Sinusrhythmus"
        german[7] = "Abtastrate,\"512,000 Hertz\""
        let older = Self.head.filter { !$0.hasPrefix("Symptoms") }
        let expected = try #require(records(read(Self.head + Self.voltages)))
        for (name, lines, newline) in [
            ("CRLF", Self.head + Self.voltages, "\r\n"),
            ("mark", ["\u{FEFF}" + Self.head[0]] + Self.head.dropFirst() + Self.voltages, "\n"),
            ("commas", Self.head + commas, "\n"), ("quotes", Self.head + commas.map { "\"\($0)\"" }, "\n"),
            ("older", older + Self.voltages, "\n"), ("German", german + commas, "\n"),
            (
                "semicolons",
                german.map { $0.replacing(",", with: ";", maxReplacements: 1) } + commas, "\n"
            ),
        ] {
            #expect(try records(read(lines, newline: newline)) == expected, "\(name)")
        }
        let millivolts = Self.head.map { $0 == "Unit,µV" ? "Unit,mV" : $0 }
        #expect(try records(read(millivolts + ["0.5"]))?.voltages == [500])
    }

    /// An archive, a folder, and bytes in memory.
    @Test func aFileIsTheSameAnywhere() throws {
        let bytes = (Self.head + Self.voltages).joined(separator: "\n")
        let expected = try #require(records(read(Data(bytes.utf8))))
        let folder = try ExportFolder(seed: 1, records: 1)
        defer { withExtendedLifetime(folder) {} }
        let place = URL(filePath: folder.file("other"))
        try ExportFolder.write([("export.xml", "<HealthData/>"), ("electrocardiograms/a.csv", bytes)], in: place)
        #expect(try records(ReadExport(place.path(percentEncoded: false))) == expected)
        let export = HealthExport(document: Array("<HealthData/>".utf8), electrocardiograms: [Array(bytes.utf8)])
        let columns = try #require(try export.next()).groups.flatMap(\.columns)
        #expect(columns.map(\.payload) == [.record(expected)])
    }

    /// A text that this version does not know is kept.
    @Test func textsAreNumbersOrMetadata() throws {
        for (text, number, isKept) in [
            ("Atrial Fibrillation", 2, false), ("Vorhofflimmern", 2, false), ("Poor Recording", 5, false),
            ("Heart Rate Over 120", 4, false), ("", 0, false), ("Something New", 100, true),
        ] as [(String, Int64, Bool)] {
            let read = try read(Self.head.map { $0.hasPrefix("Class") ? "Classification,\(text)" : $0 } + ["1"])
            #expect(records(read)?.records.first?.integer(.classification) == number, "\(text)")
            let kept = read.metadata("electrocardiogram").first?["org.hearth.imported.classification"]
            #expect(kept == (isKept ? .string(text) : nil), "\(text)")
        }
        for (text, number) in [("None", 1), ("Keine", 1), ("Rapid, pounding heartbeat,Fatigue", 2)] as [(String, Int64)]
        {
            let read = try read(Self.head.map { $0.hasPrefix("Symptoms") ? "Symptoms,\(text)" : $0 } + ["1"])
            #expect(records(read)?.records.first?.integer(.symptomsStatus) == number, "\(text)")
            let kept = read.metadata("electrocardiogram").first?["org.hearth.imported.symptoms"]
            #expect(kept == (number == 2 ? .string(text) : nil), "\(text)")
        }
    }

    @Test func whatIsNoElectrocardiogramIsCounted() throws {
        let cases: [(String, Data)] = [
            ("empty", Data()), ("no date", Data("Name,Anna\n1\n2\n".utf8)),
            ("text among numbers", Data((Self.head + ["1", "x,2"]).joined(separator: "\n").utf8)),
            ("a long line", Data((Self.head + [String(repeating: "x", count: 100_000)]).joined(separator: "\n").utf8)),
            ("many lines", Data((Self.head + (0..<100).map { "a\($0),b" }).joined(separator: "\n").utf8)),
            ("too many", Data((Self.head + Array(repeating: "1", count: 131_073)).joined(separator: "\n").utf8)),
            ("zeros", Data(repeating: 0, count: 9 << 20)),
        ]
        for (name, bytes) in cases {
            let read = try read(bytes)
            #expect(read.omitted == ["HKDataTypeIdentifierElectrocardiogram": 1], "\(name)")
            #expect(read.failure == nil && read.ids.isEmpty, "\(name)")
        }
    }
}
