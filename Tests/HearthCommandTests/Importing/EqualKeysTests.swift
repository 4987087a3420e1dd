import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// Samples of a file that nothing but their values tells apart.
@Suite struct EqualKeysTests {
    private let start = Timestamp(nanoseconds: 1_700_000_000_000_000_000)

    private func samples(_ values: [Double], _ type: String = "heartRate") throws -> SampleColumns {
        SampleColumns(
            type: try #require(ObjectType.all.first { $0.shortName == type }),
            ids: values.indices.map { ObjectID(high: 0x018B_CFE5_6800_7000 + UInt64($0), low: 0x8000_0000_0000_0001) },
            starts: values.map { _ in start },
            payload: .quantity(QuantityColumns(values: values))
        )
    }

    private func matched(_ values: [Double], stored: [Double?], _ type: String = "heartRate") throws -> [Int: Double] {
        let samples = try samples(values, type)
        var keys = EqualKeys(samples, stored.map { $0.map { StoredSampleSearch.Found(number: $0) } })
        keys.matchValues()
        let places = keys.samples.ids.map { id in samples.ids.firstIndex(of: id) ?? -1 }
        #expect(keys.found.map { $0?.number } == places.map { stored[$0] })
        #expect(Set(places) == Set(values.indices))
        return Dictionary(zip(places, values)) { first, _ in first }
    }

    @Test func anUnchangedValueKeepsItsUUID() throws {
        #expect(try matched([55, 60], stored: [60, nil]) == [0: 60, 1: 55])
        #expect(try matched([60, 55], stored: [55, 60]) == [0: 55, 1: 60])
        #expect(try matched([1, 2, 3], stored: [3, 9, 1]) == [0: 3, 1: 2, 2: 1])
        #expect(try matched([60, 60, 55], stored: [60, 55, nil]) == [0: 60, 1: 55, 2: 60])
        // A correlation names the samples that it joins.
        #expect(try matched([120, 130], stored: [130, nil], "bloodPressureSystolic") == [0: 120, 1: 130])
    }

    @Test func anyOrderOfStoredValuesIsFoundAgain() throws {
        var random = SeededGenerator(seed: SeededGenerator.firstSeed(default: 61))
        for _ in 0..<200 {
            let count = Int.random(in: 2...12, using: &random)
            let values = (0..<count).map { _ in Double(Int.random(in: 50...60, using: &random)) }
            let stored = values.shuffled(using: &random)
            let found = try matched(values, stored: stored)
            #expect(found.allSatisfy { stored[$0.key] == $0.value }, "\(values) \(stored)")
        }
    }
}
