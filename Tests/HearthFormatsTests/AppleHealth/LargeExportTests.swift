import Foundation
import HearthTestSupport
import Testing

/// An export to measure with: `HEARTH_EXPORT=export.xml HEARTH_RECORDS=600000 swift test --filter LargeExportTests`.
@Suite struct LargeExportTests {
    private static let environment = ProcessInfo.processInfo.environment

    @Test(.enabled(if: environment["HEARTH_EXPORT"] != nil))
    func anExportOfAnySizeIsWritten() throws {
        let path = try #require(Self.environment["HEARTH_EXPORT"])
        let records = Self.environment["HEARTH_RECORDS"].flatMap { Int($0) } ?? 600_000
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        var export = AppleExport(seed: SeededGenerator.firstSeed(default: 1), remembersSamples: false) {
            try file.write(contentsOf: $0)
        }
        try export.generate(records: records)
        try file.close()
        try ExportFolder.write(export.files, in: URL(filePath: path).deletingLastPathComponent())
    }
}
