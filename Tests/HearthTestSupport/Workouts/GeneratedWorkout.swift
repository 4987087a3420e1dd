import Foundation

/// A workout that a seed decides, as GPX, TCX and FIT. Its numbers are those that all three formats can hold exactly.
package struct GeneratedWorkout: Sendable {
    /// What is recorded at one moment.
    package struct Point: Sendable {
        /// Seconds since the start.
        package let second: Int
        /// FIT's units of an angle, 2³¹ of which are 180 degrees.
        let latitudeUnits: Int
        let longitudeUnits: Int
        /// Fifths of a metre above 500 metres below the sea.
        let altitudeSteps: Int
        package let heartRate: Int?
        /// Revolutions or strides a minute.
        package let cadence: Int?
        package let power: Int?
        /// Since the start.
        let centimetres: Int
        /// Whether the recording was paused after the point before this one.
        package let followsPause: Bool

        package var latitude: Double { GeneratedWorkout.degrees(latitudeUnits) }
        package var longitude: Double { GeneratedWorkout.degrees(longitudeUnits) }
        package var altitude: Double { Double(altitudeSteps) / 5 - 500 }
        /// Metres since the start.
        package var distance: Double { Double(centimetres) / 100 }
    }

    package let isRun: Bool
    /// Seconds since 1970.
    package let start: Int
    package let points: [Point]

    /// A workout with a number of points.
    package init(seed: UInt64, points count: Int, start: Int = 1_700_000_000) {
        var random = SeededGenerator(seed: seed)
        isRun = Bool.random(using: &random)
        self.start = start
        var points: [Point] = []
        for index in 0..<count {
            let last = points.last
            let isPause = index > 0 && Int.random(in: 0..<12, using: &random) == 0
            let step = isPause ? Int.random(in: 5...90, using: &random) : Int.random(in: 1...4, using: &random)
            func often(_ range: ClosedRange<Int>) -> Int? {
                Int.random(in: 0..<8, using: &random) == 0 ? nil : Int.random(in: range, using: &random)
            }
            points.append(
                Point(
                    second: last.map { $0.second + step } ?? 0,
                    latitudeUnits: (last?.latitudeUnits ?? 626_349_397) + Int.random(in: -400...400, using: &random),
                    longitudeUnits: (last?.longitudeUnits ?? -159_867_000) + Int.random(in: -400...400, using: &random),
                    altitudeSteps: Int.random(in: 2_400...9_000, using: &random),
                    heartRate: often(60...190),
                    cadence: often(0...110),
                    power: often(0...900),
                    centimetres: (last?.centimetres ?? 0) + Int.random(in: 0...2_000, using: &random),
                    followsPause: isPause
                )
            )
        }
        self.points = points
    }

    fileprivate static func degrees(_ units: Int) -> Double { Double(units) * 180 / 2_147_483_648 }

    // MARK: - GPX

    /// Without distances, which the format does not have. A pause is between two segments.
    package var gpx: String {
        let points = points.map { point in
            let values =
                element("g:hr", point.heartRate) + element("g:cad", point.cadence)
            return (point.followsPause ? "</trkseg><trkseg>" : "")
                + "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\"><ele>\(point.altitude)</ele>"
                + "<time>\(time(point))</time><extensions><g:TrackPointExtension>\(values)</g:TrackPointExtension>"
                + "\(element("p:PowerInWatts", point.power))</extensions></trkpt>"
        }
        return "<gpx version=\"1.1\" creator=\"Watch\" xmlns=\"http://www.topografix.com/GPX/1/1\""
            + " xmlns:g=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\""
            + " xmlns:p=\"http://www.garmin.com/xmlschemas/PowerExtension/v1\"><trk>"
            + "<type>\(isRun ? "running" : "cycling")</type><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    // MARK: - TCX

    /// With one lap. A pause is between two tracks.
    package var tcx: String {
        let points = points.map { point in
            let extensions =
                (isRun ? element("RunCadence", point.cadence) : "") + element("Watts", point.power)
            return (point.followsPause ? "</Track><Track>" : "")
                + "<Trackpoint><Time>\(time(point))</Time><Position><LatitudeDegrees>\(point.latitude)</LatitudeDegrees>"
                + "<LongitudeDegrees>\(point.longitude)</LongitudeDegrees></Position>"
                + "<AltitudeMeters>\(point.altitude)</AltitudeMeters><DistanceMeters>\(point.distance)</DistanceMeters>"
                + (point.heartRate.map { "<HeartRateBpm><Value>\($0)</Value></HeartRateBpm>" } ?? "")
                + (isRun ? "" : element("Cadence", point.cadence))
                + "<Extensions><TPX xmlns=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\">\(extensions)</TPX>"
                + "</Extensions></Trackpoint>"
        }
        let first = self.points.first.map(time) ?? ""
        return "<TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\">"
            + "<Activities><Activity Sport=\"\(isRun ? "Running" : "Biking")\"><Id>\(first)</Id>"
            + "<Lap StartTime=\"\(first)\"><Track>\(points.joined())</Track></Lap></Activity></Activities>"
            + "</TrainingCenterDatabase>"
    }

    private func element(_ name: String, _ value: Int?) -> String {
        value.map { "<\(name)>\($0)</\(name)>" } ?? ""
    }

    private func time(_ point: Point) -> String {
        Date(timeIntervalSince1970: TimeInterval(start + point.second)).formatted(.iso8601)
    }

    // MARK: - FIT

    /// A pause is between two events of the timer. `isBig`: the order of the bytes.
    package func fit(isBig: Bool = false, serialNumber: Int64 = 123_456) -> [UInt8] {
        var file = FITEncoder()
        let start = Int64(start) - Self.epoch
        file.define(0, 0, [(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84), (3, 4, 0x8c), (4, 4, 0x86)], isBig: isBig)
        file.write(0, 4, 1, 2713, serialNumber, start)
        file.define(1, 21, [(253, 4, 0x86), (0, 1, 0x00), (1, 1, 0x00)], isBig: isBig)
        file.write(1, start, 0, 0)
        let fields: [FITEncoder.Field] = [
            (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (3, 1, 0x02), (4, 1, 0x02), (7, 2, 0x84),
            (5, 4, 0x86),
        ]
        file.define(2, 20, fields, isBig: isBig)
        for (index, point) in points.enumerated() {
            let time = start + Int64(point.second)
            if point.followsPause {
                file.write(1, start + Int64(points[index - 1].second), 0, 4)
                file.write(1, time, 0, 0)
            }
            let values = [
                point.latitudeUnits, point.longitudeUnits, point.altitudeSteps, point.heartRate ?? 0xff,
                point.cadence ?? 0xff, point.power ?? 0xffff, point.centimetres,
            ]
            file.write(2, values: [time] + values.map(Int64.init))
        }
        let elapsed = Int64(points.last?.second ?? 0)
        file.define(3, 18, [(253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (5, 1, 0x00)], isBig: isBig)
        file.write(3, start + elapsed, start, elapsed * 1_000, isRun ? 1 : 2)
        return file.file()
    }

    /// FIT's epoch in seconds since 1970.
    private static let epoch: Int64 = 631_065_600
}
