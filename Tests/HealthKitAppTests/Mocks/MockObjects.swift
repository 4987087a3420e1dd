import CoreLocation
import HealthKit

// Objects that say what a test wants them to say.

class MockQuantitySample: HKQuantitySample, @unchecked Sendable {}

class MockStepSample: HKQuantitySample, @unchecked Sendable {
    private let steps: Double

    init(steps: Double) {
        self.steps = steps
        let type = HKQuantityType(.stepCount)
        super.init(type: type, quantity: HKQuantity(unit: .count(), doubleValue: 0), start: Date(), end: Date())
    }

    required init?(coder: NSCoder) { fatalError("not archived") }

    override var quantity: HKQuantity { HKQuantity(unit: .count(), doubleValue: steps) }
    override var startDate: Date { Date(timeIntervalSince1970: 60) }
    override var sourceRevision: HKSourceRevision { HKSourceRevision(source: .default(), version: "mock") }
    override var device: HKDevice? { MockDevice() }
    override var metadata: [String: Any]? { [HKMetadataKeyWasUserEntered: true] }
}

class MockDevice: HKDevice, @unchecked Sendable {
    init() {
        super.init(
            name: "mock",
            manufacturer: nil,
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: nil,
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
    }

    required init?(coder: NSCoder) { fatalError("not archived") }

    override var model: String? { "of a test" }
}

class MockSleep: HKCategorySample, @unchecked Sendable {
    override var value: Int { HKCategoryValueSleepAnalysis.asleepREM.rawValue }
}

class MockBloodPressure: HKCorrelation, @unchecked Sendable {
    override func objects(for objectType: HKObjectType) -> Set<HKSample> { [] }
}

class MockWorkout: HKWorkout, @unchecked Sendable {
    override var workoutActivityType: HKWorkoutActivityType { .rowing }
    override var duration: TimeInterval { 90 }
    override var totalEnergyBurned: HKQuantity? { HKQuantity(unit: .kilocalorie(), doubleValue: 12) }
    override func statistics(for quantityType: HKQuantityType) -> HKStatistics? { nil }
}

class MockEvent: HKWorkoutEvent, @unchecked Sendable {
    override var type: HKWorkoutEventType { .lap }
}

class MockActivity: HKWorkoutActivity, @unchecked Sendable {
    override var duration: TimeInterval { 5 }
}

class MockConfiguration: HKWorkoutConfiguration {
    override var activityType: HKWorkoutActivityType {
        get { .yoga }
        set {}
    }
}

class MockRevision: HKSourceRevision, @unchecked Sendable {
    override var version: String? { "2" }
}

class MockLocation: CLLocation, @unchecked Sendable {
    override var speed: CLLocationSpeed { 3 }
    override var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: 1, longitude: 2) }
}

class MockQueryDescriptor: HKQueryDescriptor, @unchecked Sendable {
    override var predicate: NSPredicate? { NSPredicate(value: false) }
}
