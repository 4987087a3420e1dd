import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// `hearth import` with a server.
@Suite struct ImportTests: ImportSuite {
    private let seed = SeededGenerator.firstSeed(default: 35)

    /// Writes an export, and returns what is in it.
    private func export(
        in shell: Shell,
        _ name: String = "export.zip",
        records: Int,
        style: AppleExport.Style = .metric
    ) throws -> AppleExport {
        var xml = Data()
        var export = AppleExport(seed: seed, style: style) { xml += $0 }
        try export.generate(records: records)
        let files = export.files.map { (name: "e/\($0.path)", content: Data($0.text.utf8)) }
        try ZipWriter.write([(name: "e/exportar.xml", content: xml)] + files, to: shell.folder.file(name))
        return export
    }

    private func run(_ shell: Shell, _ arguments: String...) throws -> HearthTool {
        try HearthTool(["import"] + arguments, in: shell.folder)
    }

    /// All that a store holds of some types, without what changes with a save.
    private func stored(_ shell: Shell) throws -> [[String]] {
        try [
            "heartRate", "stepCount", "sleepAnalysis", "bodyMass", "workout", "workoutRoute", "heartbeatSeries", "food",
        ]
        .map { try shell.run("query", $0, "--json") }
    }

    @Test func aSecondImportWritesNothing() throws {
        let shell = try Shell()
        let export = try export(in: shell, records: 2_000)
        let first = try run(shell, shell.folder.file("export.zip"))
        #expect(first.exit == .code(1), "\(first.errors)")
        #expect(first.errors.contains("export of Apple Health"))
        #expect(first.errors.contains("objects were not taken, as the table says."))
        #expect(row("heartRate", first) == [export.counts["HeartRate"] ?? 0, 0, 0, 1])
        #expect(row("workoutRoute", first) == [export.counts["workoutRoute"] ?? 0, 0, 0, 0])
        #expect(row("ActivitySummary", first) == [0, 0, 0, 1])
        #expect(first.output.contains("the store cannot hold this kind yet"))
        let before = try stored(shell)
        #expect(before.allSatisfy { !$0.isEmpty })
        let writes = try figure("writes", shell)
        _ = try self.export(in: shell, "english.zip", records: 2_000, style: .imperial)
        for name in ["export.zip", "english.zip"] {
            let again = try run(shell, shell.folder.file(name))
            #expect(row("heartRate", again) == [0, export.counts["HeartRate"] ?? 0, 0, 1], "\(name)")
            #expect(row("bodyMass", again).dropFirst() == [export.counts["BodyMass"] ?? 0, 0, 0], "\(name)")
            #expect(row("workout", again) == [0, export.counts["workout"] ?? 0, 0, 0])
        }
        #expect(try stored(shell) == before)
        #expect(try figure("writes", shell) == writes)
    }

    /// A figure of the server's status.
    private func figure(_ name: String, _ shell: Shell) throws -> Int {
        let text = try shell.run("status", "--json").joined()
        return try #require(try Shell.objects([text]).first?[name] as? Int)
    }

    @Test func theStoreHoldsWhatTheExportSays() throws {
        let shell = try Shell()
        let export = try export(in: shell, records: 1_000)
        #expect(try run(shell, shell.folder.file("export.zip")).exit == .code(1))
        for (name, type) in [
            ("HeartRate", "heartRate"), ("SleepAnalysis", "sleepAnalysis"), ("StepCount", "stepCount"),
        ] {
            let found = try Shell.objects(shell.run("query", type, "--json"))
            #expect(found.count == export.counts[name])
        }
        let sources = try shell.run("sources", "--json")
        #expect(sources.contains { $0.contains("Anna’s Apple\u{A0}Watch") && $0.contains("apple-health:") })
        let workout = try #require(try Shell.objects(shell.run("query", "workout", "--json")).first)
        #expect("\(workout["source"] ?? "")".contains("apple-health:"))
    }

    @Test func aDryRunSavesNothing() throws {
        let shell = try Shell()
        let export = try export(in: shell, records: 400)
        let tool = try run(shell, shell.folder.file("export.zip"), "--dry-run", "--types", "heartRate,stepCount")
        #expect(row("heartRate", tool) == [export.counts["HeartRate"] ?? 0, 0, 0, 1])
        #expect(tool.output.contains("stepCount") && !tool.output.contains("sleepAnalysis  "))
        #expect(tool.errors.contains("Nothing was saved"))
        #expect(try shell.run("query", "heartRate", "--csv").count == 1)
    }

