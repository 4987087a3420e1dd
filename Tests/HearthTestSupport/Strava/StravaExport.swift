package import Foundation

/// Makes archives as Strava does: a list of the activities in the language of the account, and their files, most of them
/// compressed. A seed decides everything.
package struct StravaExport {
    /// A recorded activity.
    package struct Activity: Sendable {
        /// The path of its file.
        package let path: String
        package let name: String
        /// Seconds since 1970.
        package let start: Int
        package let points: Int
        package let isRun: Bool
    }

    /// The language of the list.
    package enum Language: Sendable, CaseIterable {
        case english
        case german
    }

    package private(set) var activities: [Activity] = []
    /// The paths and contents of all files.
    package private(set) var files: [(name: String, content: Data)] = []
    /// The activities in the list that have no file.
    package private(set) var manualCount = 0

    /// An archive with a number of recorded activities, a quarter of them as TCX.
    package init(seed: UInt64, activities count: Int, language: Language = .english) throws {
        var random = SeededGenerator(seed: seed)
        var rows = [Self.header(language)]
        for index in 0..<count {
            let isTCX = index % 4 == 3
            let isCompressed = index % 3 != 1
            let activity = Activity(
                path: "activities/\(1_000 + index).\(isTCX ? "tcx" : "gpx")\(isCompressed ? ".gz" : "")",
                name: "\"Lunch\", part \(index)\nwith a second line",
                start: 1_600_000_000 + index * 86_400 + Int.random(in: 0..<3_600, using: &random),
                points: Int.random(in: 2...60, using: &random),
                isRun: isTCX || Bool.random(using: &random)
            )
            let text = isTCX ? Self.tcx(activity, &random) : Self.gpx(activity, &random)
            let content = Data(text.utf8)
            files.append((activity.path, isCompressed ? try GzipWriter.compressed(content) : content))
            rows.append(Self.row(activity, language, file: activity.path))
            activities.append(activity)
            if index % 5 == 0 {
                rows.append(Self.row(activity, language, file: ""))
                manualCount += 1
            }
        }
        files.append(("activities.csv", Data(("\u{FEFF}" + rows.joined(separator: "\n") + "\n").utf8)))
        // What else is in an archive.
        files.append(("profile.csv", Data("Athlete ID,Email Address\n1,a@example.org\n".utf8)))
        files.append(("media/1.jpg", Data([0xff, 0xd8])))
        files.append(("__MACOSX/activities/._1000.gpx", Data([0])))
    }

    /// The names of columns occur twice.
    private static func header(_ language: Language) -> String {
        switch language {
        case .english:
            "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,"
                + "Filename,Elapsed Time,Distance"
        case .german:
            "Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Beschreibung,Verstrichene Zeit,Distanz,"
                + "Dateiname,Verstrichene Zeit,Distanz"
        }
    }

    private static func row(_ activity: Activity, _ language: Language, file: String) -> String {
        let name = activity.name.replacing("\"", with: "\"\"")
        let sport =
            switch language {
            case .english: activity.isRun ? "Run" : "Ride"
            case .german: activity.isRun ? "Lauf" : "Radfahrt"
            }
        let number = language == .german ? "\"5,25\"" : "5.25"
        return "\(activity.start),\"Sep 13, 2020, 12:26:40 PM\",\"\(name)\",\(sport),,60,\(number),\(file),60.0,5250.0"
    }

    private static func text(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    private static func gpx(_ activity: Activity, _ random: inout SeededGenerator) -> String {
        let points = (0..<activity.points).map { index in
            """
            <trkpt lat="\(50 + Double(index) / 10_000)" lon="7.5"><ele>80</ele>\
            <time>\(text(activity.start + index * 5))</time><extensions><gpxtpx:TrackPointExtension>\
            <gpxtpx:hr>\(Int.random(in: 90...180, using: &random))</gpxtpx:hr>\
            </gpxtpx:TrackPointExtension></extensions></trkpt>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx creator="StravaGPX" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk>\
            <type>\(activity.isRun ? 9 : 1)</type><trkseg>\(points.joined())</trkseg></trk></gpx>
            """
    }

    /// With the blanks before the declaration that Strava's files have.
    private static func tcx(_ activity: Activity, _ random: inout SeededGenerator) -> String {
        let points = (0..<activity.points).map { index in
            """
            <Trackpoint><Time>\(text(activity.start + index * 5))</Time><Position>\
            <LatitudeDegrees>\(50 + Double(index) / 10_000)</LatitudeDegrees>\
            <LongitudeDegrees>7.5</LongitudeDegrees></Position><DistanceMeters>\(index * 11)</DistanceMeters>\
            <HeartRateBpm><Value>\(Int.random(in: 90...180, using: &random))</Value></HeartRateBpm></Trackpoint>
            """
        }
        return """
                      <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>\
            <Activity Sport="Running"><Id>\(text(activity.start))</Id><Lap StartTime="\(text(activity.start))">\
            <TotalTimeSeconds>\((activity.points - 1) * 5)</TotalTimeSeconds><Track>\(points.joined())</Track></Lap>\
            </Activity></Activities></TrainingCenterDatabase>
            """
    }

    /// Writes the archive as a zip.
    package func write(to path: String) throws {
        try ZipWriter.write(files, to: path)
    }

    /// Writes the archive as a folder.
    package func unpack(to folder: String) throws {
        for (name, content) in files {
            let file = URL(filePath: folder).appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try content.write(to: file)
        }
    }
}
