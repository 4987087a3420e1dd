import Foundation
import HearthModel
import Testing

@testable import HearthKit

@Suite("Columns of samples")
struct EncodingTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func heartRate(
        _ value: Double,
        unit: String = "count/min",
        start: Date? = nil,
        end: Date? = nil,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) -> HKQuantitySample {
        let start = start ?? self.start
        return HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: HKUnit(from: unit), doubleValue: value),
            start: start,
            end: end ?? start,
            device: device,
            metadata: metadata
        )
    }

    @Test("what is the same everywhere is left out")
    func plain() throws {
        let columns = try SampleEncoder.columns(of: (60..<70).map { heartRate(Double($0)) })
        #expect(columns.count == 1)
        #expect(columns[0].ends.isEmpty && columns[0].provenance.entries.isEmpty && columns[0].metadata.entries.isEmpty)
        guard case .quantity(let quantities) = columns[0].payload else { return }
        #expect(quantities.values == (60..<70).map(Double.init) && quantities.unit == nil && quantities.counts.isEmpty)
        #expect(try SampleEncoder.columns(of: []).isEmpty)
    }

    @Test("what repeats is sent once")
    func dictionaries() throws {
        let device = HKDevice.local()
        let copy = HKDevice(device.device)
        let samples = [
            heartRate(1), heartRate(2, device: device, metadata: ["a": 1]),
            heartRate(3, device: copy, metadata: ["a": 1]),
            heartRate(4, metadata: ["a": true]), heartRate(5, metadata: ["a": 1.0]),
        ]
        let columns = try SampleEncoder.columns(of: samples)
        #expect(columns.count == 1)
        #expect(columns[0].provenance.entries == [Provenance(), Provenance(device: device.device)])
        #expect(columns[0].provenance.indexes == [0, 1, 1, 0, 0])
        #expect(columns[0].metadata.entries.count == 4 && columns[0].metadata.indexes == [0, 1, 1, 2, 3])
        let alike = try SampleEncoder.columns(of: [samples[1], samples[2]])
        #expect(alike[0].provenance.indexes.isEmpty && alike[0].provenance.entries.count == 1)
        #expect(alike[0].metadata.indexes.isEmpty && alike[0].metadata.entries.count == 1)
    }

    @Test("each unit has its columns")
    func units() throws {
        let columns = try SampleEncoder.columns(of: [heartRate(60), heartRate(1, unit: "count/s"), heartRate(61)])
        #expect(columns.map(\.count) == [2, 1])
        guard case .quantity(let second) = columns[1].payload else { return }
        #expect(second.unit?.text == "count/s")
    }

    @Test("members come along once, in columns of their own")
    func members() throws {
        let values: [(HKQuantityTypeIdentifier, Double)] = [
            (.bloodPressureSystolic, 120), (.bloodPressureDiastolic, 80),
        ]
        let members = values.map { identifier, value in
            HKQuantitySample(
                type: HKQuantityType(identifier),
                quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
                start: start,
                end: start
            )
        }
        let correlations = (0..<2).map { _ in
            HKCorrelation(type: HKCorrelationType(.bloodPressure), start: start, end: start, objects: Set(members))
        }
        for objects in [correlations, correlations + [members[1]], [members[0]] + correlations] as [[HKObject]] {
            let columns = try SampleEncoder.columns(of: objects)
            #expect(Set(columns.map(\.type.kind)) == [.correlation, .quantity])
            #expect(columns.reduce(0) { $0 + $1.count } == 4)
            let correlation = try #require(columns.first { $0.type.kind == .correlation })
            guard case .correlation(let payload) = correlation.payload else { return }
            #expect(payload.lengths == [2, 2] && payload.members == (members + members).map(\.id))
        }
    }

    @Test("an error names the object and tells no value")
    func errors() {
        let far = Date.distantFuture
        let cases: [(HKQuantitySample, String)] = [
            (heartRate(54321, start: .distantPast, end: start), "objects[1].start"),
            (heartRate(54321, end: far), "objects[1].end"),
            (heartRate(.infinity), "objects[1].quantity"),
            (heartRate(54321, metadata: ["": "54321"]), "objects[1].metadata"),
        ]
        for (sample, field) in cases {
            let error = #expect(throws: HearthError.self) { try SampleEncoder.columns(of: [heartRate(60), sample]) }
            #expect(error?.field.hasPrefix(field) == true, "\(error?.field ?? "")")
            #expect(error?.description.contains("54321") == false)
        }
    }
}
