import Foundation
import HearthTestSupport
import Testing

/// `hearth export` with a server.
@Suite struct ExportTests {
    /// A run straight to the north, a point a second, with heart rates.
    private func run(points: Int = 100) -> String {
        let text = (0..<points).map { second in
            let time = "2026-05-01T06:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
            let latitude = 52.5 + Double(second) * 0.0001
            return
                "<trkpt lat=\"\(latitude)\" lon=\"13.4\"><ele>34.5</ele><time>\(time)</time><extensions><speed>3</speed>"
                + "<x:TrackPointExtension><x:hr>\(100 + second)</x:hr><x:cad>80</x:cad></x:TrackPointExtension></extensions></trkpt>"
        }
        return "<gpx version=\"1.1\" creator=\"Watch\" xmlns=\"http://www.topografix.com/GPX/1/1\""
            + " xmlns:x=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\"><trk><name>Home</name>"
            + "<type>running</type><trkseg>\(text.joined())</trkseg></trk></gpx>"
    }

    private func imported(_ shell: Shell) throws {
        let path = shell.folder.file("run.gpx")
        try Data(run().utf8).write(to: URL(filePath: path))
        try shell.run("import", path)
    }

    @Test func aRouteComesBackAsAFile() throws {
        let shell = try Shell()
        try imported(shell)
        let folder = shell.folder.file("out")
        #expect(try shell.run("export", "--gpx", folder) == ["1 file in \(folder)."])
        let name = folder + "/2026-05-01-060000-running.gpx"
        #expect(FileStatus(of: name)?.permissions == 0o600 && FileStatus(of: folder)?.permissions == 0o700)
        let text = shell.folder.text(of: "out/2026-05-01-060000-running.gpx")
        #expect(text.split(separator: "<trkpt").count == 101)
        #expect(text.contains("<name>Home</name>") && text.contains("<ele>34.5</ele>") && text.contains(":hr>199</"))
        // The steps of the store are the cadence of the file.
        #expect(text.split(separator: ":cad>80<").count == 101)
        // It is the same workout.
        let again = try shell.run("import", folder)
        #expect(
            again.contains { $0.hasPrefix("workout ") && $0.split(separator: " ")[1...2] == ["0", "1"] },
            "\(again)"
        )
        #expect(try shell.run("export", "--gpx", folder, "--since", "2027-01-01") == ["0 files in \(folder)."])
    }

    /// The workout of another format is known by the UUID in the file, in this store and in another one.
    @Test func anExportedWorkoutIsKnown() throws {
        let shell = try Shell()
        let times =
            #"sourceName="Anna&#8217;s &quot;Watch&quot;" startDate="2026-05-01 06:00:00 +0000" endDate="2026-05-01 06:10:00 +0000""#
        let xml =
            #"<HealthData><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" "#
            + #"\#(times)><WorkoutRoute \#(times)><FileReference path="/workout-routes/r.gpx"/></WorkoutRoute></Workout>"#
            + "</HealthData>"
        let routes = shell.folder.file("e/workout-routes")
        try FileManager.default.createDirectory(atPath: routes, withIntermediateDirectories: true)
        try Data(run().utf8).write(to: URL(filePath: routes + "/r.gpx"))
        try Data(xml.utf8).write(to: URL(filePath: shell.folder.file("e/export.xml")))
        try shell.run("import", shell.folder.file("e"))
        let (id, source) = try workout(shell)
        let folder = shell.folder.file("out")
        #expect(try shell.run("export", "--gpx", folder, "--trim", "50") == ["1 file in \(folder)."])
        let again = try shell.run("import", folder)
        #expect(again.dropFirst().allSatisfy { $0.split(separator: " ")[1] == "0" }, "\(again)")
        #expect(try shell.run("query", "workout", "--count") == ["1"])
        let other = try Shell()
        try other.run("import", folder)
        let (otherID, otherSource) = try workout(other)
        #expect(otherID == id && otherSource == source && source == "apple-health:Anna’s \"Watch\"")
        let known = try other.run("import", folder)
        #expect(known.dropFirst().allSatisfy { $0.split(separator: " ")[1] == "0" }, "\(known)")
    }

    /// The store has the workout from another file. Only where the exported one was imported is it deleted for it.
    @Test func anExportedFileHasBroughtNothingToItsStore() throws {
        let shell = try Shell()
        try imported(shell)
        let folder = shell.folder.file("out")
        try shell.run("export", "--gpx", folder)
        try shell.run("import", folder)
        let removal = try HearthTool(["delete", "--imported-from", folder, "--yes"], in: shell.folder)
        #expect(removal.exit == .code(0) && removal.errors.contains("Nothing is stored"), "\(removal.errors)")
        for type in ["workout", "workoutRoute"] {
            #expect(try shell.run("query", type, "--count") == ["1"])
        }
        #expect(try shell.run("query", "heartRate", "--count") == ["100"])
        let other = try Shell()
        try other.run("import", folder)
        #expect(try other.run("query", "workout", "--count") == ["1"])
        try other.run("delete", "--imported-from", folder, "--yes")
        for type in ["workout", "workoutRoute", "heartRate"] {
            #expect(try other.run("query", type, "--count") == ["0"])
        }
    }

    /// The file of an earlier export has the ends of the route. A renamed file and that of another workout stay.
    @Test func filesOfAnEarlierExportAreRemoved() throws {
        let shell = try Shell()
        try imported(shell)
        let folder = shell.folder.file("out")
        let name = folder + "/2026-05-01-060000-running.gpx"
        try shell.run("export", "--gpx", folder)
        try FileManager.default.copyItem(atPath: name, toPath: folder + "/home.gpx")
        try FileManager.default.copyItem(atPath: name, toPath: folder + "/2026-05-01-060000-running-2.gpx")
        try Data(run().utf8).write(to: URL(filePath: folder + "/2026-05-02-060000-running.gpx"))
        let short = try shell.run("export", "--gpx", folder, "--trim", "9000")
        #expect(
            short == [
                "0 files in \(folder). Nothing is left of 1 route after --trim 9000."
                    + " 2 files of earlier exports were removed."
            ]
        )
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(left == ["2026-05-02-060000-running.gpx", "home.gpx"])
        try shell.run("export", "--gpx", folder)
        let options = ["--since", "2027-01-01", "--trim", "50"]
        let others = try HearthTool(["export", "--gpx", folder] + options, in: shell.folder)
        #expect(others.errors.contains("still has 1 file that earlier exports wrote for other workouts, perhaps"))
        #expect(FileManager.default.fileExists(atPath: name))
    }

    private func workout(_ shell: Shell) throws -> (id: String, source: String) {
        let found = try #require(try Shell.objects(shell.run("query", "workout", "--json")).first)
        return (
            try #require(found["uuid"] as? String), try #require((found["source"] as? [String: String])?["identifier"])
        )
    }

    /// A point is about 11 metres from the next.
    @Test func theEndsOfARouteAreLeftOut() throws {
        let shell = try Shell()
        try imported(shell)
        try shell.run("export", "--gpx", shell.folder.file("out"), "--trim", "100")
        let text = shell.folder.text(of: "out/2026-05-01-060000-running.gpx")
        #expect(text.split(separator: "<trkpt").count == 83, "\(text.split(separator: "<trkpt").count)")
        let whole = try shell.run("export", "--gpx", shell.folder.file("none"), "--trim", "9000")
        #expect(whole == ["0 files in \(shell.folder.file("none")). Nothing is left of 1 route after --trim 9000."])
        #expect(try shell.failure("export", "--gpx", "x", "--trim", "far", code: 2).contains("number of metres"))
        #expect(try shell.failure("export", code: 2).contains("Name one format"))
    }
}
