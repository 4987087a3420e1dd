import Foundation
import HearthTestSupport
import Testing

@testable import hearth

/// `hearth import` and `hearth delete --imported-from` of files with faults: what is whole is taken, and the rest is named.
@Suite struct ImportFaultTests: ImportSuite {
    /// A track of a point a second, with what each point has besides its time.
    private func track(_ day: Int, points: Int = 10, _ content: String = "") -> String {
        let points = (0..<points).map { second in
            let clock = [6 + second / 3_600, second / 60 % 60, second % 60].map { String($0 + 100).dropFirst() }
            let time = "2026-05-\(String(day + 100).dropFirst())T\(clock.joined(separator: ":"))Z"
            return "<trkpt lat=\"52.5\" lon=\"13.4\"><time>\(time)</time>\(content)</trkpt>"
        }
        return "<trk><type>running</type><trkseg>\(points.joined())</trkseg></trk>"
    }

    private func gpx(_ tracks: String...) -> String {
        "<gpx version=\"1.1\" creator=\"Watch\" xmlns=\"http://www.topografix.com/GPX/1/1\""
            + " xmlns:x=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\">\(tracks.joined())</gpx>"
    }

    private func extensions(_ content: String) -> String {
        "<extensions><x:TrackPointExtension>\(content)</x:TrackPointExtension></extensions>"
    }

    private func record(_ minute: Int, value: Int = 70) -> String {
        let date = "2024-03-01 08:\(String(minute + 100).dropFirst()):00 +0000"
        return #"<Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" value="\#(value)" "#
            + #"startDate="\#(date)" endDate="\#(date)"/>"#
    }

    @Test func everyCSVFileNeedsItsType() throws {
        let shell = try Shell()
        _ = try write("start,value\n2026-11-02 09:00,70\n", "tables/heartRate.csv", shell)
        let table = try write("start,value\n2026-11-02 09:00,70\n", "weights.csv", shell)
        for types in [[], ["--types", "heartRate,bodyMass"]] {
            let tool = try HearthTool(["import", shell.folder.file("tables"), table] + types, in: shell.folder)
            let need =
                "weights.csv is CSV, which needs the one type of its samples: --types TYPE. For bodyMass: --types"
                + " bodyMass."
            #expect(tool.exit == .code(2) && tool.errors.contains(need), "\(tool.errors)")
        }
        let other = try write("when;pulse\n", "values.csv", shell)
        #expect(try shell.failure("import", other, code: 2).contains("For heartRate: --types heartRate."))
        let unknown = try write("", "values-2.csv", shell)
        #expect(try shell.failure("import", unknown, code: 2).contains("--types TYPE. 'hearth types' lists the types."))
        #expect(try count("heartRate", shell) == 0 && count("bodyMass", shell) == 0)
    }

    /// Every file of some watches has the temperature, and nobody can mend it.
    @Test func whatHealthKitLacksAndWhatIsOutOfOrderAreNoFailure() throws {
        let shell = try Shell()
        let track = track(1, extensions("<x:atemp>21</x:atemp><x:hr>120</x:hr>"))
        let points = track.split(separator: "<trkpt").map { "<trkpt\($0)" }
        let unordered = track.replacing(points[2], with: "").replacing(points[3], with: points[3] + points[2])
        let tool = try run(shell, "import", write(gpx(unordered), "a.gpx", shell))
        #expect(tool.exit == .code(0), "\(tool.output) \(tool.errors)")
        #expect(tool.errors.contains("a.gpx: trk: the times are not in order; they were sorted.\n"))
        #expect(tool.errors.contains("10 objects are of a kind") || tool.errors.contains("10 objects are of kinds"))
        #expect(!tool.output.contains("sorted") && tool.output.contains("HealthKit has no type for it"))
        let faulty = track.replacing(points[2], with: points[2].replacing("52.5", with: "152.5"))
        #expect(try run(shell, "import", write(gpx(faulty), "b.gpx", shell)).exit == .code(1))
    }

