import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthKit

/// Archives that nobody's `encode(with:)` made: they give an object of the class or nil, and never stop the program.
@Suite("Hostile archives")
struct HostileArchiveTests {
    private typealias Archived = NSObject & NSSecureCoding

    private static let classes: [any Archived.Type] = [
        HKObject.self, HKSample.self, HKQuantitySample.self, HKCumulativeQuantitySample.self,
        HKDiscreteQuantitySample.self, HKCategorySample.self, HKCorrelation.self, HKWorkout.self, HKSeriesSample.self,
        HKWorkoutRoute.self, HKHeartbeatSeriesSample.self, HKDeletedObject.self, HKWorkoutEvent.self,
        HKWorkoutActivity.self, HKStatistics.self,
    ]

    /// Bytes of an object, with the classes that it may be of.
    private struct Honest {
        let bytes: [UInt8]
        let classes: [any Archived.Type]

        init(_ reply: Reply, _ classes: any Archived.Type...) throws {
            bytes = try ForgedCoder.bytes(reply)
            self.classes = classes
        }
    }

    /// One of each sort.
    private static func honest() throws -> [Honest] {
        try samples() + partsOfWorkouts() + [
            Honest(deletion, HKDeletedObject.self), Honest(statistics, HKStatistics.self),
        ]
    }

    private static func samples() throws -> [Honest] {
        let numbers = QuantityColumns(values: [60])
        let counts: [Int64] = [9]
        var random = RandomWorkouts(generator: SeededGenerator(seed: 1))
        return [
            try Honest(
                sample(.quantity(numbers), HKQuantityType(.heartRate)),
                HKQuantitySample.self,
                HKDiscreteQuantitySample.self
            ),
            try Honest(
                sample(.quantity(numbers), HKQuantityType(.stepCount)),
                HKQuantitySample.self,
                HKCumulativeQuantitySample.self
            ),
            try Honest(
                sample(.category(CategoryColumns(values: [1])), HKCategoryType(.headache)),
                HKCategorySample.self
            ),
            try Honest(
                sample(.route(RouteColumns(counts: counts)), HKSeriesType.workoutRoute()),
                HKWorkoutRoute.self
            ),
            try Honest(
                sample(.heartbeat(HeartbeatColumns(counts: counts)), HKSeriesType.heartbeat()),
                HKHeartbeatSeriesSample.self
            ),
            try Honest(Reply(archiving: correlation()), HKCorrelation.self),
            try Honest(Reply(archiving: random.workout()), HKWorkout.self),
        ]
    }

    /// These are workouts too, in which nothing else is.
    private static func partsOfWorkouts() throws -> [Honest] {
        let start = Timestamp(nanoseconds: 1_700_000_000_000_000_000)
        let end = Timestamp(nanoseconds: 1_700_000_060_000_000_000)
        let part = { (detail: WorkoutDetail) in WorkoutPart(detail: detail, start: start, end: end).reply }
        let event = WorkoutEvent(type: .lap, start: start, end: end)
        let activity = WorkoutActivity(
            id: ObjectID(high: 1, low: 2),
            activityType: HKWorkoutActivityType.running.type,
            start: start,
            end: end,
            duration: 60
        )
        return [
            try Honest(part(WorkoutDetail(events: [event])), HKWorkoutEvent.self, HKWorkout.self),
            try Honest(
                part(WorkoutDetail(events: [event], activities: [activity])),
                HKWorkoutActivity.self,
                HKWorkout.self
            ),
        ]
    }

    private static let statistics: Reply = {
        let moment = Timestamp(nanoseconds: 1_700_000_000_000_000_000)
        let mostRecent = WorkoutStatistics.MostRecent(value: 2, start: moment, end: moment)
        let values = StatisticsValues(average: 1, mostRecent: mostRecent, duration: 3)
        let columns = StatisticsColumns(values, from: moment, to: moment)
        let source = Source(bundleIdentifier: "org.example.one", name: "One")
        return .statistics(
            StatisticsBatch(
                merged: columns,
                sources: [SourceStatistics(source: source, columns: columns)],
                unit: HKQuantityType(.heartRate).storageUnit,
                anchor: EncodedAnchor(Array(HKQuantityType(.heartRate).identifier.utf8)),
                reset: true,
                caughtUp: true
            )
        )
    }()

