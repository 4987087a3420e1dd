import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthFormats

/// Strava's archives, and what may be wrong with them.
@Suite struct StravaArchiveTests {
    private let seed = SeededGenerator.firstSeed(default: 41)
    private let folder: ServerFolder

    init() throws {
        folder = try ServerFolder()
    }

    private func archive(_ files: [(name: String, content: Data)]) throws -> StravaArchive {
        let path = folder.file("archive.zip")
        try ZipWriter.write(files, to: path)
        return try #require(try StravaArchive(at: path))
    }

    private func workouts(_ file: WorkoutFileSource) throws(FormatError) -> [RecordedWorkout] {
        var workouts: [RecordedWorkout] = []
        while let complete = try file.next() {
            workouts += complete
        }
        return workouts
    }

    @Test(arguments: StravaExport.Language.allCases)
    func eachActivityHasItsFileAndItsName(_ language: StravaExport.Language) throws {
        let export = try StravaExport(seed: seed, activities: 24, language: language)
        try export.write(to: folder.file("export.zip"))
        try export.unpack(to: folder.file("unpacked"))
        for path in ["export.zip", "unpacked"] {
            let archive = try #require(try StravaArchive(at: folder.file(path)))
            #expect(archive.activities.map(\.path) == export.activities.map(\.path).sorted())
            #expect(archive.activitiesWithoutFile == export.manualCount)
            let expected = Dictionary(uniqueKeysWithValues: export.activities.map { ($0.path, $0) })
            for activity in archive.activities {
                let made = try #require(expected[activity.path])
                let workout = try #require(try workouts(archive.read(activity)).first)
                #expect(workout.start == Date(timeIntervalSince1970: TimeInterval(made.start)))
                #expect(workout.locations.count == made.points)
                #expect(activity.listed?.name == made.name)
                #expect(workout.sport.activityType == (made.isRun ? 37 : 13))
            }
        }
    }

    /// The file's own sport and name come first; the identity of the workout does not depend on the list.
    @Test func theListAddsWhatTheFileLacks() throws {
        let gpx = """
            <gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2024-03-01T10:00:00Z</time></trkpt>\
            <trkpt lat="1.01" lon="2"><time>2024-03-01T10:10:00Z</time></trkpt></trkseg></trk></gpx>
            """
        let list = "ID,Date,Name,Type,Description,File\n1,x,Morning,Virtual Run,,activities/1.gpx\n"
        let archive = try archive([("activities.csv", Data(list.utf8)), ("activities/1.gpx", Data(gpx.utf8))])
        let activity = try #require(archive.activities.first)
        let workout = try #require(try workouts(archive.read(activity)).first)
        let plain = try #require(WorkoutSamples(workout, from: .gpx, key: nil)).workout
        let listed = try #require(WorkoutSamples(workout, from: .gpx, key: nil, listed: activity.listed)).workout
        #expect(plain.ids == listed.ids)
        guard case .workout(let columns) = listed.payload else { throw Unexpected("no workout") }
        #expect(columns.activityTypes.map(\.name) == ["running"])
        #expect(listed.metadata[0]?["HKIndoorWorkout"] == .boolean(true))
        #expect(listed.metadata[0]?["org.hearth.imported.name"] == .string("Morning"))
    }

    /// A cadence on foot counts strides, and one on a bicycle revolutions. The list decides if the file names no sport.
    @Test func theListDecidesWhatACadenceIs() throws {
        let points = (0..<5).map { second in
            "<trkpt lat=\"1.00\(second)\" lon=\"2\"><time>2024-03-01T10:00:0\(second)Z</time><extensions>"
                + "<g:TrackPointExtension><g:cad>80</g:cad></g:TrackPointExtension></extensions></trkpt>"
        }
        func gpx(_ type: String) -> Data {
            let namespace = "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
            let track = "<trk>\(type)<trkseg>\(points.joined())</trkseg></trk>"
            return Data("<gpx xmlns:g=\"\(namespace)\">\(track)</gpx>".utf8)
        }
        var fit = FITEncoder()
        fit.define(0, 20, [(253, 4, 0x86), (4, 1, 0x02)])
        for second in 0..<5 as Range<Int64> {
            fit.write(0, FITRun.start + second, 80)
        }
        let list =
            "ID,Date,Name,Type,Description,File\n"
            + "1,x,a,Ride,,activities/1.gpx\n2,x,b,Run,,activities/2.gpx\n3,x,c,Ride,,activities/3.gpx\n"
            + "4,x,d,Fahrt,,activities/4.gpx\n5,x,e,Ride,,activities/5.fit\n"
        let archive = try archive([
            ("activities.csv", Data(list.utf8)), ("activities/1.gpx", gpx("")), ("activities/2.gpx", gpx("")),
            ("activities/3.gpx", gpx("<type>running</type>")), ("activities/4.gpx", gpx("")),
            ("activities/5.fit", Data(fit.file())),
        ])
        let found = try archive.activities.map { activity in
            let workout = try #require(try workouts(archive.read(activity)).first)
            return (workout.sport.activityType, workout.quantities.map(\.typeIdentifier))
        }
        // The identity of the workout has the sport of the file.
        #expect(found.map(\.0) == [3_000, 3_000, 37, 3_000, 3_000])
        let (revolutions, steps) = ("HKQuantityTypeIdentifierCyclingCadence", "HKQuantityTypeIdentifierStepCount")
        #expect(found.map(\.1) == [[revolutions], [steps], [steps], [], [revolutions]])
    }