    /// The tracks before the damage are saved, and deleted again.
    @Test func workoutsBeforeTheDamageOfAFileAreTaken() throws {
        let shell = try Shell()
        let invalid = track(1).replacing("06:00:01Z", with: "26:00:01Z")
        let whole = gpx(invalid, track(2), track(3))
        let cut = try write(String(whole.prefix(whole.count * 5 / 6)), "runs/a.gpx", shell)
        _ = try write(gpx(track(4)), "runs/b.gpx", shell)
        _ = try write("<gpx><trk>", "runs/broken.gpx", shell)
        let dry = try run(shell, "import", "--dry-run", shell.folder.file("runs"))
        #expect(dry.errors.contains("broken.gpx cannot be imported: the file is cut off"), "\(dry.errors)")
        #expect(dry.errors.contains("hearth: 1 file cannot be imported, and 1 file can be imported in part"))
        let tool = try run(shell, "import", shell.folder.file("runs"))
        #expect(tool.errors.contains("\(cut): trkpt.time: the value is invalid"), "\(tool.errors)")
        #expect(tool.exit == .code(1) && tool.errors.contains("\(cut) cannot be read further: the file is cut off"))
        let files = "1 file was not imported, and 1 file was imported in part"
        #expect(tool.errors.hasSuffix("hearth: \(files), and 2 objects were not taken, as the table says.\n"))
        #expect(try count("workout", shell) == 3 && count("workoutRoute", shell) == 3)
        let removal = try run(shell, "delete", "--imported-from", shell.folder.file("runs"), "--yes")
        #expect(removal.exit == .code(1) && removal.errors.contains("broken.gpx cannot be read: the file is cut off"))
        #expect(removal.errors.contains("2 files could not be read to the end"), "\(removal.errors)")
        #expect(removal.output.contains("workoutRoute"))
        #expect(try count("workout", shell) == 0 && count("workoutRoute", shell) == 0)
    }

    @Test func aFolderWithCSVIsRefusedBeforeAnythingIsDeleted() throws {
        let shell = try Shell()
        let path = try write(gpx(track(1)), "runs/a.gpx", shell)
        try shell.run("import", path)
        _ = try write("start,value\n2026-11-02 09:00,70\n", "runs/heartRate.csv", shell)
        let error = try shell.failure("delete", "--imported-from", shell.folder.file("runs"), "--yes")
        #expect(error.contains("heartRate.csv is CSV. Its samples belong to the app that saved them"), "\(error)")
        #expect(error.contains("also from elsewhere"), "\(error)")
        #expect(try count("workout", shell) == 1)
    }

    /// Each CSV file of a folder is one of its own, as each workout file is.
    @Test func aWrongLineDoesNotStopTheOtherTables() throws {
        let shell = try Shell()
        let right = "start,value\n2026-11-02 09:00,70\n"
        _ = try write("start,value\n2026-11-02 09:00,x\n", "t/bodyMass.csv", shell)
        _ = try write(right + "2026-11-02 10:00,x\n", "t/heartRate.csv", shell)
        _ = try write(right, "t/stepCount.csv", shell)
        let dry = try run(shell, "import", "--dry-run", shell.folder.file("t"))
        #expect(dry.exit == .code(1) && dry.output.contains("1 sample would be saved."), "\(dry.errors)")
        let tool = try run(shell, "import", shell.folder.file("t"))
        #expect(tool.exit == .code(1) && tool.errors.contains("t/bodyMass.csv: Line 2:"), "\(tool.errors)")
        #expect(tool.errors.contains("t/heartRate.csv: Line 3:"), "\(tool.errors)")
        #expect(try count("stepCount", shell) == 1 && count("bodyMass", shell) == 0)
        let last = tool.errors.split(separator: "\n").last ?? ""
        #expect(last == "hearth: 2 files were not imported." || last.contains("1 file was imported in part"), "\(last)")
    }

    /// A damaged export has characteristics too, and does not stop the files after it.
    @Test func whatComesAfterADamagedExportIsImported() throws {
        let shell = try Shell()
        let me = #"<Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-29"/>"#
        let cut = try write("<HealthData>\(me)\(record(1))<Record", "cut.xml", shell)
        let whole = try write("<HealthData>\(record(2))</HealthData>", "whole.xml", shell)
        let tool = try run(shell, "import", cut, whole)
        #expect(tool.exit == .code(1), "\(tool.errors)")
        #expect(tool.errors.contains("cut.xml cannot be read further: the file is cut off"))
        #expect(tool.errors.hasSuffix("hearth: 1 file was imported in part.\n"))
        #expect(tool.output.contains("characteristics") && tool.output.contains("bodyMass"))
        #expect(try count("bodyMass", shell) == 2)
        let removal = try run(shell, "delete", "--imported-from", cut, "--yes")
        #expect(removal.exit == .code(1) && removal.output.contains("bodyMass"))
        #expect(removal.output.contains("dateOfBirth"), "\(removal.output)")
        #expect(try count("bodyMass", shell) == 1)
    }

