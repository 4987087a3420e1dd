import Foundation
import HearthTestSupport
import Testing

/// `hearth delete --imported-from` with a server.
@Suite struct ImportRemovalTests: ImportSuite {
    private let seed = SeededGenerator.firstSeed(default: 37)

    private func export(in shell: Shell) throws -> String {
        var xml = Data()
        var export = AppleExport(seed: seed) { xml += $0 }
        try export.generate(records: 800)
        let files = export.files.map { (name: "e/\($0.path)", content: Data($0.text.utf8)) }
        let path = shell.folder.file("export.zip")
        try ZipWriter.write([(name: "e/export.xml", content: xml)] + files, to: path)
        return path
    }

    @Test func whatAFileHasBroughtIsDeletedAndNothingElse() throws {
        let shell = try Shell()
        try shell.run("save", "heartRate", "61", "--at", "2024-03-01 08:00")
        let path = try export(in: shell)
        #expect(try run(shell, "import", path).exit == .code(1))
        let imported = try count("heartRate", shell)
        #expect(imported > 100)

        let asked = try run(shell, "delete", "--imported-from", path)
        #expect(asked.exit == .code(1) && asked.errors.contains("Nothing was deleted. With --yes"), "\(asked.errors)")
        #expect(try count("heartRate", shell) == imported)

        let deleted = try run(shell, "delete", "--imported-from", path, "--yes")
        #expect(deleted.exit == .code(0), "\(deleted.errors)")
        #expect(deleted.output.contains("heartRate") && deleted.output.contains("workoutRoute"))
        for type in [
            "stepCount", "workout", "workoutRoute", "bloodPressure", "food", "heartbeatSeries", "sleepAnalysis",
        ] {
            #expect(try count(type, shell) == 0, "\(type)")
        }
        #expect(try count("heartRate", shell) == 1)
        let again = try run(shell, "delete", "--imported-from", path, "--yes")
        #expect(again.exit == .code(0) && again.errors.contains("Nothing is stored"), "\(again.errors)")
    }

    /// What a file says of its owner is brought by the import as well.
    @Test func characteristicsThatStillHaveTheValueOfTheFileAreCleared() throws {
        let shell = try Shell()
        let me = #"HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale""#
        let born = { (day: String) in #"HKCharacteristicTypeIdentifierDateOfBirth="\#(day)""# }
        let other = try write("<HealthData><Me \(born("1979-01-01"))/></HealthData>", "other.xml", shell)
        let path = try write("<HealthData><Me \(born("1980-02-29")) \(me)/></HealthData>", "export.xml", shell)
        try shell.run("import", other)
        try shell.run("import", path)
        let asked = try run(shell, "delete", "--imported-from", path)
        #expect(asked.exit == .code(1) && asked.errors.contains("deletes 1 characteristic."), "\(asked.errors)")
        #expect(asked.output.contains("biologicalSex") && !asked.output.contains("dateOfBirth"), "\(asked.output)")
        #expect(row("characteristics", try run(shell, "import", path)) == [0, 1, 1, 0])
        #expect(try run(shell, "delete", "--imported-from", path, "--yes").exit == .code(0))
        #expect(row("characteristics", try run(shell, "import", "--dry-run", path)) == [1, 0, 1, 0])
        #expect(row("characteristics", try run(shell, "import", "--dry-run", other)) == [0, 1, 0, 0])
    }

    @Test func whatSeveralFilesHaveIsCountedOnce() throws {
        let shell = try Shell()
        let path = try export(in: shell)
        _ = try run(shell, "import", path)
        let folder = shell.folder.file("dup")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["a.zip", "b.zip"] {
            try FileManager.default.copyItem(atPath: path, toPath: "\(folder)/\(name)")
        }
        let once = try run(shell, "delete", "--imported-from", path)
        let twice = try run(shell, "delete", "--imported-from", folder)
        #expect(once.exit == .code(1) && once.output == twice.output && once.errors == twice.errors, "\(twice)")
        let deleted = try run(shell, "delete", "--imported-from", folder, "--yes")
        let counts = { (tool: HearthTool) in
            tool.output.split(separator: "\n").dropFirst().map { $0.split(separator: " ").map(String.init) }
        }
        #expect(counts(deleted) == counts(twice) && deleted.exit == .code(0), "\(deleted)")
    }

    /// An earlier version made each source of an export an app that owned its samples.
    @Test func whatAnEarlierVersionBroughtIsKnownAndDeleted() throws {
        let shell = try Shell()
        let path = shell.folder.file("export.xml")
        let text = """
            <HealthData><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
            creationDate="2024-03-01 08:00:00 +0100" startDate="2024-03-01 08:00:00 +0100" \
            endDate="2024-03-01 08:00:00 +0100" value="70"/></HealthData>
            """
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(try run(shell, "import", path).exit == .code(0))
        let id = try #require(try shell.run("query", "bodyMass", "--csv").last?.split(separator: ",").last)
        try shell.run("delete", "--imported-from", path, "--yes")
        #expect(try count("bodyMass", shell) == 0)
        let line =
            "{\"type\":\"bodyMass\",\"uuid\":\"\(id)\",\"start\":\"2024-03-01T07:00:00Z\",\"value\":70,\"unit\":\"kg\"}\n"
        try shell.run("save", "--json", "-", "--app", "apple-health:Scale", input: line)
        let known = try run(shell, "import", path)
        #expect(known.exit == .code(0) && known.output.contains("bodyMass"), "\(known.output) \(known.errors)")
        #expect(try count("bodyMass", shell) == 1)
        #expect(try run(shell, "delete", "--imported-from", path, "--yes").exit == .code(0))
        #expect(try count("bodyMass", shell) == 0)
    }

    @Test func optionsThatDoNotGoTogetherAreRefused() throws {
        let shell = try Shell()
        #expect(try shell.failure("delete", code: 2).contains("TYPE is missing"))
        let error = try shell.failure("delete", "heartRate", "--imported-from", "x", "--yes", code: 2)
        #expect(error.contains("only --yes and --format go with it"))
        let format = try shell.failure("delete", "heartRate", "--since", "7d", "--format", "csv", "--yes", code: 2)
        #expect(format.contains("--format goes with --imported-from"))
        let kind = try shell.failure("delete", "--imported-from", "x", "--format", "pdf", "--yes", code: 2)
        #expect(kind.contains("'pdf' is not a format") && !kind.contains("csv"), "\(kind)")
        let app = try shell.failure("delete", "--imported-from", "x", "--app", "org.example.diary", "--yes", code: 2)
        #expect(app.contains("only --yes and --format go with it"), "\(app)")
    }
}
