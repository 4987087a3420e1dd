import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthKit

/// What is archived comes back.
@Suite("Archives of samples")
struct SampleArchiveTests {
    @Test("every sample comes back as it was, in an archive of its own and with others")
    func everything() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + 4 {
            let note: Comment = "HEARTH_TEST_SEED=\(seed)"
            var random = RandomSamples(generator: SeededGenerator(seed: seed))
            let samples = random.samples(100)
            for sample in samples {
                try expectSame(try restored(sample), sample, note)
            }
            let data = try NSKeyedArchiver.archivedData(withRootObject: samples as NSArray, requiringSecureCoding: true)
            let copies = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, HKSample.self], from: data)
            for (copy, sample) in zip(try #require(copies as? [HKSample]), samples) {
                try expectSame(copy, sample, note)
            }
        }
    }

    @Test("samples from a store keep their class and who saved them")
    func stored() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + 4 {
            var random = RandomSamples(generator: SeededGenerator(seed: seed))
            let samples = random.samples(100).filter { !($0 is HKCorrelation) }
            for var columns in try SampleEncoder.columns(of: samples) {
                columns.provenance = DictionaryColumn(
                    entries: [Self.provenance, Provenance()],
                    indexes: (0..<columns.count).map { UInt32($0 % 2) }
                )
                for sample in SampleDecoder.samples([columns]) {
                    try expectSame(try restored(sample), sample, "HEARTH_TEST_SEED=\(seed)")
                }
            }
        }
    }

    @Test("the members of a correlation keep who saved them")
    func members() throws {
        var random = RandomSamples(generator: SeededGenerator(seed: 1))
        let correlation = try #require(random.samples(100).lazy.compactMap { $0 as? HKCorrelation }.first)
        var columns = try SampleEncoder.columns(of: [correlation])
        for index in columns.indices {
            columns[index].provenance.entries = [Self.provenance]
            columns[index].provenance.entries[0].version = "\(index)"
        }
        let sample = try #require(SampleDecoder.samples([columns[0]], members: Array(columns.dropFirst())).first)
        try expectSame(try restored(sample), sample, "")
    }

    @Test("a sample that stands for several says what is known of them")
    func condensed() throws {
        let columns = SampleColumns(
            type: HKQuantityType(.heartRate).type,
            ids: ObjectIDGenerator.shared.next(count: 1),
            starts: [Timestamp(nanoseconds: 0)],
            ends: [Timestamp(nanoseconds: 9_000_000_000)],
            payload: .quantity(
                QuantityColumns(
                    values: [70],
                    counts: [5],
                    minimums: [60],
                    maximums: [90],
                    mostRecents: [65],
                    mostRecentStarts: [Timestamp(nanoseconds: 8_000_000_000)]
                )
            )
        )
        let sample = try #require(SampleDecoder.samples([columns]).first as? HKDiscreteQuantitySample)
        let copy = try restored(sample)
        #expect(copy.count == 5 && copy.quantity == sample.quantity)
        #expect(copy.minimumQuantity == sample.minimumQuantity && copy.maximumQuantity == sample.maximumQuantity)
        #expect(copy.mostRecentQuantity == sample.mostRecentQuantity)
        #expect(copy.mostRecentQuantityDateInterval == sample.mostRecentQuantityDateInterval)
    }

    @Test("a series has its count")
    func series() throws {
        let payloads: [(HKSeriesType, SampleColumns.Payload)] = [
            (.workoutRoute(), .route(RouteColumns(counts: [1234]))),
            (.heartbeat(), .heartbeat(HeartbeatColumns(counts: [1234]))),
        ]
        for (type, payload) in payloads {
            let columns = SampleColumns(
                type: type.type,
                ids: ObjectIDGenerator.shared.next(count: 1),
                starts: [Timestamp(nanoseconds: 0)],
                provenance: DictionaryColumn(entries: [Self.provenance]),
                payload: payload
            )
            let sample = try #require(SampleDecoder.samples([columns]).first as? HKSeriesSample)
            let copy = try restored(sample)
            #expect(copy.count == 1234)
            try expectSame(copy, sample, "")
        }
    }

    @Test("workouts come back with all that is in them")
    func workouts() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + 50 {
            var random = RandomWorkouts(generator: SeededGenerator(seed: seed))
            for workout in random.workouts() {
                let copy = try restored(workout)
                try expectSame(copy, workout, "HEARTH_TEST_SEED=\(seed)")
                #expect(copy.workoutEvents == workout.workoutEvents, "HEARTH_TEST_SEED=\(seed)")
                #expect(copy.workoutActivities == workout.workoutActivities, "HEARTH_TEST_SEED=\(seed)")
                #expect(copy.allStatistics == workout.allStatistics, "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    @Test("what the store could not keep is an error of the archiver")
    func unstorable() throws {
        let start = Date(timeIntervalSince1970: 0)
        let rate = { (value: Double, end: Date, metadata: [String: Any]?, device: HKDevice?) in
            HKQuantitySample(
                type: HKQuantityType(.heartRate),
                quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: value),
                start: start,
                end: end,
                device: device,
                metadata: metadata
            )
        }
        let long = HKDevice(Device(name: String(repeating: "x", count: 1 << 20)))
        let lasting = HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: start, duration: 1))
        let objects: [any NSObject & NSSecureCoding] = [
            rate(60, .distantFuture, nil, nil), rate(.infinity, start, nil, nil), rate(60, start, ["": 1], nil),
            rate(60, start, nil, long), rate(60, start, nil, HKDevice(Device(name: "a\0b"))), lasting,
            HKWorkoutEvent(type: .pause, date: start, metadata: ["": 1]),
            HKWorkoutActivity(
                workoutConfiguration: HKWorkoutConfiguration(),
                start: start,
                end: nil,
                metadata: ["": 1]
            ),
        ]
        for object in objects {
            #expect(throws: HKError.self) {
                try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            }
        }
    }

    // MARK: - Comparing

    private static let provenance = Provenance(
        source: Source(bundleIdentifier: "org.example", name: "Example"),
        version: "2.1",
        productType: "board",
        operatingSystemVersion: .init(major: 12, minor: 5, patch: 1),
        device: Device(name: "band", model: "")
    )

    private func expectSame(_ copy: HKSample, _ sample: HKSample, isMember: Bool = false, _ note: Comment) throws {
        // Members are samples from a store.
        #expect(isMember || type(of: copy) == type(of: sample), note)
        #expect(copy !== sample, note)
        #expect(copy == sample && copy.uuid == sample.uuid && copy.sampleType == sample.sampleType, note)
        #expect(copy.startDate == sample.startDate && copy.endDate == sample.endDate, note)
        #expect(copy.attached.isIdentical(to: sample.attached), note)
        #expect(Provenance(copy.origin).isIdentical(to: Provenance(sample.origin)), note)
        #expect(copy.sourceRevision == sample.sourceRevision && copy.device == sample.device, note)
        #expect(copy.sourceRevision.source.name == sample.sourceRevision.source.name, note)
        switch (copy, sample) {
        case (let copy as HKQuantitySample, let sample as HKQuantitySample):
            #expect(copy.value.bitPattern == sample.value.bitPattern && copy.unit == sample.unit, note)
            #expect(copy.count == sample.count, note)
        case (let copy as HKCategorySample, let sample as HKCategorySample):
            #expect(copy.value == sample.value, note)
        case (let copy as HKCorrelation, let sample as HKCorrelation):
            #expect(copy.objects == sample.objects, note)
            for member in sample.objects {
                try expectSame(try #require(copy.objects.first { $0 == member }), member, isMember: true, note)
            }
        case (let copy as HKWorkout, let sample as HKWorkout):
            #expect(copy.activityType == sample.activityType && copy.duration == sample.duration, note)
            #expect(copy.detail == sample.detail, note)
        case (let copy as HKSeriesSample, let sample as HKSeriesSample):
            #expect(copy.count == sample.count, note)
        default:
            Issue.record("a sample of another kind")
        }
    }
}