    /// A call that saves or names samples fits a frame: those of a long workout take several.
    @Test func theSamplesOfALongWorkoutBelongToItInParts() throws {
        let shell = try Shell()
        let points = 1 << 14
        func writes(_ day: Int, points: Int) throws -> Int {
            func figure() throws -> Int {
                let status = try shell.run("status", "--json").joined()
                return try #require(try Shell.objects([status]).first?["writes"] as? Int)
            }
            let before = try figure()
            let track = track(day, points: points, extensions("<x:hr>120</x:hr>")).replacing("lat=\"52.5\"", with: "")
            let tool = try run(shell, "import", write(gpx(track), "a.gpx", shell))
            #expect(tool.output.contains("heartRate"), "\(tool.errors)")
            return try figure() - before
        }
        let few = try writes(1, points: 100)
        #expect(try writes(2, points: points + 1) == few + 1)
        // Without the workouts, the same samples are stored already, and become part of the new ones.
        let all = ["--since", "2026-05-01", "--yes", "--app", "org.hearth.import"]
        try shell.run(["delete", "workout"] + all)
        #expect(try writes(1, points: 100) == few)
        #expect(try writes(2, points: points + 1) == few + 1)
    }

    /// Files of other kinds and links are mentioned, and no failure.
    @Test func otherFilesOfAFolderAreMentioned() throws {
        let shell = try Shell()
        _ = try write(gpx(track(1)), "runs/a.gpx", shell)
        _ = try write("notes", "runs/more/notes.txt", shell)
        let link = shell.folder.file("runs/link.gpx")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.gpx")
        let tool = try run(shell, "import", shell.folder.file("runs"))
        #expect(tool.exit == .code(0) && tool.errors.contains("runs: 2 other files or links are left out.\n"))
        #expect(try count("workout", shell) == 1)
    }

    /// A pipe that nobody writes would stop the import. A link in an unpacked archive could lead anywhere.
    @Test func pipesAndLinksInFoldersAreNotRead() throws {
        let shell = try Shell()
        let outside = try write(gpx(track(2)), "outside.gpx", shell)
        let times = #"sourceName="W" startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:10:00 +0000""#
        let route = "<WorkoutRoute \(times)>"
        let workout =
            #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="W" "#
            + #"startDate="2024-03-01 08:00:00 +0000" endDate="2024-03-01 08:10:00 +0000">"#
        let parts = ["pipe", "link"].map { name in
            "\(workout)\(route)<FileReference path=\"/workout-routes/\(name).gpx\"/></WorkoutRoute></Workout>"
        }
        _ = try write("<HealthData>\(record(1))\(parts.joined())</HealthData>", "e/export.xml", shell)
        _ = try write("", "e/workout-routes/a.gpx", shell)
        _ = try write("Activity ID,Date,Name,Type,File\n", "s/activities.csv", shell)
        _ = try write(gpx(track(1)), "s/activities/a.gpx", shell)
        _ = try write("", "t/stepCount.txt", shell)
        for pipe in ["e/workout-routes/pipe.gpx", "e/ecg/g.csv", "s/activities/b.gpx", "t/heartRate.csv", "t/x.zip"] {
            let path = shell.folder.file(pipe)
            let folder = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try #require(mkfifo(path, 0o600) == 0)
        }
        for link in ["e/workout-routes/link.gpx", "s/activities/c.gpx"] {
            try FileManager.default.createSymbolicLink(atPath: shell.folder.file(link), withDestinationPath: outside)
        }
        let export = try run(shell, "import", shell.folder.file("e"))
        #expect(export.exit == .code(1), "\(export.errors)")
        #expect(export.output.contains("2  its file cannot be read"), "\(export.output)")
        #expect(try count("workoutRoute", shell) == 0 && count("bodyMass", shell) == 1)
        let archive = try run(shell, "import", shell.folder.file("s"))
        #expect(archive.errors.contains("2 files were not imported"), "\(archive.errors)")
        #expect(try count("workoutRoute", shell) == 1)
        #expect(try shell.failure("import", shell.folder.file("t")).contains("contains no export"))
        #expect(try shell.failure("import", shell.folder.file("t/x.zip")).contains("cannot be read"))
    }

