import Foundation
import HearthFormats
import HearthModel
import HearthTestSupport
import Testing

/// Damaged and hostile exports.
@Suite struct HealthDamageTests {
    private let seed = SeededGenerator.firstSeed(default: 34)

    /// What comes before the end of a file that is cut off is read, and the error says where it ends.
    @Test func whatIsCutOffIsReadUpToThere() throws {
        let folder = try ExportFolder(seed: seed, records: 500)
        let xml = try Data(contentsOf: URL(filePath: folder.document))
        let all = try ReadExport(folder)
        for share in [0.3, 0.7, 0.999] {
            let length = Int(Double(xml.count) * share)
            try xml.prefix(length).write(to: URL(filePath: folder.document))
            let part = try ReadExport(folder)
            #expect(part.failure?.code == .truncated && part.failure?.byteOffset == length, "HEARTH_TEST_SEED=\(seed)")
            #expect(part.ids.isSubset(of: all.ids) && part.ids.count < all.ids.count)
            #expect(Double(part.ids.count) > Double(all.ids.count) * (share - 0.2))
        }
    }

    @Test func aDamagedArchiveIsAnError() throws {
        let folder = try ExportFolder(seed: seed, records: 2_000)
        defer { withExtendedLifetime(folder) {} }
        let path = try folder.archive("Export.xml")
        let archive = try Data(contentsOf: URL(filePath: path))
        // Without its end an archive has no directory.
        try archive.prefix(archive.count - 100).write(to: URL(filePath: path))
        #expect(throws: FormatError.self) { try ReadExport(path) }
        // In the middle of the compressed document.
        var damaged = archive
        for index in 20_000..<20_064 {
            damaged[index] ^= 0x5a
        }
        try damaged.write(to: URL(filePath: path))
        let read = try ReadExport(path)
        #expect(read.failure != nil)
    }

    @Test func aBombIsRefused() throws {
        let folder = try ExportFolder(seed: seed, records: 1)
        defer { withExtendedLifetime(folder) {} }
        let head = Data("<?xml version=\"1.0\"?><HealthData locale=\"x\">".utf8)
        let bomb = head + Data(repeating: 0x20, count: 64 << 20)
        try ZipWriter.write([(name: "a/export.xml", content: bomb)], to: folder.file("bomb.zip"))
        let read = try ReadExport(folder.file("bomb.zip"))
        #expect(read.failure?.code == .expandsTooMuch)
        #expect((read.failure?.byteOffset ?? .max) < 32 << 20)
    }

    /// The path of a route names a file of the export, wherever it points.
    @Test func aPathLeadsNowhereElse() throws {
        let folder = try ExportFolder(seed: seed, records: 1)
        let secret = folder.file("secret.gpx")
        try Data(folder.export.routes[0].text.utf8).write(to: URL(filePath: secret))
        let text = try String(contentsOfFile: folder.document, encoding: .utf8)
        let name = folder.export.routes[0].name
        for path in ["/../secret.gpx", secret, "/workout-routes/../../etc/passwd", ""] {
            try text.replacing("/workout-routes/\(name)", with: path)
                .write(toFile: folder.document, atomically: true, encoding: .utf8)
            let read = try ReadExport(folder)
            #expect(read.routes.isEmpty && read.omitted["HKWorkoutRouteTypeIdentifier"] == 1, "\(path)")
        }
    }

    @Test func nothingElseIsAnExport() throws {
        let folder = try ExportFolder(seed: seed, records: 1)
        defer { withExtendedLifetime(folder) {} }
        let other = folder.file("other.xml")
        for text in ["", "x", "<gpx/>", "<?xml version=\"1.0\"?><HealthDatum/>", "PK\u{3}\u{4}"] {
            try text.write(toFile: other, atomically: true, encoding: .utf8)
            #expect(throws: FormatError.self) { try ReadExport(other) }
        }
        #expect(throws: FormatError.self) { try ReadExport(folder.file("missing")) }
    }
}