    @Test func anotherValueIsReportedAndReplacedOnDemand() throws {
        let shell = try Shell()
        let path = shell.folder.file("export.xml")
        func write(_ value: Int) throws {
            let text = """
                <HealthData><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
                creationDate="2024-03-01 08:00:00 +0100" startDate="2024-03-01 08:00:00 +0100" \
                endDate="2024-03-01 08:00:00 +0100" value="\(value)"/></HealthData>
                """
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        try write(70)
        #expect(try run(shell, path).exit == .code(0))
        try write(71)
        let reported = try run(shell, path)
        #expect(reported.exit == .code(0) && row("bodyMass", reported) == [0, 0, 1, 0])
        #expect(reported.errors.hasSuffix("with another value and left as stored: --update replaces them.\n"))
        #expect(try shell.run("query", "bodyMass").last?.contains(" 70 ") == true)
        let updated = try run(shell, path, "--update")
        #expect(updated.exit == .code(0), "\(updated.errors)")
        #expect(row("bodyMass", updated) == [0, 0, 1, 0] && updated.output.contains("replaced"))
        #expect(row("bodyMass", try run(shell, path, "--update")) == [0, 1, 0, 0])
        #expect(try shell.run("query", "bodyMass").last?.contains(" 71 ") == true)
        #expect(try shell.run("query", "bodyMass", "--count") == ["1"])
    }

    @Test func workoutFilesAndFolders() throws {
        let shell = try Shell()
        let folder = shell.folder.file("runs/2026")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let points = (0..<120).map { second in
            let time = "2026-05-01T06:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
            return "<trkpt lat=\"52.5\" lon=\"13.\(400 + second)\"><ele>34</ele><time>\(time)</time></trkpt>"
        }
        let gpx =
            "<gpx version=\"1.1\" creator=\"Watch\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><type>running</type>"
            + "<trkseg>\(points.joined())</trkseg></trk></gpx>"
        try Data(gpx.utf8).write(to: URL(filePath: folder + "/a.gpx"))
        try Data("notes".utf8).write(to: URL(filePath: folder + "/notes.txt"))
        let first = try run(shell, shell.folder.file("runs"))
        #expect(first.exit == .code(0), "\(first.errors)")
        #expect(row("workout", first) == [1, 0, 0, 0] && row("workoutRoute", first) == [1, 0, 0, 0])
        let again = try run(shell, folder + "/a.gpx")
        #expect(row("workout", again) == [0, 1, 0, 0] && row("workoutRoute", again) == [0, 1, 0, 0])
        #expect(try shell.run("sources").contains { $0.hasPrefix("gpx:Watch") })
        try Data(gpx.replacing("06:00:00Z", with: "06:00:01Z").utf8).write(to: URL(filePath: folder + "/b.gpx"))
        #expect(
            try run(shell, folder + "/b.gpx").errors.contains(
                "1 other workout is stored of this sport at the same time"
            )
        )
        try Data("<gpx><trk>".utf8).write(to: URL(filePath: folder + "/broken.gpx"))
        let broken = try run(shell, folder)
        #expect(broken.exit == .code(1) && broken.errors.contains("broken.gpx was not imported: the file is cut off"))
        #expect(broken.errors.hasSuffix("hearth: 1 file was not imported.\n") && !broken.output.contains("broken"))
    }

    @Test func csvNeedsItsType() throws {
        let shell = try Shell()
        let path = shell.folder.file("a.csv")
        try Data("start,value\n2026-11-02 09:00,70\n".utf8).write(to: URL(filePath: path))
        let untyped = try run(shell, path, "--dry-run")
        #expect(untyped.exit == .code(2) && !untyped.errors.contains("Nothing was saved"))
        let dry = try run(shell, path, "--types", "bodyMass", "--dry-run")
        #expect(dry.exit == .code(0) && dry.output == "1 sample would be saved.\n")
        #expect(dry.errors.contains("Nothing was saved, because of --dry-run."))
        #expect(try run(shell, path, "--types", "bodyMass").output.hasPrefix("1 sample saved."))
        let again = try run(shell, path, "--types", "bodyMass", "--dry-run")
        #expect(again.output == "0 samples would be saved, 1 was stored already.\n")
        #expect(try run(shell, path, "--types", "bodyMass", "--since", "7d").exit == .code(2))
        #expect(try shell.failure("import", shell.folder.file("missing.zip")).contains("does not exist"))
    }

