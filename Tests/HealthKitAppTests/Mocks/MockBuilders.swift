import CoreLocation
import HealthKit

class MockWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
    var calls: [String] = []

    override var startDate: Date? { Date(timeIntervalSince1970: 0) }

    override func beginCollection(withStart startDate: Date, completion: @escaping (Bool, Error?) -> Void) {
        calls.append("begin")
        completion(true, nil)
    }

    override func add(_ samples: [HKSample], completion: @escaping (Bool, Error?) -> Void) {
        calls.append("samples")
        completion(true, nil)
    }

    override func addWorkoutEvents(
        _ workoutEvents: [HKWorkoutEvent],
        completion: @escaping (Bool, Error?) -> Void
    ) {
        calls.append("events")
        completion(true, nil)
    }

    override func addMetadata(_ metadata: [String: Any], completion: @escaping (Bool, Error?) -> Void) {
        calls.append("metadata")
        completion(true, nil)
    }

    override func addWorkoutActivity(
        _ workoutActivity: HKWorkoutActivity,
        completion: @escaping (Bool, Error?) -> Void
    ) {
        calls.append("activity")
        completion(true, nil)
    }

    override func endCollection(withEnd endDate: Date, completion: @escaping (Bool, Error?) -> Void) {
        calls.append("end")
        completion(true, nil)
    }

    override func finishWorkout(completion: @escaping (HKWorkout?, Error?) -> Void) {
        calls.append("finish")
        completion(nil, HKError(.errorUserCanceled))
    }

    override func discardWorkout() { calls.append("discard") }

    override func statistics(for quantityType: HKQuantityType) -> HKStatistics? { nil }

    override func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
        MockRouteBuilder(healthStore: HKHealthStore(), device: nil)
    }
}

class MockRouteBuilder: HKWorkoutRouteBuilder, @unchecked Sendable {
    var locations = 0

    override func insertRouteData(_ routeData: [CLLocation], completion: @escaping (Bool, Error?) -> Void) {
        locations += routeData.count
        completion(true, nil)
    }

    override func finishRoute(
        with workout: HKWorkout,
        metadata: [String: Any]?,
        completion: @escaping (HKWorkoutRoute?, Error?) -> Void
    ) {
        completion(nil, HKError(.errorNoData))
    }

    override func discard() { locations = 0 }
}

class MockHeartbeatBuilder: HKHeartbeatSeriesBuilder, @unchecked Sendable {
    var beats: [TimeInterval] = []

    override class var maximumCount: Int { 2 }

    override func addHeartbeatWithTimeInterval(
        sinceSeriesStartDate timeIntervalSinceStart: TimeInterval,
        precededByGap: Bool,
        completion: @escaping (Bool, Error?) -> Void
    ) {
        beats.append(timeIntervalSinceStart)
        completion(beats.count <= Self.maximumCount, nil)
    }
}

class MockSeriesBuilder: HKQuantitySeriesSampleBuilder, @unchecked Sendable {
    var inserted: [HKQuantity] = []

    override func insert(_ quantity: HKQuantity, for dateInterval: DateInterval) throws { inserted.append(quantity) }

    override func finishSeries(
        metadata: [String: Any]?,
        endDate: Date?,
        completion: @escaping ([HKQuantitySample]?, Error?) -> Void
    ) {
        completion([], nil)
    }
}
