import Foundation
import HearthTestSupport
import Testing

/// `hearth import` of Strava's archives.
@Suite struct StravaImportTests: ImportSuite {
    private let seed = SeededGenerator.firstSeed(default: 43)

    private func run(_ shell: Shell, _ arguments: String...) throws -> HearthTool {
        try HearthTool(["import"] + arguments, in: shell.folder)
    }

    @Test func anArchiveIsImportedOnceAndKnownAsAFolder() throws {
        let shell = try Shell()
        let export = try StravaExport(seed: seed, activities: 8)
        try export.write(to: shell.folder.file("export.zip"))
        try export.unpack(to: shell.folder.file("unpacked"))
        let dry = try run(shell, shell.folder.file("export.zip"), "--dry-run")
        #expect(row("workout", dry) == [8, 0, 0, export.manualCount])
        #expect(try shell.run("query", "workout", "--count") == ["0"])
        let first = try run(shell, shell.folder.file("export.zip"))
        #expect(first.errors.contains("archive of Strava, 8 recorded activities"))
        #expect(first.errors.contains("2 objects were not taken"), "\(first.errors)")
        #expect(first.output.contains("the archive lists it without a file"))
        #expect(row("workout", first) == [8, 0, 0, export.manualCount])
        #expect(row("workoutRoute", first) == [8, 0, 0, 0])
        #expect(row("heartRate", first)[0] == export.activities.reduce(0) { $0 + $1.points })
        let workouts = try shell.run("query", "workout", "--json")
        #expect(workouts.contains { $0.contains("Lunch") && $0.contains("part 7") })
        for path in ["unpacked", "export.zip"] {
            let again = try run(shell, shell.folder.file(path))
            #expect(row("workout", again) == [0, 8, 0, export.manualCount], "\(again.errors)")
        }
        // A single file of the archive is known too.
        let file = try #require(export.activities.first).path
        #expect(row("workout", try run(shell, shell.folder.file("unpacked/\(file)"))) == [0, 1, 0, 0])
        #expect(try shell.run("query", "workout", "--json") == workouts)
    }

    @Test func aDamagedFileDoesNotStopTheOthers() throws {
        let shell = try Shell()
        let export = try StravaExport(seed: seed, activities: 3)
        let files = export.files.map { name, content in
            (name: name, content: name == "activities/1000.gpx.gz" ? content.prefix(40) : content)
        }
        try ZipWriter.write(files, to: shell.folder.file("export.zip"))
        let tool = try run(shell, shell.folder.file("export.zip"))
        #expect(tool.exit == .code(1))
        #expect(tool.errors.contains("activities/1000.gpx.gz was not imported: the file is cut off"), "\(tool.errors)")
        #expect(tool.errors.contains("1 file was not imported"))
        #expect(row("workout", tool).first == 2)
        let removal = try HearthTool(
            ["delete", "--imported-from", shell.folder.file("export.zip"), "--yes"],
            in: shell.folder
        )
        #expect(removal.exit == .code(1) && removal.errors.contains("1000.gpx.gz cannot be read"), "\(removal.errors)")
        #expect(try shell.run("query", "workout", "--count") == ["0"])
    }
}