    /// Every export of a phone has them, and nobody can mend it.
    @Test func kindsWithoutAPlaceAreNoFailure() throws {
        let shell = try Shell()
        let path = shell.folder.file("export.xml")
        let day = #"dateComponents="2024-03-01" activeEnergyBurned="400""#
        let text = """
            <HealthData><Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-29"/>\(Self.heartRate("08:00:00"))\
            <Record type="HKQuantityTypeIdentifierNew" sourceName="Watch"/><ActivitySummary \(day)/></HealthData>
            """
        try Data(text.utf8).write(to: URL(filePath: path))
        let dry = try run(shell, path, "--dry-run")
        #expect(dry.exit == .code(0) && row("ActivitySummary", dry) == [0, 0, 0, 1], "\(dry.output)")
        let tool = try run(shell, path)
        #expect(tool.exit == .code(0), "\(tool.errors)")
        #expect(tool.output.contains("computes its values from the samples, and keeps no goals"))
        #expect(row("ActivitySummary", tool) == [0, 0, 0, 1] && row("characteristics", tool) == [1, 0, 0, 0])
        #expect(tool.errors.contains("2 objects are of kinds that this version cannot store"))
        let chosen = try run(shell, path, "--types", "heartRate")
        #expect(chosen.exit == .code(0) && row("heartRate", chosen) == [0, 1, 0, 0])
        #expect(!chosen.output.contains("ActivitySummary") && !chosen.output.contains("New"))
        #expect(row("characteristics", chosen) == [] && !chosen.output.contains("workoutRoute"))
    }

    private static func heartRate(_ time: String, value: String = "72") -> String {
        let date = "2024-03-01 \(time) +0000"
        return
            #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" value="\#(value)" "#
            + #"startDate="\#(date)" endDate="\#(date)"/>"#
    }

