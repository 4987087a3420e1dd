import Foundation
import HearthModel
import Testing

@testable import HearthKit

/// What `print` shows of objects.
@Suite struct DescriptionTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private var end: Date { start + 60 }
    private let rate = HKUnit.count().unitDivided(by: .minute())

    private func pressure(_ type: HKQuantityTypeIdentifier, _ value: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(type),
            quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
            start: start,
            end: end
        )
    }

    @Test func aQuantitySampleShowsValueSourceDeviceMetadataAndDates() {
        let device = HKDevice(
            name: "belt",
            manufacturer: "maker",
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: "2.1",
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let quantity = HKQuantity(unit: rate, doubleValue: 72)
        let sample = HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: quantity,
            start: start,
            end: end,
            device: device,
            metadata: [HKMetadataKeyWasUserEntered: true]
        )
        let text = "\(sample)"
        #expect(text.hasPrefix("\(quantity) HKQuantityTypeIdentifierHeartRate \(sample.uuid)"))
        #expect(text.contains("\"\(HKSource.default().name)\" (\(HKSource.default().bundleIdentifier))"))
        #expect(text.contains("<HKDevice, name:belt, manufacturer:maker, firmware:2.1>"))
        #expect(text.contains("metadata: {HKWasUserEntered = "))
        #expect(text.hasSuffix("(\(start) - \(end))"))
    }

    @Test func otherSamplesShowWhatTheySay() {
        let sleep = HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: 5, start: start, end: end)
        #expect("\(sleep)".hasPrefix("5 HKCategoryTypeIdentifierSleepAnalysis "))
        let members: Set<HKSample> = [pressure(.bloodPressureSystolic, 120), pressure(.bloodPressureDiastolic, 80)]
        let correlation = HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: start,
            end: end,
            objects: members
        )
        #expect("\(correlation)".contains("80 mmHg HKQuantityTypeIdentifierBloodPressureDiastolic"))
        #expect("\(correlation)".contains("120 mmHg HKQuantityTypeIdentifierBloodPressureSystolic"))
        let workout = HKWorkout(
            activityType: .running,
            start: start,
            end: end,
            duration: 30,
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 12),
            totalDistance: nil,
            metadata: nil
        )
        #expect("\(workout)".hasPrefix("running, 30.0 s, "))
        #expect("\(workout)".contains("kcal"))
        #expect("\(HKWorkoutEvent(type: .pause, date: start))" == "pause (\(start) - \(start))")
    }

    @Test func otherObjectsShowWhatTheyAre() {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.locationType = .indoor
        #expect("\(configuration)" == "swimming, indoor")
        let revision = HKSourceRevision(
            source: .default(),
            version: "1.2",
            productType: "PC",
            operatingSystemVersion: OperatingSystemVersion(majorVersion: 12, minorVersion: 1, patchVersion: 0)
        )
        #expect("\(revision)".hasSuffix(" 1.2, PC 12.1.0"))
        #expect("\(HKQueryAnchor([0x0A, 0xFF]))" == "<HKQueryAnchor, 0aff>")
        let query = HKSourceQuery(sampleType: .workoutType(), samplePredicate: nil) { _, _, _ in }
        #expect("\(query)" == "<HKSourceQuery, HKWorkoutTypeIdentifier>")
    }

    @Test func anErrorShowsWhatWentWrong() {
        let error = HKError(HearthError(.invalidArgument, "the workout has not begun", field: "start"))
        #expect("\(error as NSError)".contains("Code=3 \"the workout has not begun\""))
        #expect("\(HKError(.errorNoData) as NSError)".contains("Code=11 \"No data is available for the request.\""))
        #expect(HKError(.errorNoData).localizedDescription == "No data is available for the request.")
    }

    @Test func aTextThatIsNoUnitStopsWithItsText() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKUnit(from: "bpm")
        }
        #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("\"bpm\"") == true)
    }

    @Test func aNumberStandsForAnAnchor() {
        let number = NumberedAnchors.number(of: [1, 2, 3])
        #expect(number == NumberedAnchors.number(of: [1, 2, 3]) && number > 0)
        #expect(HKQueryAnchor(fromValue: number).encoded == [1, 2, 3])
        #expect(HKQueryAnchor(fromValue: number ^ 1).encoded == [])
        #expect(NumberedAnchors.number(of: []) == Int(HKAnchoredObjectQueryNoAnchor))
    }
}
