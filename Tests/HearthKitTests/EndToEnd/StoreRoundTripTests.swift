import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

/// What is saved at a server is read there as it was, to the bit.
@Suite struct StoreRoundTripTests {
    private let shared: SharedStore
    private let generator: SeededGenerator
    private let comment: Comment

    init() throws {
        shared = try SharedStore()
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 11)
        self.generator = generator
        comment = "HEARTH_TEST_SEED=\(seed)"
    }

    private func stored(_ type: HKSampleType) async throws -> [HKSample] {
        let query = HKSampleQueryDescriptor(predicates: [.sample(type: type)], sortDescriptors: [])
        return try await query.result(for: shared.other)
    }

    /// Checks that another app reads all of these samples, and no others.
    private func expectStored(_ samples: [HKSample]) async throws {
        var all = samples
        all += samples.compactMap { $0 as? HKCorrelation }.flatMap(\.objects)
        for (type, samples) in Dictionary(grouping: all, by: \.sampleType) {
            let copies = Dictionary(uniqueKeysWithValues: try await stored(type).map { ($0.uuid, $0) })
            #expect(copies.count == samples.count, comment)
            for sample in samples {
                let copy = try #require(copies[sample.uuid], comment)
                try expectSame(copy, sample, isFromServer: true, comment)
                let revision = copy.sourceRevision
                #expect(revision.source.bundleIdentifier == "org.example.one", comment)
                #expect(revision.productType == sample.sourceRevision.productType, comment)
                #expect(revision.system == sample.sourceRevision.system, comment)
            }
        }
    }

    @Test func samplesOfEverySort() async throws {
        var random = RandomSamples(generator: generator)
        let samples = random.samples(500)
        for part in 0..<5 {
            try await shared.store.save(Array(samples[part * 100..<part * 100 + 100]))
        }
        try await expectStored(samples)
    }

    @Test func workouts() async throws {
        var random = RandomWorkouts(generator: generator)
        let workouts = (0..<20).flatMap { _ in random.workouts() }
        try await shared.store.save(workouts)
        try await expectStored(workouts)
    }

    @Test func routes() async throws {
        var random = generator
        let run = SharedStore.run(to: 3_600)
        try await shared.store.save(run)
        var tracks: [UUID: [CLLocation]] = [:]
        for _ in 0..<20 {
            let builder = HKWorkoutRouteBuilder(healthStore: shared.store, device: .local())
            let track = randomTrack(&random)
            let middle = Int.random(in: 0...track.count, using: &random)
            for part in [track[middle...], track[..<middle]] where !part.isEmpty {
                try await builder.insertRouteData(Array(part))
            }
            tracks[try await builder.finishRoute(with: run, metadata: ["k": 1]).uuid] = track
        }
        let routes = try await stored(HKSeriesType.workoutRoute()).compactMap { $0 as? HKWorkoutRoute }
        #expect(routes.count == tracks.count)
        for route in routes {
            let track = try #require(tracks[route.uuid])
            var found: [CLLocation] = []
            for try await location in HKWorkoutRouteQueryDescriptor(route).results(for: shared.other) {
                found.append(location)
            }
            #expect(found.map(\.bits) == track.map(\.bits), comment)
            #expect(route.count == track.count && route.device == .local() && route.metadata?["k"] as? Int == 1)
            #expect(route.startDate == track.first?.timestamp && route.endDate == track.last?.timestamp)
        }
    }

    @Test func heartbeats() async throws {
        var random = generator
        for _ in 0..<10 {
            let builder = HKHeartbeatSeriesBuilder(healthStore: shared.store, device: nil, start: SharedStore.start)
            var time = 0.0
            var beats: [(TimeInterval, Bool)] = []
            for _ in 0..<Int.random(in: 1...50, using: &random) {
                time += Double.random(in: 0.3...2, using: &random)
                beats.append((time, Bool.random(using: &random)))
                try await builder.addHeartbeat(at: time, precededByGap: beats.last?.1 ?? false)
            }
            let series = try await builder.finishSeries()
            var found: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
            for try await beat in HKHeartbeatSeriesQueryDescriptor(series).results(for: shared.other) {
                found.append(beat)
            }
            #expect(found.map(\.timeIntervalSinceStart.bitPattern) == beats.map(\.0.bitPattern), comment)
            #expect(found.map(\.precededByGap) == beats.map(\.1), comment)
        }
    }

    @Test func seriesOfQuantities() async throws {
        var random = generator
        for type in [HKQuantityType(.heartRate), HKQuantityType(.stepCount)] {
            let unit = HKUnit(type.storageUnit)
            let builder = HKQuantitySeriesSampleBuilder(
                healthStore: shared.store,
                quantityType: type,
                startDate: SharedStore.start,
                device: .local()
            )
            var time = SharedStore.start
            var inserted: [(DateInterval, Double)] = []
            for _ in 0..<200 {
                let interval = DateInterval(start: time, duration: Double.random(in: 0...1, using: &random))
                let value = Double.random(in: 0...200, using: &random)
                inserted.append((interval, value))
                time = interval.end + Double.random(in: 0.001...1, using: &random)
            }
            for (interval, value) in inserted.shuffled(using: &random) {
                try builder.insert(HKQuantity(unit: unit, doubleValue: value), for: interval)
            }
            let samples = try await builder.finishSeries(metadata: ["k": "v"])
            #expect(samples.map(\.count).reduce(0, +) == 200 && samples.allSatisfy { $0.device == .local() })
            let query = HKQuantitySeriesSampleQueryDescriptor(predicate: .quantitySample(type: type))
            var found: [(DateInterval, Double)] = []
            for try await result in query.results(for: shared.other) {
                found.append((result.dateInterval, result.quantity.doubleValue(for: unit)))
            }
            #expect(found.map(\.1.bitPattern) == inserted.map(\.1.bitPattern), comment)
            #expect(found.map(\.0.start) == inserted.map(\.0.start), comment)
            // A `DateInterval` keeps the duration, so that its end is rounded; the store keeps ends to the nanosecond.
            #expect(
                found.map { Timestamp(clamping: $0.0.end) } == inserted.map { Timestamp(clamping: $0.0.end) },
                comment
            )
        }
    }
}