    private static let deletion = Reply.changes(
        ChangeBatch(
            deleted: Deletions(
                ids: [ObjectID(high: 1, low: 2)],
                times: [Timestamp(nanoseconds: 0)],
                types: DictionaryColumn(entries: [""])
            ),
            anchor: [],
            caughtUp: true
        )
    )

    private static func sample(_ payload: SampleColumns.Payload, _ type: HKSampleType) throws -> Reply {
        let columns = SampleColumns(
            type: type.type,
            ids: [ObjectID(high: 1, low: 2)],
            starts: [Timestamp(nanoseconds: 0)],
            metadata: DictionaryColumn(entries: [try Metadata(["a": 1, "b": "text", "c": Date()])]),
            payload: payload
        )
        return .samples(SampleBatch(columns: [columns]))
    }

    private static func correlation() throws -> HKCorrelation {
        var random = RandomSamples(generator: SeededGenerator(seed: 1))
        return try #require(random.samples(100).lazy.compactMap { $0 as? HKCorrelation }.first)
    }

    @Test("a class takes its own bytes and no others")
    func swappedClasses() throws {
        for honest in try Self.honest() {
            for kind in Self.classes {
                let object = try ForgedCoder(honest.bytes).object(kind)
                let mayBe = honest.classes.contains { $0 == kind }
                #expect((object != nil) == mayBe, "\(kind), \(honest.classes)")
                #expect(object.map { type(of: $0) == kind } ?? true)
            }
        }
    }

