import Foundation
import HearthModel
import Testing

@testable import HearthKit

@Suite("Quantities as columns")
struct QuantityColumnsTests {
    private let type = HKQuantityType(.heartRate)
    private let unit = HKUnit(from: "count/min")
    private let second: Int64 = 1_000_000_000

    @Test("columns are what they were made of")
    func made() throws {
        let starts = (0..<5).map { Int64($0) * second }
        let columns = try HKQuantityColumns(
            type: type,
            unit: unit,
            startNanoseconds: starts,
            endNanoseconds: starts.map { $0 + second },
            values: [60, 61, 62, 63, 64],
            metadata: [HKMetadataKeyWasUserEntered: true],
            device: .local()
        )
        #expect(columns.count == 5 && columns.type == type && columns.unit == unit)
        #expect(columns.startNanoseconds == starts && columns.endNanoseconds == starts.map { $0 + second })
        #expect(columns.values == [60, 61, 62, 63, 64] && columns.uuids.count == 5)
        #expect(try columns.values(in: HKUnit(from: "count/hr")) == [3600, 3660, 3720, 3780, 3840])
        #expect(throws: HKError.self) { try columns.values(in: .gram()) }
        let sample = columns.sample(at: 2)
        #expect(sample.uuid == columns.uuids[2] && sample.quantity.doubleValue(for: unit) == 62)
        #expect(sample.startDate == Date(timeIntervalSince1970: 2) && sample.endDate == Date(timeIntervalSince1970: 3))
        #expect(sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true && sample.device == .local())
        #expect(sample.sourceRevision.source == .default() && sample is HKDiscreteQuantitySample)
    }

    @Test("columns are saved as objects are")
    func saved() throws {
        let dates = (0..<50).map { Date(timeIntervalSince1970: 1_700_000_000 + Double($0) / 8) }
        for ends in [nil, dates.map { $0 + 1 }] {
            let columns = try HKQuantityColumns(
                type: type,
                unit: unit,
                starts: dates,
                ends: ends,
                values: dates.indices.map(Double.init),
                device: ends == nil ? nil : .local()
            )
            let samples = columns.values.indices.map { columns.sample(at: $0) }
            let encoded = try SampleEncoder.columns(of: samples)
            var own = columns.sampleColumns
            // Objects leave out what the store does without.
            if case .quantity(var quantities) = own.payload {
                quantities.unit = nil
                own.payload = .quantity(quantities)
            }
            #expect(encoded == [own])
        }
    }

    @Test("columns from the store say what each sample is")
    func stored() {
        let columns = HKQuantityColumns(
            SampleColumns(
                type: HKQuantityType(.stepCount).type,
                ids: ObjectIDGenerator.shared.next(count: 2),
                starts: [Timestamp(nanoseconds: 0), Timestamp(nanoseconds: second)],
                ends: [Timestamp(nanoseconds: second), Timestamp(nanoseconds: 2 * second)],
                provenance: DictionaryColumn(
                    entries: [
                        Provenance(source: Source(bundleIdentifier: "a", name: "A")),
                        Provenance(source: Source(bundleIdentifier: "b", name: "B")),
                    ],
                    indexes: [1, 0]
                ),
                payload: .quantity(QuantityColumns(values: [10, 20], counts: [3, 1]))
            )
        )
        #expect(columns.unit == .count())
        #expect(columns.sample(at: 0).sourceRevision.source.bundleIdentifier == "b")
        #expect(columns.sample(at: 0).count == 3 && columns.sample(at: 1).count == 1)
        #expect((columns.sample(at: 1) as? HKCumulativeQuantitySample)?.sumQuantity.doubleValue(for: .count()) == 20)
    }

    @Test("what the store would refuse is an error that names the row and no value")
    func errors() throws {
        let far = Int64.max
        let attempts: [(unit: HKUnit, starts: [Int64], ends: [Int64]?, values: [Double], field: String)] = [
            (.gram(), [0], nil, [1], "unit"),
            (unit, [0], nil, [1, 2], "starts"),
            (unit, [0, 0], [0], [1, 2], "ends"),
            (unit, [0, far], nil, [1, 2], "starts[1]"),
            (unit, [0, 5], [0, 4], [1, 2], "ends[1]"),
            (unit, [0, 5], nil, [1, .nan], "values[1]"),
        ]
        for attempt in attempts {
            let error = #expect(throws: HKError.self) {
                try HKQuantityColumns(
                    type: type,
                    unit: attempt.unit,
                    startNanoseconds: attempt.starts,
                    endNanoseconds: attempt.ends,
                    values: attempt.values
                )
            }
            let field = error?.userInfo[HKError.hearthFieldKey] as? String
            #expect(field?.hasSuffix(attempt.field) == true, "\(field ?? "")")
        }
        #expect(throws: HKError.self) {
            try HKQuantityColumns(type: type, unit: unit, starts: [.distantPast], values: [1])
        }
        let none = try HKQuantityColumns(type: type, unit: unit, starts: [], values: [])
        #expect(none.count == 0)
    }
}
