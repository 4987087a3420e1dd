import Foundation
import HearthTestSupport
import Testing

/// `hearth import` of several files of one recording: cut off, exported again, or corrected.
@Suite struct RecordingImportTests: ImportSuite {
    private static let types = [
        "workout", "workoutRoute", "heartRate", "distanceWalkingRunning", "distanceCycling", "distanceSwimming",
        "runningSpeed", "cyclingSpeed",
    ]

    /// What is stored, without the UUIDs: those of a cut file stay when the whole one replaces it.
    private func stored(_ shell: Shell) throws -> [String] {
        let path = shell.folder.file("stored.jsonl")
        try shell.run("export", "--json", path)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return lines.map { String($0).replacing(/"uuid": ?"[^"]*",? ?/, with: "") }.sorted()
    }

    // MARK: - Cut files

    /// Files of one or several sessions, whose summaries are anywhere, that start before or after the first point, and that
    /// lack what they may lack. Each is on a day of its own.
    private func recordings() -> [[UInt8]] {
        let lists: [[(seconds: Int64, sport: Int64)]] = [[(40, 1)], [(20, 1), (20, 1)], [(10, 5), (15, 2), (15, 1)]]
        var files: [[UInt8]] = []
        for layout in FITSessions.Layout.allCases {
            for (number, list) in lists.enumerated() {
                for serial in [12_345, nil] as [Int64?] {
                    var file = FITSessions()
                    (file.layout, file.sessions, file.serialNumber) = (layout, list, serial)
                    file.delay = [-5, 0, 5][(files.count + number) % 3]
                    file.start += Int64(files.count) * 86_400
                    file.created = files.count % 4 == 3 ? nil : file.start
                    files.append(file.file())
                }
            }
        }
        return files
    }

    @Test func theWholeFilesOfCutOnesReplaceThem() throws {
        var (generator, seed) = SeededGenerator.fromEnvironment(default: 52)
        let shell = try Shell()
        let fresh = try Shell(copying: shell)
        let files = recordings()
        for (number, bytes) in files.enumerated() {
            _ = try write(bytes, "whole/\(number).fit", shell)
            let length = Int.random(in: 130..<bytes.count - 3, using: &generator)
            _ = try write(Array(bytes.prefix(length)), "cut/\(number).fit", shell)
        }
        let (whole, cut) = (shell.folder.file("whole"), shell.folder.file("cut"))
        let workouts = try run(fresh, "import", whole)
        #expect(workouts.exit == .code(0) && row("workout", workouts)[0] == 36, "\(workouts.errors)")
        _ = try run(shell, "import", cut)
        #expect(try count("heartRate", shell) > 0, "HEARTH_TEST_SEED=\(seed)")
        let once = try stored(shell)
        _ = try run(shell, "import", cut, "--update")
        #expect(try stored(shell) == once, "HEARTH_TEST_SEED=\(seed)")

        _ = try run(shell, "import", whole)
        let updated = try run(shell, "import", whole, "--update")
        #expect(updated.exit == .code(0), "\(updated.errors)")
        let expected = try stored(fresh)
        let difference = try Set(stored(shell)).symmetricDifference(expected).sorted()
        #expect(difference.isEmpty, "HEARTH_TEST_SEED=\(seed)")
        for arguments in [[whole], [whole, "--update"], [cut], [cut, "--update"]] {
            let again = try HearthTool(["import"] + arguments, in: shell.folder)
            #expect(
                Self.types.allSatisfy { row($0, again).first ?? 0 == 0 && row($0, again).dropFirst(2).first ?? 0 == 0 }
            )
            #expect(try stored(shell) == expected, "\(arguments) HEARTH_TEST_SEED=\(seed)")
        }
        _ = try run(shell, "delete", "--imported-from", whole, "--yes")
        #expect(try stored(shell).isEmpty, "HEARTH_TEST_SEED=\(seed)")
    }