    @Test("nothing, and random bytes, are no object")
    func random() throws {
        var (generator, seed) = SeededGenerator.fromEnvironment(default: 1)
        for kind in Self.classes {
            #expect(try ForgedCoder(nil).object(kind) == nil)
            #expect(try ForgedCoder([]).object(kind) == nil)
            for _ in 0..<300 {
                let bytes = (0..<Int.random(in: 1...200, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                #expect(try ForgedCoder(bytes).object(kind) == nil, "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    @Test("statistics need the type of quantities and one row of each source")
    func statisticsOfNothing() throws {
        guard case .statistics(let honest) = Self.statistics else { return }
        var batch = honest
        for type in ["", "HKQuantityTypeIdentifierUnheardOf", HKCategoryType(.headache).identifier] {
            batch.anchor = EncodedAnchor(Array(type.utf8))
            #expect(try ForgedCoder(.statistics(batch)).object(HKStatistics.self) == nil)
        }
        batch = honest
        batch.sources.append(SourceStatistics(source: batch.sources[0].source, columns: StatisticsColumns()))
        #expect(try ForgedCoder(.statistics(batch)).object(HKStatistics.self) == nil)
        batch = honest
        batch.merged = StatisticsColumns()
        #expect(try ForgedCoder(.statistics(batch)).object(HKStatistics.self) == nil)
    }

    @Test("half an archive is no object")
    func truncated() throws {
        for honest in try Self.honest() {
            for kind in honest.classes {
                for length in honest.bytes.indices {
                    let half = Array(honest.bytes.prefix(length))
                    #expect(try ForgedCoder(half).object(kind) == nil, "\(kind) \(length)")
                }
            }
        }
    }

    @Test("damage gives nothing, or an object that can be used")
    func damaged() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + 20 {
            var generator = SeededGenerator(seed: seed)
            for honest in try Self.honest() {
                for kind in Self.classes {
                    var damaged = honest.bytes
                    for _ in 0..<Int.random(in: 1...3, using: &generator) {
                        let index = Int.random(in: 0..<damaged.count, using: &generator)
                        damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                    }
                    if let object = try ForgedCoder(damaged).object(kind) {
                        try use(object)
                    }
                }
            }
        }
    }

    @Test("more than one object, and correlations without their members, are none")
    func otherRows() throws {
        let correlation = try Self.correlation()
        guard case .samples(let batch) = try Reply(archiving: correlation) else { return }
        let member = batch.members[0]
        let rates = SampleColumns(
            type: HKQuantityType(.heartRate).type,
            ids: ObjectIDGenerator.shared.next(count: 2),
            starts: [Timestamp(nanoseconds: 0), Timestamp(nanoseconds: 0)],
            payload: .quantity(QuantityColumns(values: [60, 61]))
        )
        var twice = batch
        twice.members.append(member)
        var nested = batch
        nested.members[0] = SampleColumns(
            type: batch.columns[0].type,
            ids: member.ids,
            starts: [Timestamp(nanoseconds: 0)],
            payload: .correlation(CorrelationColumns(lengths: [1], members: batch.columns[0].ids))
        )
        let batches = [
            SampleBatch(columns: []), SampleBatch(columns: [rates]),
            SampleBatch(columns: [member, member], interleaving: [0, 1]),
            SampleBatch(columns: [member], members: [member]), SampleBatch(columns: batch.columns), twice, nested,
            SampleBatch(columns: batch.columns, members: [member]),
        ]
        for (index, batch) in batches.enumerated() {
            for kind in Self.classes {
                #expect(try ForgedCoder(.samples(batch)).object(kind) == nil, "\(index) \(kind)")
            }
        }
        let changes = Reply.changes(ChangeBatch(added: [member], anchor: [], caughtUp: true))
        for kind in Self.classes {
            #expect(try ForgedCoder(changes).object(kind) == nil)
        }
    }

    @Test("Foundation's coder says that there is an error, whatever stands where the bytes belong")
    func foundation() throws {
        for value in Impostor.Value.allCases {
            let data = try NSKeyedArchiver.archivedData(withRootObject: Impostor(value), requiringSecureCoding: true)
            for kind in Self.classes {
                let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
                unarchiver.requiresSecureCoding = true
                unarchiver.decodingFailurePolicy = .setErrorAndReturn
                unarchiver.setClass(kind, forClassName: NSStringFromClass(Impostor.self))
                #expect(unarchiver.decodeObject(of: [kind], forKey: NSKeyedArchiveRootObjectKey) == nil)
                #expect(unarchiver.error != nil)
            }
        }
    }

    /// Asks an object what an app may ask.
    private func use(_ object: any Archived) throws {
        _ = object.hash
        _ = object == object
        switch object {
        case let sample as HKSample:
            _ = (sample.uuid, sample.metadata, sample.sourceRevision, sample.device, sample.sampleType)
            _ = (sample as? HKQuantitySample).map { ($0.quantity, $0.count, $0.quantityType) }
            _ = (sample as? HKDiscreteQuantitySample).map { ($0.mostRecentQuantityDateInterval, $0.minimumQuantity) }
            _ = (sample as? HKWorkout).map { ($0.workoutEvents, $0.workoutActivities, $0.allStatistics) }
            _ = (sample as? HKWorkout)?.totalDistance
            _ = try? SampleEncoder.columns(of: [sample])
        case let object as HKDeletedObject: _ = (object.uuid, object.metadata, object.sampleType, object.deletionDate)
        case let event as HKWorkoutEvent: _ = (event.type, event.dateInterval, event.metadata)
        case let activity as HKWorkoutActivity: _ = (activity.workoutConfiguration, activity.workoutEvents)
        case let statistics as HKStatistics:
            _ = (statistics.quantityType, statistics.averageQuantity(), statistics.mostRecentQuantityDateInterval())
            _ = statistics.sources?.map { statistics.averageQuantity(for: $0) }
        default: Issue.record("another class: \(object)")
        }
        // What came out of an archive can go into one.
        _ = try restored(object)
    }
}

/// Archives something else where the bytes of an object belong.
final class Impostor: NSObject, NSSecureCoding {
    enum Value: CaseIterable {
        case nothing, bytes, number, text, object, list
    }

    static var supportsSecureCoding: Bool { true }

    private let value: Value

    init(_ value: Value) {
        self.value = value
    }

    init?(coder: NSCoder) {
        nil
    }

    func encode(with coder: NSCoder) {
        switch value {
        case .nothing: break
        case .bytes: coder.encodeBytes([1, 2, 3], length: 3, forKey: "reply")
        case .number: coder.encode(1, forKey: "reply")
        case .text: coder.encode("text" as NSString, forKey: "reply")
        case .object: coder.encode(HKUnit.meter(), forKey: "reply")
        case .list: coder.encode([HKUnit.meter()] as NSArray, forKey: "reply")
        }
    }
}
