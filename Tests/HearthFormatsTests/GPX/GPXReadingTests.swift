import Foundation
import HearthFormats
import Testing

@Suite struct GPXReadingTests {
    @Test func aTrackBecomesAWorkoutWithItsRoute() throws {
        let text = GPXText.track(type: "running", GPXText.point(0, "<ele>34.5</ele>"), GPXText.point(2))
        let file = try read(text)
        let workout = try #require(file.workouts.first)
        #expect(file.format == .gpx && file.workouts.count == 1 && file.notices.isEmpty)
        #expect(workout.name == "A & B" && workout.device?.name == "Test")
        #expect(workout.start == unix(GPXText.start) && workout.end == unix(GPXText.start + 2))
        #expect(workout.locations.latitudes == [52.5, 52.5] && workout.locations.longitudes == [13.4, 13.4])
        #expect(workout.locations[0].altitude == 34.5 && workout.locations[1].altitude == nil)
        #expect(workout.locations.speeds.isEmpty)
    }

    @Test(
        arguments: [
            ("1", 13), ("4", 24), ("9", 37), ("10", 52), ("running", 37), ("trail_running", 37), ("Ride", 13),
            ("mountain_biking", 13), ("Hiking", 24), ("lap_swimming", 46), ("HKWorkoutActivityTypeYoga", 57),
            ("crossCountrySkiing", 60), ("my own sport", 3000),
        ] as [(String, UInt)]
    )
    func theTypeSaysTheSport(_ text: String, _ activityType: UInt) throws {
        let workout = try #require(try read(GPXText.track(type: text, GPXText.point(0))).workouts.first)
        #expect(workout.sport.activityType == activityType && workout.sport.text == text)
    }

    @Test func aTrackWithoutATypeIsOther() throws {
        let workout = try #require(try read(GPXText.track(GPXText.point(0))).workouts.first)
        #expect(workout.sport == RecordedSport(activityType: 3000))
    }

    /// Namespaces say which extension it is; prefixes, and the same names elsewhere, say nothing.
    @Test(
        arguments: [
            "<ns3:TrackPointExtension><ns3:hr>142</ns3:hr><ns3:cad>85</ns3:cad></ns3:TrackPointExtension>",
            "<gpxtpx:TrackPointExtension><gpxtpx:hr>142</gpxtpx:hr><gpxtpx:cad>85</gpxtpx:cad></gpxtpx:TrackPointExtension>",
            "<gpxdata:hr>142</gpxdata:hr><gpxdata:cadence>85</gpxdata:cadence>",
            """
            <a:TrackPointExtension xmlns:a="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><a:hr> 142
            </a:hr><a:cad>85</a:cad></a:TrackPointExtension>
            """,
        ]
    )
    func heartRateAndCadenceAreReadByNamespace(_ extensions: String) throws {
        let content = "<extensions>\(extensions)<x:hr>99</x:hr><x:cad>1</x:cad></extensions>"
        let file = try read(GPXText.track(type: "cycling", GPXText.point(7, content)))
        let workout = try #require(file.workouts.first)
        let rates = try #require(workout.quantities(of: "HKQuantityTypeIdentifierHeartRate"))
        #expect(rates.unit == "count/min" && rates.values == [142] && rates.starts == [unix(GPXText.start + 7)])
        #expect(rates.ends == rates.starts)
        #expect(workout.quantities(of: "HKQuantityTypeIdentifierCyclingCadence")?.values == [85])
        #expect(file.notices.isEmpty)
    }

    @Test(arguments: ["<power>251</power>", "<pwr:PowerInWatts>251</pwr:PowerInWatts>"])
    func powerIsReadAsStravaAndGarminWriteIt(_ power: String) throws {
        let text = GPXText.track(type: "1", GPXText.point(0, "<extensions>\(power)</extensions>"))
        let workout = try #require(try read(text).workouts.first)
        let column = try #require(workout.quantities(of: "HKQuantityTypeIdentifierCyclingPower"))
        #expect(column.values == [251] && column.unit == "W")
    }

    @Test func appleWritesSpeedCourseAndAccuraciesWithoutANamespace() throws {
        let values = "<speed>2.5</speed><course>-1</course><hAcc>4.5</hAcc><vAcc>3.25</vAcc>"
        let text = GPXText.track(type: "running", GPXText.point(0, "<extensions>\(values)</extensions>"))
        for text in [text, text.replacing("xmlns=\"http://www.topografix.com/GPX/1/1\"", with: "")] {
            let workout = try #require(try read(text).workouts.first)
            let location = try #require(workout.locations.first)
            #expect(location.speed == 2.5 && location.horizontalAccuracy == 4.5 && location.verticalAccuracy == 3.25)
            // Core Location's -1 says that the course is not known.
            #expect(location.course == nil)
            #expect(workout.quantities(of: "HKQuantityTypeIdentifierRunningSpeed")?.values == [2.5])
        }
    }

    @Test func aNewSegmentIsAPause() throws {
        let text = GPXText.track(
            GPXText.point(0) + GPXText.point(10),
            GPXText.point(40, latitude: 52.6) + GPXText.point(50, latitude: 52.6)
        )
        let workout = try #require(try read(text).workouts.first)
        let pause = DateInterval(start: unix(GPXText.start + 10), end: unix(GPXText.start + 40))
        #expect(workout.pauses == [pause] && workout.duration == 20)
        // The way between the segments is not part of the workout.
        #expect(workout.totals.distance == 0 && workout.totals.isDistanceOfRoute)
    }

