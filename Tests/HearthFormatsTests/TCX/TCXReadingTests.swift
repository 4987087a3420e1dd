import Foundation
import HearthFormats
import Testing

/// TCX files as Garmin, Strava and others write them.
@Suite struct TCXReadingTests {
    private static let start = 1_777_615_200.0

    /// A run of two laps, the second one with a pause.
    private static func file(prefix: String = "ns3:", sport: String = "Running") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
         xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
        <Activities><Activity Sport="\(sport)"><Id>2026-05-01T06:00:00Z</Id>
        <Lap StartTime="2026-05-01T06:00:00Z"><TotalTimeSeconds>10.0</TotalTimeSeconds>
        <DistanceMeters>30</DistanceMeters><Calories>5</Calories><AverageHeartRateBpm><Value>99</Value></AverageHeartRateBpm>
        <Track>\(points(0..<10, prefix))</Track></Lap>
        <Lap StartTime="2026-05-01T06:00:10Z"><TotalTimeSeconds>10</TotalTimeSeconds>
        <DistanceMeters>30</DistanceMeters><Calories>6</Calories>
        <Track>\(points(10..<15, prefix))</Track><Track>\(points(35..<40, prefix))</Track></Lap>
        <Creator xsi:type="Device_t"><Name>Forerunner</Name><UnitId>1234</UnitId></Creator>
        </Activity></Activities></TrainingCenterDatabase>
        """
    }

    private static func points(_ seconds: Range<Int>, _ prefix: String) -> String {
        seconds.map { second in
            """
            <Trackpoint><Time>2026-05-01T06:00:\(second < 10 ? "0" : "")\(second)Z</Time>
            <Position><LatitudeDegrees>52.5</LatitudeDegrees><LongitudeDegrees>13.4</LongitudeDegrees></Position>
            <AltitudeMeters>34.5</AltitudeMeters><DistanceMeters>\(second * 3)</DistanceMeters>
            <HeartRateBpm><Value>\(140 + second)</Value></HeartRateBpm><Cadence>80</Cadence>
            <Extensions><\(prefix)TPX><\(prefix)Speed>3</\(prefix)Speed><\(prefix)RunCadence>90</\(prefix)RunCadence>
            <\(prefix)Watts>250</\(prefix)Watts></\(prefix)TPX></Extensions></Trackpoint>
            """
        }
        .joined()
    }

    private func values(_ workout: RecordedWorkout, _ type: String) -> [Double] {
        workout.quantities(of: "HKQuantityTypeIdentifier\(type)")?.values ?? []
    }

    @Test func aRunHasItsParts() throws {
        let file = try read(Self.file())
        #expect(file.format == .tcx && file.notices.isEmpty, "\(file.notices)")
        let workout = try #require(file.workouts.first)
        #expect(file.workouts.count == 1 && workout.sport.activityType == 37)
        #expect(workout.start == unix(Self.start) && workout.end == unix(Self.start + 39))
        #expect(workout.locations.count == 20 && workout.locations[0].altitude == 34.5)
        #expect(workout.pauses == [DateInterval(start: unix(Self.start + 14), end: unix(Self.start + 35))])
        #expect(workout.totals.timerTime == 20 && workout.totals.distance == 60 && workout.totals.energy == 11)
        #expect(workout.laps.map(\.interval.duration) == [10, 29])
        #expect(workout.device?.name == "Forerunner" && workout.device?.serialNumber == 1_234)
        #expect(values(workout, "HeartRate").first == 140 && values(workout, "HeartRate").last == 179)
        #expect(values(workout, "RunningSpeed").allSatisfy { $0 == 3 } && values(workout, "RunningPower").first == 250)
        #expect(values(workout, "DistanceWalkingRunning").reduce(0, +) == 117)
        // Ninety strides a minute are three steps a second.
        #expect(values(workout, "StepCount").allSatisfy { abs($0 - 3) < 1e-9 })
    }

    @Test func prefixesAndBlanksDoNotMatter() throws {
        let plain = try read(Self.file()).workouts
        let other = Self.file(prefix: "x:").replacing("xmlns:ns3", with: "xmlns:x")
        #expect(try read("          " + other).workouts == plain)
        for piece in [1, 100] {
            #expect(try read(Array(other.utf8), piece: piece).workouts == plain)
        }
    }

    @Test func aRideHasCadenceInsteadOfSteps() throws {
        let workout = try #require(try read(Self.file(sport: "Biking")).workouts.first)
        #expect(workout.sport.activityType == 13)
        #expect(values(workout, "CyclingCadence").first == 90 && values(workout, "StepCount").isEmpty)
    }

    @Test func whatIsWrongIsReported() throws {
        let text = Self.file().replacing("<Value>140</Value>", with: "<Value>fast</Value>")
            .replacing("<Time>2026-05-01T06:00:01Z</Time>", with: "")
            .replacing("<Activities>", with: "<Courses><Course/></Courses><Activities>")
        let file = try read(text)
        #expect(file.workouts.first?.locations.count == 19)
        #expect(Set(file.notices.map(\.subject)) == ["Trackpoint.Value", "Trackpoint", "Course"])
        #expect(error(of: String(Self.file().prefix(2_000)))?.code == .truncated)
    }
}
