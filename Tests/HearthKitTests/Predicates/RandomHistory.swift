import Foundation
import HearthModel
import HearthTestSupport

@testable import HearthKit

/// Saves samples of all kinds, of two apps, with few values so that predicates meet them, and knows which belong to
/// which.
struct RandomHistory {
    /// The types of which there are samples.
    static let types: [HKSampleType] = [
        HKQuantityType(.heartRate), HKQuantityType(.stepCount), HKQuantityType(.bodyMass),
        HKQuantityType(.bloodPressureSystolic), HKCategoryType(.sleepAnalysis), HKCorrelationType(.bloodPressure),
        HKObjectType.workoutType(),
    ]

    static let devices: [HKDevice?] = [
        nil, nil, .local(), device(name: "band", model: nil), device(name: "band", model: "2"),
        device(name: nil, model: "e\u{301}"), device(name: "", model: "\u{e9}"),
    ]

    static let units: [String: [String]] = [
        HKQuantityTypeIdentifier.heartRate.rawValue: ["count/min", "count/s"],
        HKQuantityTypeIdentifier.stepCount.rawValue: ["count"],
        HKQuantityTypeIdentifier.bodyMass.rawValue: ["kg", "lb", "g"],
        HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue: ["mmHg", "kPa"],
        HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue: ["mmHg"],
    ]

    private var random: RandomWorkouts
    /// The samples of each type as the store has them.
    private(set) var samples: [HKSampleType: [HKSample]] = [:]
    /// What was associated with each workout.
    private(set) var members: [UUID: Set<UUID>] = [:]
    /// What was given to the store, but for what builders made.
    private(set) var saved: [UUID: HKSample] = [:]

    init(_ generator: SeededGenerator, in shared: SharedStore) async throws {
        random = RandomWorkouts(generator: generator)
        for store in [shared.store, shared.other] {
            let loose = (0..<90).map { _ in sample() }
            let workouts = (0..<20).map { _ in random.workout() }
            try await store.save(loose + workouts)
            for sample in loose + workouts {
                saved[sample.uuid] = sample
            }
            for workout in workouts.prefix(4) {
                let some = loose.filter { _ in random.int(0...9) == 0 }
                try await store.addSamples(some, to: workout)
                members[workout.uuid] = Set(some.map(\.uuid))
            }
            for _ in 0..<6 {
                try await saveSeries(store)
            }
        }
        for type in Self.types {
            let all = HKSampleQueryDescriptor(predicates: [.sample(type: type)], sortDescriptors: [])
            samples[type] = try await all.result(for: shared.store)
        }
    }

    private static func device(name: String?, model: String?) -> HKDevice {
        HKDevice(Device(name: name, model: model))
    }

    // MARK: - Samples

    private mutating func sample() -> HKSample {
        switch random.int(0...9) {
        case 0...5: quantity(Self.types[random.int(0...3)] as? HKQuantityType ?? HKQuantityType(.heartRate))
        case 6...7: category()
        default: correlation()
        }
    }

    private mutating func quantity(_ type: HKQuantityType) -> HKQuantitySample {
        let (start, end) = times()
        return HKQuantitySample(
            type: type,
            quantity: Self.quantity(of: type, &random),
            start: start,
            end: end,
            device: Self.devices[random.int(0...Self.devices.count - 1)],
            metadata: metadata()
        )
    }

    static func quantity(of type: HKQuantityType, _ random: inout RandomWorkouts) -> HKQuantity {
        let names = units[type.identifier] ?? ["count"]
        let unit = HKUnit(from: names[random.int(0...names.count - 1)])
        return HKQuantity(unit: unit, doubleValue: Double(random.int(0...6)) / 2)
    }

    private mutating func category() -> HKCategorySample {
        let (start, end) = times()
        return HKCategorySample(
            type: HKCategoryType(.sleepAnalysis),
            value: random.int(0...5),
            start: start,
            end: end,
            device: Self.devices[random.int(0...Self.devices.count - 1)],
            metadata: metadata()
        )
    }

    private mutating func correlation() -> HKCorrelation {
        let (start, end) = times()
        return HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: start,
            end: end,
            objects: [
                quantity(HKQuantityType(.bloodPressureSystolic)), quantity(HKQuantityType(.bloodPressureDiastolic)),
            ],
            device: Self.devices[random.int(0...Self.devices.count - 1)],
            metadata: metadata()
        )
    }

    /// Samples that stand for several quantities.
    private mutating func saveSeries(_ store: HKHealthStore) async throws {
        let type = random.flag() ? HKQuantityType(.heartRate) : HKQuantityType(.stepCount)
        let start = Self.time(&random)
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: store,
            quantityType: type,
            startDate: start,
            device: Self.devices[random.int(0...Self.devices.count - 1)]
        )
        for index in 0..<random.int(2...5) {
            let from = start + Double(index)
            try builder.insert(
                Self.quantity(of: type, &random),
                for: DateInterval(start: from, duration: random.flag() ? 0.5 : 0)
            )
        }
        _ = try await builder.finishSeries(metadata: metadata(), endDate: start + 10)
    }

    private mutating func times() -> (start: Date, end: Date) {
        let start = Self.time(&random)
        return (start, random.flag() ? start : start + Double(random.int(0...8)) / 2)
    }

    /// One of few times, of which some are between any two milliseconds.
    static func time(_ random: inout RandomWorkouts) -> Date {
        let date = SharedStore.time(Double(random.int(0...40)) / 2)
        return random.int(0...3) == 0
            ? Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextUp) : date
    }

    // MARK: - Metadata

    static let keys = ["own", HKMetadataKeyWasUserEntered, "a.b c"]

    private mutating func metadata() -> [String: Any]? {
        guard random.flag() else { return nil }
        var metadata: [String: Any] = [:]
        for key in Self.keys where random.flag() {
            metadata[key] = Self.value(&random)
        }
        return metadata
    }

    /// A value of one of all classes that metadata may hold.
    static func value(_ random: inout RandomWorkouts) -> Any {
        switch random.int(0...6) {
        case 0: text(&random)
        case 1: random.int(-1...2)
        case 2: Double(random.int(-1...4)) / 2
        case 3: random.flag()
        case 4: time(&random)
        case 5: HKQuantity(unit: HKUnit(from: random.flag() ? "kg" : "lb"), doubleValue: Double(random.int(0...2)))
        default: random.flag() ? 9_007_199_254_740_993 as Int64 : 9_007_199_254_740_992.0
        }
    }

    static func text(_ random: inout RandomWorkouts) -> String {
        ["", "a", "ab", "b", "e\u{301}", "\u{e9}", "A"][random.int(0...6)]
    }
}