    /// A file in an archive may have any name. Nothing of it reaches the terminal or the log as a control character.
    @Test func controlCharactersInNamesAreEscaped() throws {
        let shell = try Shell()
        let name = "activities/@[2J\u{9B}1m\nhearth: fine\r.gpx"
        let late = track(1).replacing("06:00:00Z", with: "06:00:00.5Z")
        let archive = [
            (name: "activities.csv", content: Data("ID,Date,Name,Type,File\n".utf8)),
            (name: "activities/a.gpx", content: Data(gpx(track(1)).utf8)),
            (name: name, content: Data(gpx(late.replacing("06:00:02Z", with: "x")).utf8)),
            (name: name + ".gpx", content: Data("<gpx>".utf8)),
        ]
        let path = shell.folder.file("a\u{1B}\nhearth: b.zip")
        try ZipWriter.write(archive, to: path)
        // libzip does not write every character.
        var bytes = try Data(contentsOf: URL(filePath: path))
        while let place = bytes.range(of: Data("@[2J".utf8)) {
            bytes[place.lowerBound] = 0x1b
        }
        try bytes.write(to: URL(filePath: path))
        let removal = ["delete", "--imported-from", path, "--yes"]
        for arguments in [["import", path], ["import", path, "--dry-run"], removal] {
            let tool = try HearthTool(arguments, in: shell.folder)
            #expect(tool.exit == .code(1) && tool.errors.contains("\\u001b"), "\(tool.errors)")
            let raw = tool.errors.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
            #expect(raw.isEmpty, "\(tool.errors)")
            #expect(!tool.errors.contains("\nhearth: fine") && !tool.errors.contains("\nhearth: b"), "\(tool.errors)")
        }
        let error = try shell.failure("import", path + "x")
        #expect(error.contains("\\u001b"), "\(error)")
        #expect(!error.unicodeScalars.dropLast().contains { $0.properties.generalCategory == .control }, "\(error)")
    }

    @Test func encryptedArchivesAreNamedAsSuch() throws {
        let shell = try Shell()
        let contents = ["e/export.xml": "<HealthData/>", "export.db": "SQLite format 3", "activities.csv": "ID\n"]
        for (name, text) in contents {
            let path = shell.folder.file("encrypted/export.zip")
            let folder = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try ZipWriter.write([(name: name, content: Data(text.utf8))], to: path, password: "secret")
            let error = try shell.failure("import", path)
            let reason = "the archive is encrypted; unpack it with its password, and import the folder"
            #expect(error.contains("export.zip cannot be read: \(reason)."), "\(name): \(error)")
            let inFolder = try run(shell, "import", shell.folder.file("encrypted"))
            #expect(inFolder.errors.contains("export.zip was not imported: \(reason)."), "\(name): \(inFolder.errors)")
        }
    }

    /// A folder such as that of downloads has exports, and files next to them.
    @Test func aFolderWithAnExportAndOtherFilesIsImported() throws {
        let shell = try Shell()
        let xml = Data("<HealthData>\(record(1))</HealthData>".utf8)
        _ = try write(gpx(track(1)), "downloads/walk.gpx", shell)
        try ZipWriter.write([(name: "e/export.xml", content: xml)], to: shell.folder.file("downloads/export.zip"))
        let runs = [(name: "e/a.gpx", content: Data(gpx(track(3)).utf8))]
        try ZipWriter.write(runs, to: shell.folder.file("downloads/runs.zip"))
        let mixed = try run(shell, "import", shell.folder.file("downloads"))
        #expect(mixed.exit == .code(0) && mixed.errors.contains("runs.zip is left out"), "\(mixed.errors)")
        #expect(try count("bodyMass", shell) == 1 && count("workout", shell) == 1)

        _ = try write("<HealthData>\(record(2))</HealthData>", "unpacked/export.xml", shell)
        _ = try write(gpx(track(5)), "unpacked/workout-routes/route.gpx", shell)
        _ = try write(gpx(track(2)), "unpacked/run.gpx", shell)
        #expect(try run(shell, "import", shell.folder.file("unpacked")).exit == .code(0))
        #expect(try count("bodyMass", shell) == 2 && count("workout", shell) == 2)

        _ = try write("PK\u{3}\u{4}", "broken/export.zip", shell)
        _ = try write(gpx(track(4)), "broken/run.gpx", shell)
        let broken = try run(shell, "import", shell.folder.file("broken"))
        #expect(broken.exit == .code(1) && broken.errors.contains("export.zip was not imported"), "\(broken.errors)")
        #expect(try count("workout", shell) == 3)
    }

    /// What is lost names its file and where.
    @Test func lossesHaveAPosition() throws {
        let shell = try Shell()
        let text = gpx(track(1).replacing("lat=\"52.5\"", with: "lat=\"152.5\""))
        let tool = try run(shell, "import", write(text, "a.gpx", shell))
        let offset = try #require(text.utf8.firstRange(of: Array("<trkpt".utf8))).lowerBound
        let bytes = text.utf8.distance(from: text.utf8.startIndex, to: offset)
        #expect(tool.errors.contains("a.gpx: trkpt.lat,lon: the value is invalid (10 times, first at byte \(bytes))."))
    }

    @Test func sourcesOfEachFormatAreKnown() {
        for app in ["apple-health:iPhone", "health-connect:", "gpx:Watch", "tcx:a", "fit:b"] {
            #expect(ImportFile.isImported(app: app))
        }
        for app in ["com.example", "health-connect", "strava:a"] {
            #expect(!ImportFile.isImported(app: app))
        }
    }
}