    /// An archive says that a name is UTF-8, and it has control characters or is not: libzip refuses the whole archive.
    @Test(arguments: [false, true]) func namesThatAreNotTextsAreRead(_ isDeclared: Bool) throws {
        let gpx =
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2024-03-01T10:00:00Z</time></trkpt></trkseg></trk></gpx>"
        // Of the same length as what they become: a letter and a control character, no text at all, and an escape.
        let all: [(written: String, becomes: [UInt8])] = [
            ("wxyz", Array("\u{1b}[2J".utf8)), ("ok", Array("ok".utf8)), ("üq", Array("ü\u{1}".utf8)),
            ("ß", [0xff, 0xfe]),
        ]
        let names = all.prefix(isDeclared ? 4 : 2)
        let list =
            "ID,Date,Name,Type,Description,File\n1,x,one,Run,,activities/ü\u{1}.gpx\n"
            + "2,x,two,Run,,activities/\u{1b}[2J.gpx\n"
        let files = names.map {
            (name: "activities/\(isDeclared ? "é" : "")\($0.written).gpx", content: Data(gpx.utf8))
        }
        let path = folder.file("archive.zip")
        let text = isDeclared ? list.replacing("activities/", with: "activities/é") : list
        try ZipWriter.write([("activities.csv", Data(text.utf8))] + files, to: path)
        var bytes = try Data(contentsOf: URL(filePath: path))
        for (written, becomes) in names {
            while let place = bytes.range(of: Data((written + ".gpx").utf8)), Array(written.utf8) != becomes {
                bytes.replaceSubrange(place, with: becomes + Array(".gpx".utf8))
            }
        }
        try bytes.write(to: URL(filePath: path))
        let archive = try #require(try StravaArchive(at: path))
        #expect(archive.activities.count == names.count, "\(archive.activities.map(\.path))")
        #expect(archive.activitiesWithoutFile == (isDeclared ? 0 : 1))
        #expect(Set(archive.activities.compactMap(\.listed?.name)) == (isDeclared ? ["one", "two"] : ["two"]))
        for activity in archive.activities {
            #expect(try workouts(archive.read(activity)).count == 1)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    /// The list names files; it cannot reach any that is not in the archive.
    @Test func thePathsInTheListAreNotFollowed() throws {
        let list = """
            ID,Date,Name,Type,Description,File
            1,x,a,Run,,activities/../../../etc/activities/1.gpx
            2,x,b,Run,,/etc/passwd
            3,x,c,Run,,activities/3.gpx
            3,x,again,Run,,activities/3.gpx

            """
        let archive = try archive([("activities.csv", Data(list.utf8))])
        #expect(archive.activities.isEmpty)
        #expect(archive.activitiesWithoutFile == 4)
    }

    @Test func otherArchivesAreNotTaken() throws {
        try ZipWriter.write([("export.xml", Data("<HealthData/>".utf8))], to: folder.file("apple.zip"))
        try Data("ID\n".utf8).write(to: URL(filePath: folder.file("activities.csv")))
        #expect(try StravaArchive(at: folder.file("apple.zip")) == nil)
        #expect(try StravaArchive(at: folder.file("activities.csv")) == nil)
        #expect(throws: FormatError(.unreadable, at: 0)) { try StravaArchive(at: folder.file("none")) }
    }

    @Test func aListThatIsNotCSVIsRefused() throws {
        for text in ["ID,\"open", String(repeating: "x", count: CSVReader.maxRecordBytes + 2)] {
            let error = #expect(throws: FormatError.self) {
                try archive([("activities.csv", Data(text.utf8))])
            }
            #expect(error?.code == .malformed)
        }
    }

    @Test func damagedFilesHaveAnErrorOfTheirOwn() throws {
        let export = try StravaExport(seed: seed, activities: 1)
        let whole = try #require(export.files.first { $0.name.hasSuffix(".gpx.gz") }?.content)
        var changed = whole
        changed[whole.count - 6] ^= 1
        let bomb = try GzipWriter.compressed(Data(repeating: 0x20, count: 40 << 20))
        let archive = try archive([
            ("activities.csv", Data("ID\n".utf8)),
            ("activities/1.gpx.gz", whole.prefix(whole.count / 2)),
            ("activities/2.gpx.gz", changed),
            ("activities/3.gpx.gz", bomb),
            ("activities/4.gpx.gz", whole + whole),
            ("activities/5.gpx.gz", whole + Data(count: 9)),
        ])
        let results = archive.activities.map { activity in
            do throws(FormatError) {
                return "\(try workouts(archive.read(activity)).count)"
            } catch {
                return error.code.text
            }
        }
        #expect(
            results == [
                "the file is cut off", "the file is not well-formed", "the archive expands too much",
                "the file is not well-formed", "1",
            ]
        )
    }

    @Test func aCompressedFileIsReadByItself() throws {
        let export = try StravaExport(seed: seed, activities: 3)
        let (name, content) = try #require(export.files.first { $0.name.hasSuffix(".gpx.gz") })
        let path = folder.file("1.gpx.gz")
        try content.write(to: URL(filePath: path))
        #expect(try WorkoutFile.format(at: path) == .gpx)
        let read = try WorkoutFile(contentsOf: URL(filePath: path)).workouts
        #expect(read == (try WorkoutFile(content).workouts))
        #expect(read.first?.locations.count == export.activities.first { $0.path == name }?.points)
    }
}
