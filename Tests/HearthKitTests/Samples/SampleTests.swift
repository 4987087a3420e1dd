import Foundation
import HearthModel
import Testing

@testable import HearthKit

@Suite("Samples")
struct SampleTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("a new sample is what it was made of, and comes from this app")
    func quantity() {
        let end = start + 60
        let device = HKDevice.local()
        let steps = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: 120),
            start: start,
            end: end,
            device: device,
            metadata: [HKMetadataKeyWasUserEntered: true]
        )
        #expect(steps.sampleType == HKQuantityType(.stepCount) && steps.quantityType == HKQuantityType(.stepCount))
        #expect(steps.startDate == start && steps.endDate == end && steps.count == 1)
        #expect(steps.quantity.doubleValue(for: .count()) == 120)
        #expect(steps.device == device && steps.sourceRevision.source == .default())
        #expect(steps.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(!steps.hasUndeterminedDuration)
    }

    @Test("samples get identifiers that grow")
    func identifiers() {
        let samples = (0..<100).map { _ in
            HKCategorySample(
                type: HKCategoryType(.sleepAnalysis),
                value: HKCategoryValueSleepAnalysis.asleepREM.rawValue,
                start: start,
                end: start
            )
        }
        #expect(samples.map(\.id) == samples.map(\.id).sorted() && Set(samples).count == 100)
        #expect(samples.allSatisfy { $0.metadata == nil && $0.device == nil && $0.value == 5 })
        #expect(samples[0].categoryType == HKCategoryType(.sleepAnalysis))
    }

    @Test("a correlation has its members")
    func correlation() {
        let systolic = pressure(.bloodPressureSystolic, 120)
        let diastolic = pressure(.bloodPressureDiastolic, 80)
        let correlation = HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: start,
            end: start,
            objects: [systolic, diastolic]
        )
        #expect(correlation.correlationType == HKCorrelationType(.bloodPressure))
        #expect(correlation.objects.count == 2)
        #expect(correlation.objects(for: HKQuantityType(.bloodPressureSystolic)) == [systolic])
        #expect(correlation.objects(for: HKQuantityType(.heartRate)).isEmpty)
    }

    private func pressure(_ identifier: HKQuantityTypeIdentifier, _ value: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(identifier),
            quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
            start: start,
            end: start
        )
    }

    @Test("what HealthKit raises exceptions for stops the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: HKQuantityType(.heartRate),
                quantity: HKQuantity(unit: .gram(), doubleValue: 1),
                start: .now,
                end: .now
            )
        }
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(type: HKCategoryType(.acne), value: 0, start: .now, end: .now - 1)
        }
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(type: HKCategoryType(.acne), value: 99, start: .now, end: .now)
        }
        await #expect(processExitsWith: .failure) {
            _ = HKCorrelation(type: HKCorrelationType(.food), start: .now, end: .now, objects: [])
        }
        await #expect(processExitsWith: .failure) {
            let acne = HKCategorySample(type: HKCategoryType(.acne), value: 0, start: .now, end: .now)
            _ = HKCorrelation(type: HKCorrelationType(.food), start: .now, end: .now, objects: [acne])
        }
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(
                type: HKCategoryType(.acne),
                value: 0,
                start: .now,
                end: .now,
                metadata: ["list": [1, 2]]
            )
        }
    }

    @Test(
        "metadata that the store cannot hold is kept for the app and fails the save",
        arguments: [
            (["since": Date.distantPast], ErrorCode.valueOutOfRange), (["text": "one\0two"], .malformedText),
            (["k\0y": 1], .malformedText),
        ] as [([String: any Sendable], ErrorCode)]
    )
    func unstorable(_ metadata: [String: any Sendable], _ code: ErrorCode) {
        let sample = HKCategorySample(
            type: HKCategoryType(.acne),
            value: 0,
            start: start,
            end: start,
            metadata: metadata
        )
        #expect(sample.metadata?.keys.first == metadata.keys.first)
        let error = #expect(throws: HearthError.self) { try SampleEncoder.columns(of: [sample]) }
        #expect(error?.code == code && error?.field.hasPrefix("objects[0].metadata") == true)
    }
}
