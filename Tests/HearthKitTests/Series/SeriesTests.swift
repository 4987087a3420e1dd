import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

@Suite("Series")
struct SeriesTests {
    @Test("locations come back from columns bit for bit")
    func locations() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 22)
        var random = generator
        for _ in 0..<300 {
            let track = randomTrack(&random)
            let columns = try RouteColumns(locations: track)
            #expect(columns.locations(0).map(\.bits) == track.map(\.bits), "HEARTH_TEST_SEED=\(seed)")
            let samples = SampleColumns(
                type: .workoutRoute,
                ids: [ObjectIDGenerator.shared.next()],
                starts: [Timestamp(clamping: track.first?.timestamp ?? Date())],
                ends: [Timestamp(clamping: track.last?.timestamp ?? Date())],
                payload: .route(columns)
            )
            try samples.validate()
            try samples.validateForSaving()
            let route = try #require(SampleRows(samples).samples.first as? HKWorkoutRoute)
            #expect(route.count == track.count && route.sampleType == HKSeriesType.workoutRoute())
        }
    }

    @Test("what is not known is left out, and an altitude of 0 that is known is not")
    func leftOut() throws {
        let place = CLLocation(latitude: 1, longitude: 2)
        let columns = try RouteColumns(locations: [place])
        #expect(columns.shape == 0)
        let atSea = CLLocation(
            coordinate: place.coordinate,
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: 4,
            timestamp: Date()
        )
        let known = try RouteColumns(locations: [atSea])
        #expect(known.altitudes == [0] && known.verticalAccuracies == [4] && known.horizontalAccuracies.isEmpty)
    }

    @Test("several routes lie in the same columns, and one may carry no locations")
    func several() throws {
        var columns = try RouteColumns(locations: [CLLocation(latitude: 1, longitude: 1)])
        let other = try RouteColumns(
            locations: [CLLocation(latitude: 2, longitude: 2), CLLocation(latitude: 3, longitude: 3)]
        )
        columns.lengths += other.lengths
        columns.timestamps += other.timestamps
        columns.latitudes += other.latitudes
        columns.longitudes += other.longitudes
        #expect(columns.locations(0).map(\.coordinate.latitude) == [1])
        #expect(columns.locations(1).map(\.coordinate.latitude) == [2, 3])
        #expect(RouteColumns(counts: [7]).locations(0).isEmpty)
        #expect(HeartbeatColumns(counts: [7]).beats(0).isEmpty)
    }

    @Test("a location that the store cannot hold is an error")
    func invalid() {
        let invalid = CLLocation(latitude: 91, longitude: 0)
        #expect(throws: HearthError.self) { try RouteColumns(locations: [invalid]) }
        let endless = CLLocation(
            coordinate: CLLocationCoordinate2D(),
            altitude: .infinity,
            horizontalAccuracy: 0,
            verticalAccuracy: 0,
            timestamp: Date()
        )
        #expect(throws: HearthError.self) { try RouteColumns(locations: [endless]) }
        let early = CLLocation(
            coordinate: CLLocationCoordinate2D(),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: 0,
            timestamp: .distantPast
        )
        #expect(throws: HearthError.self) { try RouteColumns(locations: [early]) }
    }

    @Test("heartbeats come back from columns")
    func heartbeats() throws {
        for beats in [
            [Heartbeat(offset: 0, isPrecededByGap: false), Heartbeat(offset: 0.8, isPrecededByGap: false)],
            [Heartbeat(offset: 0.1, isPrecededByGap: true), Heartbeat(offset: 1.5, isPrecededByGap: false)],
        ] {
            let columns = HeartbeatColumns(beats: beats)
            #expect(columns.beats(0) == beats && columns.gaps.isEmpty == !beats[0].isPrecededByGap)
            let samples = SampleColumns(
                type: .heartbeatSeries,
                ids: [ObjectIDGenerator.shared.next()],
                starts: [Timestamp(nanoseconds: 0)],
                payload: .heartbeat(columns)
            )
            try samples.validate()
            let series = try #require(SampleRows(samples).samples.first as? HKHeartbeatSeriesSample)
            #expect(series.count == 2 && series.sampleType == HKSeriesType.heartbeat())
        }
    }
}
