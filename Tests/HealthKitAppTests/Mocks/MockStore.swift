import HealthKit

/// A store as tests of apps make it: it records what is asked, and answers what the test says.
class MockStore: HKHealthStore, @unchecked Sendable {
    var executed: [HKQuery] = []
    var stopped: [HKQuery] = []
    var saved: [HKObject] = []
    var deleted: [HKObject] = []
    var deletions: [HKObjectType] = []
    var associated: [HKSample] = []
    var requests: [(share: Set<HKSampleType>?, read: Set<HKObjectType>?)] = []
    var enabled: [HKObjectType: HKUpdateFrequency] = [:]
    var failure: Error?

    override class func isHealthDataAvailable() -> Bool { false }

    override func supportsHealthRecords() -> Bool { true }

    override func earliestPermittedSampleDate() -> Date { Date(timeIntervalSince1970: 0) }

    override func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus { .notDetermined }

    override func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping (Bool, Error?) -> Void
    ) {
        requests.append((typesToShare, typesToRead))
        completion(failure == nil, failure)
    }

    override func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping (HKAuthorizationRequestStatus, Error?) -> Void
    ) {
        completion(.shouldRequest, failure)
    }

    override func execute(_ query: HKQuery) { executed.append(query) }

    override func stop(_ query: HKQuery) { stopped.append(query) }

    override func save(_ object: HKObject, withCompletion completion: @escaping (Bool, Error?) -> Void) {
        saved.append(object)
        completion(failure == nil, failure)
    }

    override func save(_ objects: [HKObject], withCompletion completion: @escaping (Bool, Error?) -> Void) {
        saved += objects
        completion(failure == nil, failure)
    }

    override func delete(_ object: HKObject, withCompletion completion: @escaping (Bool, Error?) -> Void) {
        deleted.append(object)
        completion(failure == nil, failure)
    }

    override func delete(_ objects: [HKObject], withCompletion completion: @escaping (Bool, Error?) -> Void) {
        deleted += objects
        completion(failure == nil, failure)
    }

    override func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate,
        withCompletion completion: @escaping (Bool, Int, Error?) -> Void
    ) {
        deletions.append(objectType)
        completion(failure == nil, 7, failure)
    }

    override func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping (Bool, Error?) -> Void
    ) {
        associated += samples
        completion(failure == nil, failure)
    }

    override func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping ([HKQuantityType: HKUnit], Error?) -> Void
    ) {
        completion(Dictionary(uniqueKeysWithValues: quantityTypes.map { ($0, HKUnit.mile()) }), failure)
    }

    override func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping (Bool, Error?) -> Void
    ) {
        enabled[type] = frequency
        completion(failure == nil, failure)
    }

    override func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping (Bool, Error?) -> Void
    ) {
        enabled[type] = nil
        completion(failure == nil, failure)
    }

    override func disableAllBackgroundDelivery(completion: @escaping (Bool, Error?) -> Void) {
        enabled = [:]
        completion(failure == nil, failure)
    }

    override func dateOfBirthComponents() throws -> DateComponents { DateComponents(year: 1980, month: 2, day: 29) }

    override func biologicalSex() throws -> HKBiologicalSexObject { MockBiologicalSex() }

    override func bloodType() throws -> HKBloodTypeObject { throw HKError(.errorNoData) }
}

class MockBiologicalSex: HKBiologicalSexObject, @unchecked Sendable {
    override var biologicalSex: HKBiologicalSex { .female }
}

/// A store that overrides the awaited forms.
class AwaitedMockStore: HKHealthStore, @unchecked Sendable {
    var saved: [HKObject] = []
    let limit: Int

    init(limit: Int) {
        self.limit = limit
        super.init()
    }

    override func save(_ objects: [HKObject]) async throws {
        guard saved.count + objects.count <= limit else { throw HKError(.errorDataSizeExceeded) }
        saved += objects
    }

    override func requestAuthorization(toShare: Set<HKSampleType>, read: Set<HKObjectType>) async throws {
        throw HKError(.errorAuthorizationDenied)
    }

    override func statusForAuthorizationRequest(
        toShare: Set<HKSampleType>,
        read: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus { .shouldRequest }
}
