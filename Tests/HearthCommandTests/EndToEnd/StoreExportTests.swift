import Foundation
import HearthTestSupport
import Testing

/// `hearth export` in Apple's format, CSV and JSON.
@Suite struct StoreExportTests {
    private let seed = SeededGenerator.firstSeed(default: 38)

    private static let types = [
        "heartRate", "stepCount", "distanceWalkingRunning", "activeEnergyBurned", "sleepAnalysis", "bodyMass",
        "bodyTemperature", "vo2Max", "oxygenSaturation", "bloodGlucose", "insulinDelivery", "appleStandHour",
        "mindfulSession", "menstrualFlow", "heartRateVariabilitySDNN", "dietarySugar", "bloodPressureSystolic",
        "bloodPressure", "food", "workout", "workoutRoute", "heartbeatSeries",
        "electrocardiogram", "audiogram", "visionPrescription", "immunizationRecord", "vitalSignRecord",
        "labResultRecord",
    ]

    private func imported(_ shell: Shell) throws {
        var xml = Data()
        var export = AppleExport(seed: seed) { xml += $0 }
        try export.generate(records: 1_500)
        let files = export.files.map { (name: "e/\($0.path)", content: Data($0.text.utf8)) }
        try ZipWriter.write([(name: "e/export.xml", content: xml)] + files, to: shell.folder.file("export.zip"))
        #expect(try HearthTool(["import", shell.folder.file("export.zip")], in: shell.folder).exit == .code(1))
    }

