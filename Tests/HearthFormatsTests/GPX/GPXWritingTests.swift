import Foundation
import HearthFormats
import HearthTestSupport
import Testing

@Suite struct GPXWritingTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func whatIsWrittenReadsBack(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let workout = try Self.workout(&random)
        let file = try WorkoutFile(GPXWriter(creator: "Test <&>").data(of: [workout]))
        let again = try #require(file.workouts.first)
        #expect(file.notices.isEmpty, "seed \(seed)")
        #expect(again.device?.name == "Test <&>" && again.name == workout.name)
        #expect(again.sport.activityType == workout.sport.activityType)
        #expect(again.locations.elementsEqual(workout.locations), "seed \(seed)")
        #expect(again.pauses == workout.pauses && again.origin == workout.origin, "seed \(seed)")
        #expect(again.quantities.first?.typeIdentifier == "HKQuantityTypeIdentifierCyclingPower")
        #expect(again.quantities.first?.values == workout.quantities.first?.values)
    }

    /// GPX has a cadence, from which steps were counted and are counted again.
    @Test func stepsAreWrittenAsTheirCadence() throws {
        let text = GPXText.track(
            type: "running",
            (0..<20).map {
                GPXText.point(
                    $0,
                    "<extensions><ns3:TrackPointExtension><ns3:cad>\(80 + $0)</ns3:cad>"
                        + "</ns3:TrackPointExtension></extensions>"
                )
            }.joined()
        )
        let first = try #require(try read(text).workouts.first)
        let steps = try #require(first.quantities(of: "HKQuantityTypeIdentifierStepCount"))
        #expect(steps.count == 19)
        let again = try #require(try WorkoutFile(GPXWriter().data(of: [first])).workouts.first)
        let copy = try #require(again.quantities(of: "HKQuantityTypeIdentifierStepCount"))
        #expect(copy.starts == steps.starts && copy.ends == steps.ends && copy.values == steps.values)
        // Those of minutes say nothing about a moment.
        var long = first
        long.quantities = [
            QuantityColumn(
                typeIdentifier: steps.typeIdentifier,
                unit: "count",
                samples: [RecordedQuantity(start: first.start, end: first.start + 15, value: 40)]
            )
        ]
        #expect(!String(decoding: GPXWriter().data(of: [long]), as: UTF8.self).contains("cad"))
    }

    @Test func noWorkoutsAreAFile() throws {
        #expect(try WorkoutFile(GPXWriter().data(of: [])).workouts.isEmpty)
    }

    /// XML allows neither exponents nor control characters.
    @Test func smallNumbersAndOddTextsAreValidXML() throws {
        var workout = RecordedWorkout(sport: RecordedSport(activityType: 37), start: unix(0), end: unix(1))
        workout.name = "a\u{1}b \"<>&' 🏃"
        var location = RecordedLocation(time: unix(0.5), latitude: -1.5e-7, longitude: 1e-300)
        location.altitude = 1.2345678901234567e19
        workout.locations.append(location)
        let data = GPXWriter().data(of: [workout])
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("lat=\"-0.00000015\"") && text.contains("<ele>12345678901234567000</ele>"))
        #expect(text.contains("<time>1970-01-01T00:00:00.5Z</time>"))
        let again = try #require(try WorkoutFile(data).workouts.first)
        #expect(again.name == "a b \"<>&' 🏃" && again.locations.latitudes == [-1.5e-7])
    }

    private static func workout(_ random: inout SeededGenerator) throws -> RecordedWorkout {
        var time = Double(Int.random(in: -1_000_000_000..<4_000_000_000, using: &random))
        let start = unix(time)
        var locations = LocationColumns()
        var powers: [RecordedQuantity] = []
        var pauses: [DateInterval] = []
        for index in 0..<Int.random(in: 2..<200, using: &random) {
            if index > 0, Int.random(in: 0..<20, using: &random) == 0 {
                pauses.append(DateInterval(start: unix(time), end: unix(time + 50)))
                time += 50
            } else if index > 0 {
                time += Double(Int.random(in: 1..<5000, using: &random)) / 1000
            }
            var location = RecordedLocation(
                time: unix(time),
                latitude: .random(in: -90...90, using: &random),
                longitude: .random(in: -180...180, using: &random)
            )
            location.altitude = Bool.random(using: &random) ? .random(in: -400...8000, using: &random) : nil
            location.horizontalAccuracy = Bool.random(using: &random) ? 5 : nil
            locations.append(location)
            let power = Double.random(in: 0...500, using: &random)
            powers.append(RecordedQuantity(start: location.time, end: location.time, value: power))
        }
        var workout = RecordedWorkout(sport: RecordedSport(activityType: 13), start: start, end: unix(time))
        workout.name = "Tour \(random.next())"
        workout.origin = RecordedOrigin(
            id: try #require(UUID(uuidString: "01A20C24-C64E-7160-B07A-7E1EDE451897")),
            source: Bool.random(using: &random) ? "a:<\"b\">&" : nil
        )
        workout.locations = locations
        workout.pauses = pauses
        let type = "HKQuantityTypeIdentifierCyclingPower"
        workout.quantities = [QuantityColumn(typeIdentifier: type, unit: "W", samples: powers)]
        return workout
    }
}