    /// Also where the workout itself is not wanted.
    @Test func samplesOfAChangedWorkoutAreNotSavedBesideIt() throws {
        let shell = try Shell()
        var file = FITSessions()
        file.sessions = [(20, 1)]
        _ = try run(shell, "import", write(file.file(), "a.fit", shell))
        let before = try stored(shell)
        file.sessions = [(40, 2)]
        let longer = try write(file.file(), "b.fit", shell)
        let tool = try run(shell, "import", longer, "--types", "heartRate")
        let rates = row("heartRate", tool)
        #expect(rates.count == 4 && rates[0] == 0 && rates[2] > 0, "\(tool.output)")
        #expect(row("workout", tool).isEmpty)
        #expect(try stored(shell) == before)
        let updated = try run(shell, "import", longer, "--types", "heartRate", "--update")
        #expect(row("heartRate", updated)[0] == rates[2] && row("workout", updated).isEmpty, "\(updated.output)")
        #expect(try count("workout", shell) == 1)
    }

    /// Without its sessions, a cut file was one workout for both sports. Nothing is doubled before `--update` divides it.
    @Test func sessionsThatACutFileHadNotAreChanges() throws {
        let shell = try Shell()
        var file = FITSessions()
        file.sessions = [(20, 2), (20, 1)]
        let bytes = file.file()
        let (whole, cut) = (try write(bytes, "a.fit", shell), try write(Array(bytes.dropLast(60)), "b.fit", shell))
        #expect(row("workout", try run(shell, "import", cut)) == [1, 0, 0, 0])
        let plain = try run(shell, "import", whole)
        #expect(row("workout", plain) == [0, 0, 2, 0] && row("distanceWalkingRunning", plain)[0] == 0)
        let updated = try run(shell, "import", whole, "--update")
        #expect(row("workout", updated) == [1, 0, 1, 0], "\(updated.output)")
        #expect(try count("heartRate", shell) == 40 && count("workout", shell) == 2)
    }

    // MARK: - Corrected files

    /// A file before and after a correction, and what the correction concerns.
    private struct Correction {
        let name: String
        let before: [UInt8]
        let after: [UInt8]
    }

    private static func fit(_ change: (inout FITSessions) -> Void = { _ in }) -> [UInt8] {
        var file = FITSessions()
        change(&file)
        return file.file()
    }

    private static func gpx(_ seconds: Int = 40, _ type: String = "running", latitude: Double = 52.5) -> [UInt8] {
        let points = (0..<seconds).map { second in
            let place = "lat=\"\(latitude)\" lon=\"13.\(1_000 + second)\""
            return "<trkpt \(place)><time>2026-05-01T06:00:\(second < 10 ? "0" : "")\(second)Z</time></trkpt>"
        }
        let text =
            "<gpx version=\"1.1\" creator=\"Watch\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk>"
            + "<type>\(type)</type><trkseg>\(points.joined())</trkseg></trk></gpx>"
        return Array(text.utf8)
    }

    private static func tcx(_ points: Int = 40, sport: String? = nil, moved: Bool = false) -> [UInt8] {
        let workout = GeneratedWorkout(seed: 3, points: 40)
        let tracks = workout.tcx.split(separator: "<Trackpoint>").map(String.init)
        let tail = "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
        let kept = tracks.prefix(points + 1).joined(separator: "<Trackpoint>")
        var text = points == 40 ? workout.tcx : kept + tail
        if let sport {
            text = text.replacing(/Sport="[A-Za-z]*"/, with: "Sport=\"\(sport)\"")
        }
        return Array((moved ? text.replacing("<LatitudeDegrees>5", with: "<LatitudeDegrees>4") : text).utf8)
    }

    private static let corrections = [
        Correction(name: "shorter.fit", before: fit(), after: fit { $0.sessions = [(30, 1)] }),
        Correction(name: "sport.fit", before: fit { $0.sessions = [(40, 2)] }, after: fit()),
        Correction(name: "moved.fit", before: fit(), after: fit { $0.latitude += 100_000 }),
        Correction(name: "longer.gpx", before: gpx(30), after: gpx(40)),
        Correction(name: "shorter.gpx", before: gpx(40), after: gpx(30)),
        Correction(name: "sport.gpx", before: gpx(40, "cycling"), after: gpx()),
        Correction(name: "moved.gpx", before: gpx(), after: gpx(latitude: 48)),
        Correction(name: "shorter.tcx", before: tcx(), after: tcx(25)),
        Correction(name: "sport.tcx", before: tcx(), after: tcx(sport: "Biking")),
        Correction(name: "moved.tcx", before: tcx(), after: tcx(moved: true)),
    ]

