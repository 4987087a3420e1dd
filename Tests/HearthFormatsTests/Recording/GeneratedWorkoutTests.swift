import Foundation
import HearthTestSupport
import Testing

@testable import HearthFormats

/// The same random workout in each format is read as it was recorded.
@Suite struct GeneratedWorkoutTests {
    private static let firstSeed = SeededGenerator.firstSeed(default: 71)

    private func expected(_ made: GeneratedWorkout, hasDistances: Bool) throws -> RecordedWorkout {
        var recording = WorkoutRecording()
        for made in made.points {
            if made.followsPause {
                recording.interrupt()
            }
            var point = RecordedPoint()
            let measures: [(Measure, Double?)] = [
                (.latitude, made.latitude), (.longitude, made.longitude), (.altitude, made.altitude),
                (.heartRate, made.heartRate.map(Double.init)), (.cadence, made.cadence.map(Double.init)),
                (.power, made.power.map(Double.init)), (.distance, hasDistances ? made.distance : nil),
            ]
            for (measure, value) in measures where value.map({ point.set(measure, $0) }) == false {
                throw Unexpected("\(measure) is out of range")
            }
            point.time = time(made)
            try recording.append(point, at: 0)
        }
        func time(_ point: GeneratedWorkout.Point) -> Date { unix(Double(made.start + point.second)) }
        var details = WorkoutDetails(subject: "test")
        details.sport = RecordedSport(activityType: made.isRun ? 37 : 13)
        var notices = NoticeList()
        return try #require(recording.workout(details, &notices, at: 0))
    }

    @Test(arguments: firstSeed..<firstSeed + 60)
    func eachFormatHasWhatWasRecorded(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let made = GeneratedWorkout(seed: seed, points: .random(in: 1...200, using: &random))
        let files: [(WorkoutFileFormat, [UInt8])] = [
            (.gpx, Array(made.gpx.utf8)), (.tcx, Array(made.tcx.utf8)),
            (.fit, made.fit(isBig: .random(using: &random))),
        ]
        for (format, bytes) in files {
            let note: Comment = "\(format) HEARTH_TEST_SEED=\(seed)"
            let file = try WorkoutFile(Data(bytes))
            let workout = try #require(file.workouts.first, note)
            let expected = try expected(made, hasDistances: format != .gpx)
            #expect(file.format == format && file.workouts.count == 1 && file.notices.isEmpty, note)
            #expect(workout.sport.activityType == expected.sport.activityType, note)
            #expect(workout.start == expected.start && workout.end == expected.end, note)
            #expect(workout.pauses == expected.pauses, note)
            #expect(workout.locations == expected.locations, note)
            #expect(workout.quantities == expected.quantities, note)
            #expect(workout.totals.distance == expected.totals.distance, note)
            let piece = Int.random(in: 1...64, using: &random)
            #expect(try read(bytes, piece: piece).workouts == file.workouts, note)
        }
    }
}