    /// The samples of a type without their UUIDs, in an order of their own.
    private func samples(_ type: String, _ shell: Shell) throws -> [String] {
        try Shell.objects(shell.run("query", type, "--json")).map { object in
            var object = object
            object["uuid"] = nil
            object["members"] = (object["members"] as? [Any])?.count
            return String(
                decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys),
                as: UTF8.self
            )
        }
        .sorted()
    }

    @Test func aStoreThatIsExportedAndImportedIsTheSame() throws {
        let shell = try Shell()
        try imported(shell)
        let path = shell.folder.file("out.zip")
        let exported = try HearthTool(["export", "--apple", path], in: shell.folder)
        #expect(exported.exit == .code(0), "\(exported.errors)")
        #expect(!exported.errors.contains("The format cannot hold"), "\(exported.errors)")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(!FileManager.default.fileExists(atPath: path + ".files"))

        let other = try Shell()
        let read = try HearthTool(["import", path], in: other.folder)
        #expect(read.exit == .code(0), "\(read.output) \(read.errors)")
        for type in Self.types {
            let isEqual = try samples(type, other) == samples(type, shell)
            #expect(isEqual, "\(type), HEARTH_TEST_SEED=\(seed)")
            #expect(try !samples(type, shell).isEmpty, "\(type)")
        }
    }

    /// What CSV holds whole comes back, and the rest is named.
    @Test func aFolderOfTablesIsImported() throws {
        let shell = try Shell()
        try shell.run("save", "heartRate", "61", "--at", "2026-11-21T10:00:00Z")
        try shell.run(
            "save",
            "sleepAnalysis",
            "asleepCore",
            "--from",
            "2026-11-21T01:00:00Z",
            "--to",
            "2026-11-21T02:00:00Z"
        )
        try shell.run("save", "bloodPressure", "120/80", "--at", "2026-11-21T10:00:00Z")
        let times = ["--from", "2026-11-21T08:00:00Z", "--to", "2026-11-21T08:30:00Z"]
        try shell.run(["save", "workout", "running", "--distance", "5.25km", "--energy", "300"] + times)
        let path = shell.folder.file("tables")
        try shell.run("export", "--csv", path)
        let other = try Shell()
        let read = try HearthTool(["import", path], in: other.folder)
        #expect(read.exit == .code(1) && read.output.contains("CSV does not hold all of a workout"), "\(read.output)")
        #expect(read.output.contains("CSV does not hold all of a correlation"))
        #expect(read.errors.hasSuffix("hearth: 2 objects were not taken, as the table says.\n"), "\(read.errors)")
        let workouts = path + "/workout.csv"
        let one = try HearthTool(["import", workouts, "--types", "workout"], in: other.folder)
        #expect(one.exit == .code(1) && one.output.contains("CSV does not hold all of a workout"), "\(one.errors)")
        for type in ["heartRate", "sleepAnalysis", "bloodPressureSystolic", "bloodPressureDiastolic"] {
            #expect(try samples(type, other) == samples(type, shell), "\(type)")
            #expect(try samples(type, other).count == 1, "\(type)")
        }
        let again = try HearthTool(["import", path, "--types", "heartRate"], in: other.folder)
        #expect(again.exit == .code(0) && !again.errors.contains("bloodPressure"), "\(again.errors)")
        #expect(try samples("heartRate", other).count == 1)
    }

    /// Besides the columns of all types, workouts have their totals. One that has none has an empty field.
    @Test func workoutsHaveTheirTotalsInCSV() throws {
        let shell = try Shell()
        let times = ["--from", "2026-11-21T08:00:00Z", "--to", "2026-11-21T08:30:00Z"]
        try shell.run(["save", "workout", "running", "--distance", "5.25km", "--energy", "300"] + times)
        let rest = ["--from", "2026-11-22T08:00:00Z", "--to", "2026-11-22T08:00:10.5Z"]
        try shell.run(["save", "workout", "yoga"] + rest)
        let path = shell.folder.file("tables")
        try shell.run("export", "--csv", path)
        let lines = shell.folder.text(of: "tables/workout.csv").split(separator: "\n").map(String.init)
        #expect(lines == (try shell.run("query", "workout", "--csv")))
        #expect(lines[0] == "start,end,value,unit,source,uuid,duration_s,distance_m,energy_kcal")
        #expect(lines[1].hasPrefix("2026-11-21T08:00:00Z,2026-11-21T08:30:00Z,running,,org.hearth.cli,"))
        #expect(lines[1].hasSuffix(",1800,5250,300") && lines[2].hasSuffix(",10.5,,"), "\(lines)")
        // What earlier versions wrote is removed too.
        try Data("start,end,value,unit,source,uuid\n".utf8).write(to: URL(filePath: path + "/workout.csv"))
        try shell.run("export", "--csv", path, "--until", "2026-11-01")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }

    /// What is suggested looks different from what was written.
    @Test func anApostropheOfASuggestedSourceIsShown() throws {
        let shell = try Shell()
        let app = "apple-health:Anna's Watch"
        try shell.run("save", "heartRate", "61", "--app", app)
        let path = shell.folder.file("x.json")
        let error = try shell.failure("export", "--json", path, "--source", "apple-health:Annas Watch")
        #expect(error.contains("No app 'apple-health:Annas Watch' has saved samples."), "\(error)")
        #expect(error.contains("Did you mean “\(app)”?"), "\(error)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// The name of an Apple Watch has a space that does not break a line. A table that cannot be read is named.
    @Test func aSourceIsFoundByANameThatLooksLikeIts() throws {
        let shell = try Shell()
        let app = "apple-health:Anna’s Apple\u{A0}Watch"
        try shell.run("save", "heartRate", "61", "--at", "2026-11-21T10:00:00Z", "--app", app)
        for name in [app, "apple-health:Anna's Apple Watch"] {
            #expect(try shell.run("query", "heartRate", "--source", name, "--count") == ["1"])
        }
        let table = shell.folder.file("heartRate.csv")
        try Data("start,value\n2026-11-21,x\n".utf8).write(to: URL(filePath: table))
        let read = try HearthTool(["import", table, "--types", "heartRate"], in: shell.folder)
        #expect(read.exit == .code(1) && read.errors.hasPrefix("\(table): Line 2: "), "\(read.errors)")
        #expect(read.errors.hasSuffix("Nothing of it was saved.\nhearth: 1 file was not imported.\n"), "\(read.errors)")
    }

    /// A table of an earlier export has what is not selected now. A pipe or a link is not replaced, nor is the draft of a user.
    @Test func onlyFilesAreReplaced() throws {
        let shell = try Shell()
        try shell.run("save", "heartRate", "61", "--at", "2026-11-21T10:00:00Z")
        let files = FileManager.default
        let tables = shell.folder.file("tables")
        try shell.run("export", "--csv", tables)
        try Data("mine".utf8).write(to: URL(filePath: tables + "/stepCount.csv"))
        try Data("start,end,value,unit,source,uuid,note\n".utf8).write(to: URL(filePath: tables + "/bodyMass.csv"))
        let empty = try shell.run("export", "--csv", tables, "--until", "2026-11-01")
        #expect(empty == ["0 samples in 0 files in \(tables)."])
        #expect(try files.contentsOfDirectory(atPath: tables).sorted() == ["bodyMass.csv", "stepCount.csv"])

        let path = shell.folder.file("out.json")
        try Data("mine".utf8).write(to: URL(filePath: path + ".part"))
        try shell.run("export", "--json", path)
        #expect(shell.folder.text(of: "out.json.part") == "mine")
        #expect(shell.folder.text(of: "out.json").contains("heartRate"))
        let pipe = shell.folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let link = shell.folder.file("link")
        try files.createSymbolicLink(atPath: link, withDestinationPath: "out.json")
        for (name, kind) in [(pipe, "a pipe"), (link, "a link"), (tables, "a folder")] {
            for format in ["--json", "--apple"] {
                let error = try shell.failure("export", format, name)
                #expect(error.contains("\(name) is \(kind), and an export replaces only files."), "\(error)")
            }
        }
        #expect(try files.attributesOfItem(atPath: link)[.type] as? FileAttributeType == .typeSymbolicLink)
        for format in ["--csv", "--gpx"] {
            #expect(try shell.failure("export", format, path).contains("\(path) is not a folder."))
        }
    }

    /// An export uses a folder beside its file only if it is empty or from an earlier export.
    @Test func aFolderThatNoExportCreatedIsKept() throws {
        let shell = try Shell()
        _ = try shell.run("save", "heartRate", "60")
        let path = shell.folder.file("out.zip")
        let folder = path + ".files"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(try HearthTool(["export", "--apple", path], in: shell.folder).exit == .code(0))
        #expect(!files.fileExists(atPath: folder))

        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(files.createFile(atPath: folder + "/letters.txt", contents: Data("dear".utf8)))
        try files.removeItem(atPath: path)
        let refused = try HearthTool(["export", "--apple", path], in: shell.folder)
        #expect(refused.exit == .code(1) && refused.errors.contains("Hearth did not create it"), "\(refused.errors)")
        #expect(files.contents(atPath: folder + "/letters.txt") == Data("dear".utf8))
        #expect(!files.fileExists(atPath: path))

        // An export that was killed has left this.
        #expect(files.createFile(atPath: folder + "/.hearth-export", contents: Data()))
        #expect(try HearthTool(["export", "--apple", path], in: shell.folder).exit == .code(0))
        #expect(files.fileExists(atPath: path) && !files.fileExists(atPath: folder))
    }

    @Test func typesAndTimesAreSelected() throws {
        let shell = try Shell()
        for (value, date) in [("60", "2026-11-20 10:00"), ("61", "2026-11-21 10:00"), ("62", "2026-11-22 10:00")] {
            try shell.run("save", "heartRate", value, "--at", date)
            try shell.run("save", "stepCount", value, "--at", date)
        }
        let folder = shell.folder.file("csv")
        let written = try shell.run(
            "export",
            "--csv",
            folder,
            "--types",
            "heartRate",
            "--since",
            "2026-11-21",
            "--until",
            "2026-11-22"
        )
        #expect(written == ["1 sample in 1 file in \(folder)."])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["heartRate.csv"])
        let csv = try String(contentsOfFile: folder + "/heartRate.csv", encoding: .utf8)
        #expect(csv.split(separator: "\n").count == 2 && csv.contains(",61,"))

        let lines = shell.folder.file("all.jsonl")
        #expect(try shell.run("export", "--json", lines) == ["6 samples in \(lines)."])
        let other = try Shell()
        #expect(try other.run("save", "--json", lines) == ["6 samples saved."])
        #expect(try samples("stepCount", other).count == 3)
    }

    /// The served store, by its name, by that of a file of its own, and by a link.
    @Test func aStoreIsNotReplaced() throws {
        let shell = try Shell()
        _ = try shell.run("save", "heartRate", "70")
        let link = shell.folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: shell.folder.store)
        for path in [shell.folder.store, shell.folder.store + "-wal", shell.folder.store + ".lock", link] {
            for format in ["--json", "--apple"] {
                let failure = try shell.failure("export", format, path)
                #expect(failure.contains("\(path) is the file of a store, and is not replaced"), "\(failure)")
            }
        }
        _ = try shell.run("save", "heartRate", "71")
        #expect(try shell.run("query", "heartRate", "--count") == ["2"])
    }

    @Test func oneFormatIsNamed() throws {
        let shell = try Shell()
        #expect(try shell.failure("export", code: 2).contains("Name one format"))
        #expect(try shell.failure("export", "--csv", "a", "--json", "b", code: 2).contains("Name one format"))
        #expect(
            try shell.failure("export", "--gpx", "a", "--types", "workout", code: 2).contains("--types is not for GPX")
        )
        #expect(try shell.failure("export", "--csv", "a", "--trim", "5", code: 2).contains("--trim is for GPX only"))
    }
}