    @Test(arguments: corrections.map(\.name)) func aCorrectedFileIsTheSameWorkout(_ name: String) throws {
        let correction = try #require(Self.corrections.first { $0.name == name })
        let shell = try Shell()
        let fresh = try Shell(copying: shell)
        let before = try write(correction.before, "before-" + name, shell)
        let after = try write(correction.after, "after-" + name, shell)
        #expect(try run(fresh, "import", after).exit == .code(0))
        #expect(try run(shell, "import", before).exit == .code(0))
        let once = try stored(shell)
        for arguments in [["--dry-run"], []] {
            let plain = try HearthTool(["import", after] + arguments, in: shell.folder)
            #expect(row("workout", plain)[0] == 0, "\(plain.errors)")
            #expect(plain.errors.contains("--update replaces them") == arguments.isEmpty, "\(plain.errors)")
            let changed = name.hasPrefix("moved") ? "workoutRoute" : "workout"
            #expect(row(changed, plain) == [0, 0, 1, 0], "\(plain.output)")
            #expect(try stored(shell) == once)
        }
        let updated = try run(shell, "import", after, "--update")
        #expect(updated.exit == .code(0) && row("workout", updated)[0] == 0, "\(updated.output) \(updated.errors)")
        #expect(try stored(shell) == stored(fresh))
        let again = try run(shell, "import", after, "--update")
        #expect(row("workout", again) == [0, 1, 0, 0] && row("workoutRoute", again) == [0, 1, 0, 0])
        _ = try run(shell, "delete", "--imported-from", after, "--yes")
        #expect(try stored(shell).isEmpty)
    }

    /// The client tries for half a minute, and says so.
    @Test func anImportThatLosesItsServerSaysThatItWaits() throws {
        let shell = try Shell()
        let count = 320
        for number in 0..<count {
            // With long names, what it prints fills the pipe before it ends.
            let name = "runs/\(String(repeating: "n", count: 200))\(number).fit"
            _ = try write(Self.fit { $0.start += Int64(number) * 3_600 }, name, shell)
        }
        let tool = try RunningTool(["import", shell.folder.file("runs")], in: shell.folder)
        #expect(try tool.nextErrorLine()?.contains("FIT, 1 workout") == true)
        shell.server.process.kill()
        _ = shell.server.process.wait()
        var line = try tool.nextErrorLine()
        while let text = line, !text.contains("Waiting for it to come back") {
            line = try tool.nextErrorLine()
        }
        #expect(line != nil)
        let server = try ServerProcess(in: shell.folder)
        while let text = try tool.nextErrorLine() {
            line = text.contains("Connected again.") ? text : line
        }
        #expect(line?.contains("Connected again.") == true)
        _ = tool.process.wait()
        #expect(try run(shell, "import", shell.folder.file("runs")).exit == .code(0))
        #expect(try self.count("workout", shell) == count)
        try server.stop()
    }

    /// The totals and the end stay, and points in the middle are gone.
    @Test func samplesThatAFileNoLongerHasAreDeletedOnDemand() throws {
        let shell = try Shell()
        let text = String(decoding: Self.tcx(), as: UTF8.self)
        let points = text.split(separator: "<Trackpoint>").map(String.init)
        let fewer = (points[...10] + points[12...]).joined(separator: "<Trackpoint>")
        let whole = try write(Array(text.utf8), "a.tcx", shell)
        let thinned = try write(Array(fewer.utf8), "b.tcx", shell)
        try shell.run("import", whole)
        let rates = try count("heartRate", shell)
        let plain = try run(shell, "import", thinned)
        #expect(
            row("workout", plain) == [0, 0, 1, 0] && plain.errors.contains("stay: --update deletes them"),
            "\(plain)"
        )
        #expect(try count("heartRate", shell) == rates)
        let updated = try run(shell, "import", thinned, "--update")
        #expect(updated.exit == .code(0) && updated.errors.contains("were deleted"), "\(updated.errors)")
        let again = try run(shell, "import", thinned)
        #expect(row("workout", again) == [0, 1, 0, 0] && !again.errors.contains("--update"), "\(again.errors)")
    }
}
