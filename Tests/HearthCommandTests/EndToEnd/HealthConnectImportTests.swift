import Foundation
import HearthTestSupport
import Testing

/// `hearth import` of exports of Health Connect.
@Suite struct HealthConnectImportTests: ImportSuite {
    private let seed = SeededGenerator.firstSeed(default: 53)

    private func run(_ shell: Shell, _ arguments: String...) throws -> HearthTool {
        try HearthTool(["import"] + arguments, in: shell.folder)
    }

    @Test func anExportIsImportedOnce() throws {
        let shell = try Shell()
        let path = shell.folder.file("Health Connect.zip")
        let database = HealthConnectDatabase(seed: seed, days: 3)
        try database.writeArchive(to: path)
        let dry = try run(shell, path, "--dry-run")
        #expect(dry.errors.contains("export of Health Connect"), "\(dry.errors)")
        #expect(row("workout", dry) == [3, 0, 0, 0])
        #expect(try shell.run("query", "heartRate", "--count") == ["0"])
        let first = try run(shell, path)
        // Three steps are wrong; what HealthKit has no type for is no fault.
        #expect(first.exit == .code(1) && first.errors.contains("3 objects were not taken"), "\(first.errors)")
        #expect(first.output.contains("HealthKit has no type for it"))
        for (type, count) in database.counts {
            #expect(row(type, first).first == count, "\(type)")
            #expect(row(type, first).dropFirst().prefix(2) == [0, 0], "\(type)")
        }
        let workouts = try shell.run("query", "workout", "--json")
        let again = try run(shell, path)
        for (type, count) in database.counts {
            #expect(row(type, again).prefix(3) == [0, count, 0], "\(type)")
        }
        #expect(try shell.run("query", "workout", "--json") == workouts)
        let sources = try shell.run("sources", "--json")
        #expect(sources.contains { $0.contains("com.example.watch") && $0.contains("App 1") })
        let removal = try HearthTool(["delete", "--imported-from", path, "--yes"], in: shell.folder)
        #expect(removal.exit == .code(0), "\(removal.errors)")
        #expect(try shell.run("query", "heartRate", "--count") == ["0"])
    }

    /// A file can name any UUID and any app, also those of a sample that the app has saved itself.
    @Test func whatAnAppSavedIsNeitherReplacedNorDeleted() throws {
        let shell = try Shell()
        let path = shell.folder.file("Health Connect.zip")
        try HealthConnectDatabase(seed: seed, days: 3).writeArchive(to: path)
        _ = try run(shell, path)
        let line = try #require(shell.run("query", "bodyMass", "--json").first)
        let sample = try #require(try Shell.objects([line]).first)
        let app = try #require((sample["source"] as? [String: String])?["identifier"])
        let id = try #require(sample["uuid"] as? String)
        let start = try #require(sample["start"] as? String)
        try shell.run("delete", "--imported-from", path, "--yes")
        let own = #"{"type":"bodyMass","uuid":"\#(id)","start":"\#(start)","value":99,"unit":"kg"}"#
        try shell.run("save", "--json", "-", "--app", app, input: own)
        let stored = try shell.run("query", id, "--json")
        #expect(try run(shell, path, "--update").output.contains("another app saved it"))
        #expect(try shell.run("query", id, "--json") == stored)
        try shell.run("delete", "--imported-from", path, "--yes")
        #expect(try shell.run("query", "bodyMass", "--json") == stored)
    }
}