    @Test func segmentsThatFollowEachOtherAreNotAPause() throws {
        let text = GPXText.track(GPXText.point(0), GPXText.point(1), GPXText.point(2))
        #expect(try read(text).workouts.first?.pauses == [])
    }

    @Test func aLongGapIsAPauseWhenItLedNowhere() throws {
        let still = GPXText.track(GPXText.point(0) + GPXText.point(300))
        let moving = GPXText.track(GPXText.point(0) + GPXText.point(300, latitude: 52.51))
        #expect(try read(still).workouts.first?.pauses.map(\.duration) == [300])
        #expect(try read(moving).workouts.first?.pauses == [])
    }

    @Test func cadenceOnFootBecomesSteps() throws {
        let cadence =
            "<extensions><ns3:TrackPointExtension><ns3:cad>90</ns3:cad></ns3:TrackPointExtension></extensions>"
        let text = GPXText.track(type: "9", GPXText.point(0, cadence) + GPXText.point(2, cadence))
        let steps = try #require(try read(text).workouts.first?.quantities(of: "HKQuantityTypeIdentifierStepCount"))
        // 90 strides a minute are 3 steps a second.
        #expect(steps.values == [6])
        #expect(steps.starts == [unix(GPXText.start)] && steps.ends == [unix(GPXText.start + 2)])
    }

    @Test func timesMayHaveFractionsAndOffsets() throws {
        let times = [
            "2026-05-01T06:00:00.125Z", "2026-05-01T08:00:00.25+02:00", "2026-05-01T06:00:01", "2026-05-01T06:00:01Z",
        ]
        let points = times.map { "<trkpt lat=\"1\" lon=\"2\"><time>\($0)</time></trkpt>" }.joined()
        let workout = try #require(try read(GPXText.track(points)).workouts.first)
        #expect(workout.locations.times.map { $0.timeIntervalSince1970 - GPXText.start } == [0.125, 0.25, 1, 1])
    }

    @Test func pointsOutOfOrderAreSorted() throws {
        let text = GPXText.track(
            GPXText.point(5, latitude: 3) + GPXText.point(1, latitude: 1) + GPXText.point(2, latitude: 2)
        )
        let file = try read(text)
        #expect(file.workouts.first?.locations.latitudes == [1, 2, 3])
        #expect(file.notices.map(\.reason) == [.unordered])
    }

    @Test func everyTrackIsAWorkout() throws {
        let track = "<trk><trkseg>\(GPXText.point(0))</trkseg></trk>"
        #expect(try read(GPXText.file(track + track)).workouts.count == 2)
    }

    @Test func whatIsNotAWorkoutIsNoted() throws {
        let file = try read(
            GPXText.file(
                """
                <wpt lat="1" lon="2"><time>2026-05-01T06:00:00Z</time></wpt><rte><rtept lat="1" lon="2"/></rte>
                <trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="3" lon="4"/></trkseg></trk>
                """
            )
        )
        #expect(file.workouts.isEmpty)
        #expect(
            file.notices.map { "\($0.subject) \($0.count)" } == ["wpt 1", "rte 1", "trkpt 2", "trk 1"]
        )
    }

    @Test(
        arguments: [
            "<ele>high</ele>", "<ele>NaN</ele>", "<ele>0x10</ele>", "<ele></ele>", "<speed>1e400</speed>",
            "<extensions><ns3:hr>0</ns3:hr></extensions>", "<extensions><power>-5</power></extensions>",
        ]
    )
    func anInvalidValueIsLeftOutAndNoted(_ content: String) throws {
        let file = try read(GPXText.track(type: "9", GPXText.point(0, content)))
        let workout = try #require(file.workouts.first)
        #expect(workout.locations.count == 1 && workout.locations.altitudes.isEmpty && workout.quantities.isEmpty)
        #expect(file.notices.map(\.reason) == [.invalidValue] && file.notices.first?.count == 1)
    }

    @Test(arguments: ["lat=\"91\" lon=\"0\"", "lat=\"\" lon=\"0\"", "lon=\"0\"", "lat=\"1\" lon=\"181\""])
    func aPointWithoutAPlaceKeepsItsMeasures(_ place: String) throws {
        let heart = "<extensions><ns3:hr>101</ns3:hr></extensions>"
        let text = GPXText.track("<trkpt \(place)><time>2026-05-01T06:00:00Z</time>\(heart)</trkpt>")
        let file = try read(text)
        #expect(file.workouts.first?.locations.isEmpty == true)
        #expect(file.workouts.first?.quantities.first?.values == [101])
        #expect(file.notices.map(\.subject) == ["trkpt.lat,lon"])
    }

    @Test func onePointZeroIsRead() throws {
        let text = GPXText.track(GPXText.point(0, "<speed>3</speed><course>270</course>"))
            .replacing("GPX/1/1", with: "GPX/1/0")
        let location = try #require(try read(text).workouts.first?.locations.first)
        #expect(location.speed == 3 && location.course == 270)
    }
}