    @Test func aWorkoutHasWhatWasMeasuredAtItsLastMoment() throws {
        let shell = try Shell()
        let path = shell.folder.file("export.xml")
        let rates = ["07:59:59", "08:00:00", "08:30:00", "08:30:01"].map { Self.heartRate($0) }
        let times = #"startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:30:00 +0000""#
        let workout =
            #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" "#
            + #"sourceName="Watch" \#(times)/>"#
        try Data("<HealthData>\(rates.joined())\(workout)</HealthData>".utf8).write(to: URL(filePath: path))
        #expect(try run(shell, path).exit == .code(0))
        let id = try #require(try Shell.objects(shell.run("query", "workout", "--json")).first?["uuid"] as? String)
        let client = try FrameChannel(path: shell.folder.socket)
        _ = try client.open(App(bundleIdentifier: "org.example.test"))
        let predicate = Predicate(terms: [.inWorkout(try #require(ObjectID(id)))])
        let query = QuerySamples(clauses: [Clause(type: .heartRate, predicate: predicate)])
        guard case .samples(let batch) = try client.reply(to: .querySamples(query)) else {
            throw Unexpected("no samples")
        }
        #expect(batch.columns.reduce(0) { $0 + $1.count } == 2)
        // Without the workout they remain, and the output says how to delete them.
        let app = ["--app", "org.hearth.import"]
        let kept = try HearthTool(["delete", "workout", id] + app, in: shell.folder)
        #expect(kept.errors.hasPrefix("2 members remain."), "\(kept.errors)")
        #expect(kept.errors.contains("hearth delete heartRate ") && kept.errors.contains(" --app org.hearth.import\n"))
        #expect(try run(shell, path).exit == .code(0))
        let all = try HearthTool(["delete", "workout", id, "--members"] + app, in: shell.folder)
        #expect(all.output == "1 sample of workout and 2 members deleted.\n" && all.errors == "")
        #expect(try shell.run("query", "heartRate", "--count") == ["2"])
    }

    /// A value that the server refuses leaves the stored one in place.
    @Test func aFailedReplacementLosesNothing() throws {
        let shell = try Shell()
        let path = shell.folder.file("export.xml")
        let times = (10..<30).map { "08:00:\($0)" }
        try Data("<HealthData>\(times.map { Self.heartRate($0) }.joined())</HealthData>".utf8)
            .write(to: URL(filePath: path))
        #expect(try run(shell, path).exit == .code(0))
        let values = times.enumerated().map { Self.heartRate($1, value: $0 == 7 ? "-3e308" : "80") }
        try Data("<HealthData>\(values.joined())</HealthData>".utf8).write(to: URL(filePath: path))
        let tool = try run(shell, path, "--update")
        #expect(tool.exit == .code(1) && row("heartRate", tool) == [0, 0, 19, 1], "\(tool.output) \(tool.errors)")
        let stored = try Shell.objects(shell.run("query", "heartRate", "--json")).compactMap { $0["value"] as? Double }
        #expect(stored.sorted() == [72] + Array(repeating: 80, count: 19))
    }

    @Test func aFileOfNoFormatIsNamed() throws {
        let shell = try Shell()
        _ = try export(in: shell, records: 50)
        let whole = try Data(contentsOf: URL(filePath: shell.folder.file("export.zip")))
        for (name, bytes, text) in [
            ("notes.txt", Data("notes of a day, and more of them".utf8), "notes.txt is not a file that hearth knows"),
            ("short.txt", Data("hm".utf8), "short.txt is not a file that hearth knows"),
            ("empty.zip", Data(), "empty.zip is empty."),
            ("cut.zip", whole.prefix(whole.count / 2), "cut.zip is an archive that cannot be read: "),
        ] {
            try bytes.write(to: URL(filePath: shell.folder.file(name)))
            let error = try shell.failure("import", shell.folder.file("export.zip"), shell.folder.file(name))
            #expect(error.contains(text), "\(error)")
        }
        try ZipWriter.write([(name: "a.txt", content: Data("a".utf8))], to: shell.folder.file("other.zip"))
        #expect(try shell.failure("import", shell.folder.file("other.zip")).contains("an archive without an export"))
        #expect(try shell.run("query", "heartRate", "--count") == ["0"])
    }

    /// Killed at any moment and run again: the same store as one run.
    @Test func aKilledImportContinues() throws {
        let whole = try Shell()
        let shell = try Shell(copying: whole)
        _ = try export(in: whole, records: 6_000)
        _ = try run(whole, whole.folder.file("export.zip"))
        let expected = try stored(whole)
        var (random, seed) = SeededGenerator.fromEnvironment(default: 36)
        _ = try export(in: shell, records: 6_000)
        for _ in 0..<8 {
            // The kill comes after a random number of writes.
            let process = try ChildProcess(
                BuiltProgram.path(of: "hearth"),
                ChildProcess.Launch(
                    arguments: ["import", shell.folder.file("export.zip")],
                    environment: HearthTool.environment(in: shell.folder)
                )
            )
            let wanted = try figure("writes", shell) + Int.random(in: 0..<10, using: &random)
            while process.wait(seconds: 0) == nil, try figure("writes", shell) < wanted {}
            process.kill()
        }
        _ = try run(shell, shell.folder.file("export.zip"))
        #expect(try stored(shell) == expected, "HEARTH_TEST_SEED=\(seed)")
    }

    /// Members that an export has much earlier than their correlation, or that were imported without it, are stored already.
    @Test func correlationsAreSavedWithMembersThatAreStored() throws {
        let shell = try Shell()
        let head = #"<?xml version="1.0"?><HealthData locale="en_GB"><ExportDate value="2026-11-20 10:00:00 +0000"/>"#
        let common = #"sourceName="Cuff" startDate="2026-11-19 08:00:00 +0000" endDate="2026-11-19 08:00:00 +0000""#
        let members = ["Systolic": "120", "Diastolic": "80"].sorted { $0.key < $1.key }.map { name, value in
            #"<Record type="HKQuantityTypeIdentifierBloodPressure\#(name)" unit="mmHg" value="\#(value)" \#(common)/>"#
        }
        let correlation =
            #"<Correlation type="HKCorrelationTypeIdentifierBloodPressure" \#(common)>"# + members.joined()
            + "</Correlation>"
        var between = ""
        for number in 0..<70_000 {
            let clock = [number / 3_600, number / 60 % 60, number % 60].map { String($0 + 100).dropFirst() }
            let time = "2026-10-01 \(clock.joined(separator: ":"))"
            between +=
                #"<Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" value="\#(50 + number % 90)" "#
            between += #"sourceName="Cuff" startDate="\#(time) +0000" endDate="\#(time) +0000"/>"#
        }
        let text = head + members.joined() + between + correlation + "</HealthData>"
        try Data(text.utf8).write(to: URL(filePath: shell.folder.file("export.xml")))
        for types in ["bloodPressureSystolic,bloodPressureDiastolic", "bloodPressure,heartRate"] {
            let tool = try run(shell, shell.folder.file("export.xml"), "--types", types)
            #expect(tool.exit == .code(0), "\(tool.output) \(tool.errors)")
        }
        #expect(try shell.run("query", "bloodPressure", "--count") == ["1"])
        #expect(try shell.run("query", "bloodPressureSystolic", "--count") == ["1"])
        #expect(try shell.run("query", "heartRate", "--count") == ["70000"])
        let again = try run(shell, shell.folder.file("export.xml"))
        #expect(again.exit == .code(0), "\(again.output) \(again.errors)")
        #expect(row("bloodPressure", again) == [0, 1, 0, 0])
    }
}
