import Foundation
import HearthTestSupport
import Testing

/// An import that is killed at random moments and run again leaves the store of one run. HEARTH_IMPORT_KILLS is the number of
/// kills, 3 unless it is set.
@Suite struct KilledImportTests {
    private static let kills = ProcessInfo.processInfo.environment["HEARTH_IMPORT_KILLS"].flatMap { Int($0) } ?? 3
    private static let mostAnswers = 25

    private func export(in shell: Shell, _ seed: UInt64) throws -> String {
        var xml = Data()
        var export = AppleExport(seed: seed) { xml += $0 }
        try export.generate(records: 3_000)
        let files = export.files.map { (name: "e/\($0.path)", content: Data($0.text.utf8)) }
        let path = shell.folder.file("export.zip")
        try ZipWriter.write([(name: "e/export.xml", content: xml)] + files, to: path)
        return path
    }

    private func stored(_ shell: Shell) throws -> [[String]] {
        try [
            "heartRate", "stepCount", "sleepAnalysis", "bodyMass", "workout", "workoutRoute", "heartbeatSeries", "food",
            "electrocardiogram", "audiogram", "visionPrescription", "vitalSignRecord", "bloodPressure",
            "bloodPressureSystolic",
        ]
        .map { try shell.run("query", $0, "--json").sorted() }
    }

    @Test func aKilledImportIsContinued() throws {
        var (generator, seed) = SeededGenerator.fromEnvironment(default: 39)
        let whole = try Shell()
        let killed = try Shell(copying: whole)
        let path = try export(in: whole, seed)
        #expect(try HearthTool(["import", path], in: whole.folder).exit == .code(1))

        for _ in 0..<Self.kills {
            let tool = try RunningTool(["import", path], in: killed.folder)
            // Any moment of the run will do: after some answers of the server to others.
            for _ in 0..<Int.random(in: 0...Self.mostAnswers, using: &generator) {
                try killed.run("status", "--json")
            }
            tool.process.kill()
            _ = tool.process.wait()
        }
        #expect(try HearthTool(["import", path], in: killed.folder).exit == .code(1))
        let isEqual = try stored(killed) == stored(whole)
        #expect(isEqual, "HEARTH_TEST_SEED=\(seed)")
    }
}
