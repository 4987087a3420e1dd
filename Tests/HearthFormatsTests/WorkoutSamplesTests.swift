import Foundation
import HearthModel
import Testing

@testable import HearthFormats

/// The samples of workouts in files.
@Suite struct WorkoutSamplesTests {
    private static let most = Int(Limits.standard.seriesPoints)

    /// A workout with a location each second, in the order of `seconds`.
    private func workout(_ seconds: [Int]) -> RecordedWorkout {
        var workout = RecordedWorkout(
            sport: RecordedSport(activityType: 37),
            start: unix(0),
            end: unix(Double(seconds.count))
        )
        for second in seconds {
            let latitude = Double(second) / 10_000
            workout.locations.append(RecordedLocation(time: unix(Double(second)), latitude: latitude, longitude: 13))
        }
        return workout
    }

    private func locations(_ samples: WorkoutSamples) -> [RouteColumns] {
        samples.routes.compactMap { if case .route(let columns) = $0.payload { columns } else { nil } }
    }

    @Test func aRouteOfTheMostLocationsIsOne() throws {
        let samples = try #require(WorkoutSamples(workout(Array(0..<Self.most)), from: .gpx, key: nil))
        #expect(samples.routes.map(\.count) == [1] && samples.omissions.isEmpty)
        #expect(locations(samples).map(\.timestamps.count) == [Self.most])
    }

    @Test func aLongerRouteIsDividedByTime() throws {
        let count = 2 * Self.most + 5
        let seconds = Array((0..<count).reversed())
        let samples = try #require(WorkoutSamples(workout(seconds), from: .fit, key: nil))
        let routes = locations(samples)
        #expect(routes.map(\.timestamps.count) == [Self.most, Self.most, 5] && samples.omissions.isEmpty)
        #expect(routes.flatMap(\.latitudes) == (0..<count).map { Double($0) / 10_000 })
        for (route, columns) in zip(samples.routes, routes) {
            #expect(route.starts == Array(columns.timestamps.prefix(1)) && route.ends == columns.timestamps.suffix(1))
            try route.validate()
        }
        let again = try #require(WorkoutSamples(workout(seconds), from: .fit, key: nil))
        #expect(again.routes.flatMap(\.ids) == samples.routes.flatMap(\.ids))
        #expect(Set(samples.routes.flatMap(\.ids)).count == 3)
    }
}
