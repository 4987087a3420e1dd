import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthKit

/// What is saved comes back: objects become columns, columns a frame, and all of it objects again.
@Suite("Samples there and back")
struct RoundTripTests {
    @Test("every sample comes back as it was")
    func everything() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + 20 {
            var random = RandomSamples(generator: SeededGenerator(seed: seed))
            let samples = random.samples(400)
            let columns = try SampleEncoder.columns(of: samples)
            for columns in columns {
                try columns.validate()
                try columns.validateForSaving()
            }
            #expect(Set(columns.flatMap(\.ids)).count == columns.reduce(0) { $0 + $1.count })
            let correlations = columns.filter { $0.type.kind == .correlation }
            let others = columns.filter { $0.type.kind != .correlation }
            let decoded = SampleDecoder.samples(others + correlations, members: others)
            let byID = Dictionary(uniqueKeysWithValues: decoded.map { ($0.id, $0) })
            for sample in samples {
                let copy = try #require(byID[sample.id], "HEARTH_TEST_SEED=\(seed)")
                try expectSame(copy, sample, "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    @Test("samples come in the order of the batch")
    func interleaving() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 7)
        var random = RandomSamples(generator: generator)
        let samples = random.samples(300).filter { !($0 is HKCorrelation) }
        let columns = try SampleEncoder.columns(of: samples)
        let groups = Dictionary(
            uniqueKeysWithValues: columns.enumerated().flatMap { index, columns in
                columns.ids.map { ($0, UInt32(index)) }
            }
        )
        let batch = SampleBatch(columns: columns, interleaving: samples.compactMap { groups[$0.id] })
        #expect(SampleDecoder.samples(batch) == samples, "HEARTH_TEST_SEED=\(seed)")
        let changes = ChangeBatch(added: columns, anchor: [], caughtUp: true)
        #expect(SampleDecoder.addedSamples(changes).map(\.id) == columns.flatMap(\.ids))
    }

    @Test("objects that came together share where they come from")
    func sharing() throws {
        let provenance = Provenance(
            source: Source(bundleIdentifier: "org.example", name: "Example"),
            version: "2.1",
            productType: "board",
            operatingSystemVersion: .init(major: 12, minor: 5, patch: 1),
            device: Device(name: "band")
        )
        let attached = try Metadata([HKMetadataKeyTimeZone: "Asia/Tokyo"])
        let columns = SampleColumns(
            type: HKQuantityType(.heartRate).type,
            ids: ObjectIDGenerator.shared.next(count: 3),
            starts: [Timestamp(nanoseconds: 1), Timestamp(nanoseconds: 2), Timestamp(nanoseconds: 3)],
            provenance: DictionaryColumn(entries: [provenance, Provenance()], indexes: [0, 1, 0]),
            metadata: DictionaryColumn(entries: [.none, attached], indexes: [0, 1, 1]),
            payload: .quantity(QuantityColumns(values: [60, 61, 62]))
        )
        let samples = SampleDecoder.samples([columns])
        #expect(samples[0].origin === samples[2].origin && samples[0].origin !== samples[1].origin)
        let revision = samples[0].sourceRevision
        #expect(revision.source.bundleIdentifier == "org.example" && revision.source.name == "Example")
        #expect(revision.version == "2.1" && revision.productType == "board")
        #expect(revision.operatingSystemVersion.minorVersion == 5 && samples[0].device?.name == "band")
        #expect(samples[1].device == nil && samples[0].metadata == nil)
        #expect(samples[2].metadata?[HKMetadataKeyTimeZone] as? String == "Asia/Tokyo")
        #expect(
            samples.compactMap {
                ($0 as? HKDiscreteQuantitySample)?.quantity.doubleValue(for: HKUnit(from: "count/min"))
            } == [60, 61, 62]
        )
    }

    @Test("a sample that stands for several says what is known of them, there and back")
    func condensed() throws {
        let columns = SampleColumns(
            type: HKQuantityType(.heartRate).type,
            ids: ObjectIDGenerator.shared.next(count: 2),
            starts: [Timestamp(nanoseconds: 0), Timestamp(nanoseconds: 0)],
            ends: [Timestamp(nanoseconds: 9_000_000_000), Timestamp(nanoseconds: 0)],
            payload: .quantity(
                QuantityColumns(
                    values: [70, 80],
                    counts: [5, 1],
                    minimums: [60, 80],
                    maximums: [90, 80],
                    mostRecents: [65, 80],
                    mostRecentStarts: [Timestamp(nanoseconds: 8_000_000_000), Timestamp(nanoseconds: 0)]
                )
            )
        )
        let samples = SampleDecoder.samples([columns]).compactMap { $0 as? HKDiscreteQuantitySample }
        let unit = HKUnit(from: "count/min")
        #expect(samples[0].count == 5 && samples[0].averageQuantity.doubleValue(for: unit) == 70)
        #expect(samples[0].minimumQuantity.doubleValue(for: unit) == 60)
        #expect(samples[0].maximumQuantity.doubleValue(for: unit) == 90)
        #expect(samples[0].mostRecentQuantity.doubleValue(for: unit) == 65)
        #expect(samples[0].mostRecentQuantityDateInterval.start == Date(timeIntervalSince1970: 8))
        #expect(samples[0].mostRecentQuantityDateInterval.end == Date(timeIntervalSince1970: 9))
        #expect(samples[1].count == 1 && samples[1].minimumQuantity == samples[1].quantity)
        #expect(samples[1].mostRecentQuantityDateInterval.duration == 0)

        let again = try SampleEncoder.columns(of: samples)
        #expect(again.count == 2)
        guard case .quantity(let quantities) = again[0].payload else { return }
        #expect(quantities.counts == [5] && quantities.minimums == [60] && quantities.mostRecents == [65])
    }

    @Test("deleted objects say what they were")
    func deletions() throws {
        let kept = try Metadata([HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 2])
        let deletions = Deletions(
            ids: ObjectIDGenerator.shared.next(count: 2),
            times: [Timestamp(nanoseconds: 0), Timestamp(nanoseconds: 1_000_000_000)],
            types: DictionaryColumn(entries: ["HKNewerType", HKWorkoutTypeIdentifier], indexes: [0, 1]),
            metadata: DictionaryColumn(entries: [.none, kept], indexes: [0, 1])
        )
        let objects = HKDeletedObject.objects(deletions)
        #expect(objects.map(\.uuid) == deletions.ids.map(\.uuid))
        #expect(objects[0].sampleType == nil && objects[0].metadata == nil)
        #expect(objects[1].sampleType == HKObjectType.workoutType())
        #expect(objects[1].deletionDate == Date(timeIntervalSince1970: 1))
        #expect(objects[1].metadata?[HKMetadataKeySyncVersion] as? Int == 2)
    }
}
