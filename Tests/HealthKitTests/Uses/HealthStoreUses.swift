import Foundation
import HealthKit

// What `HealthKitSymbols.md` says that works is used here, under a comment with the symbol as the page spells it. It is
// compiled and not run: `HealthKitSymbolsTests` compares the comments with the page.

func useAvailability(_ store: HKHealthStore, type: HKObjectType) {
    // HKHealthStore.init()
    let _: any Sendable & NSObject = HKHealthStore()
    // HKHealthStore.isHealthDataAvailable()
    let _: Bool = HKHealthStore.isHealthDataAvailable()
    // HKHealthStore.supportsHealthRecords()
    let _: Bool = store.supportsHealthRecords()
    // HKHealthStore.earliestPermittedSampleDate()
    let _: Date = store.earliestPermittedSampleDate()
    // HKHealthStore.authorizationStatus(for:)
    let _: HKAuthorizationStatus = store.authorizationStatus(for: type)
}

func useAuthorization(_ store: HKHealthStore, share: Set<HKSampleType>, read: Set<HKObjectType>) async throws {
    let type = HKObjectType.visionPrescriptionType()
    // HKHealthStore.requestAuthorization(toShare:read:)
    try await store.requestAuthorization(toShare: share, read: read)
    // HKHealthStore.requestAuthorization(toShare:read:completion:)
    store.requestAuthorization(toShare: nil, read: nil, completion: { (_: Bool, _: (any Error)?) in })
    // HKHealthStore.statusForAuthorizationRequest(toShare:read:)
    let _: HKAuthorizationRequestStatus = try await store.statusForAuthorizationRequest(toShare: share, read: read)
    // HKHealthStore.getRequestStatusForAuthorization(toShare:read:completion:)
    store.getRequestStatusForAuthorization(
        toShare: share,
        read: read,
        completion: { (_: HKAuthorizationRequestStatus, _: (any Error)?) in }
    )
    // HKHealthStore.earliestAuthorizedSampleDate(for:)
    let _: [HKObjectType: Date] = try await store.earliestAuthorizedSampleDate(for: read)
    // HKHealthStore.getEarliestAuthorizedSampleDate(for:completion:)
    store.getEarliestAuthorizedSampleDate(for: read, completion: { (_: [HKObjectType: Date], _: (any Error)?) in })
    // HKHealthStore.requestPerObjectReadAuthorization(for:predicate:)
    try await store.requestPerObjectReadAuthorization(for: type, predicate: nil)
    // HKHealthStore.requestPerObjectReadAuthorization(for:predicate:completion:)
    store.requestPerObjectReadAuthorization(for: type, predicate: nil, completion: { (_: Bool, _: (any Error)?) in })
}

func useSaving(_ store: HKHealthStore, object: HKObject, workout: HKWorkout, samples: [HKSample]) async throws {
    let objects = [object]
    // HKHealthStore.save(_: HKObject)
    try await store.save(object)
    // HKHealthStore.save(_: [HKObject])
    try await store.save(objects)
    // HKHealthStore.save(_: HKObject, withCompletion:)
    store.save(object, withCompletion: { (_: Bool, _: (any Error)?) in })
    // HKHealthStore.save(_: [HKObject], withCompletion:)
    store.save(objects, withCompletion: { (_: Bool, _: (any Error)?) in })
    // HKHealthStore.addSamples(_:to:)
    try await store.addSamples(samples, to: workout)
    // HKHealthStore.add(_:to:completion:)
    store.add(samples, to: workout, completion: { (_: Bool, _: (any Error)?) in })
}

func useDeleting(_ store: HKHealthStore, object: HKObject, type: HKObjectType, predicate: NSPredicate) async throws {
    let objects = [object]
    // HKHealthStore.delete(_: HKObject)
    try await store.delete(object)
    // HKHealthStore.delete(_: [HKObject])
    try await store.delete(objects)
    // HKHealthStore.delete(_: HKObject, withCompletion:)
    store.delete(object, withCompletion: { (_: Bool, _: (any Error)?) in })
    // HKHealthStore.delete(_: [HKObject], withCompletion:)
    store.delete(objects, withCompletion: { (_: Bool, _: (any Error)?) in })
    // HKHealthStore.deleteObjects(of:predicate:)
    let _: Int = try await store.deleteObjects(of: type, predicate: predicate)
    // HKHealthStore.deleteObjects(of:predicate:withCompletion:)
    store.deleteObjects(of: type, predicate: predicate, withCompletion: { (_: Bool, _: Int, _: (any Error)?) in })
}

func useQueries(_ store: HKHealthStore, query: HKQuery) {
    // HKHealthStore.execute(_:)
    store.execute(query)
    // HKHealthStore.stop(_:)
    store.stop(query)
}

func useCharacteristics(_ store: HKHealthStore) throws {
    // HKHealthStore.dateOfBirthComponents()
    let _: DateComponents = try store.dateOfBirthComponents()
    // HKHealthStore.biologicalSex()
    let sex: HKBiologicalSexObject = try store.biologicalSex()
    // HKBiologicalSexObject.biologicalSex
    let _: HKBiologicalSex = sex.biologicalSex
    // HKBiologicalSexObject.init()
    _ = HKBiologicalSexObject()
    // HKHealthStore.bloodType()
    let blood: HKBloodTypeObject = try store.bloodType()
    // HKBloodTypeObject.bloodType
    let _: HKBloodType = blood.bloodType
    // HKBloodTypeObject.init()
    _ = HKBloodTypeObject()
    // HKHealthStore.fitzpatrickSkinType()
    let skin: HKFitzpatrickSkinTypeObject = try store.fitzpatrickSkinType()
    // HKFitzpatrickSkinTypeObject.skinType
    let _: HKFitzpatrickSkinType = skin.skinType
    // HKFitzpatrickSkinTypeObject.init()
    _ = HKFitzpatrickSkinTypeObject()
    // HKHealthStore.wheelchairUse()
    let wheelchair: HKWheelchairUseObject = try store.wheelchairUse()
    // HKWheelchairUseObject.wheelchairUse
    let _: HKWheelchairUse = wheelchair.wheelchairUse
    // HKWheelchairUseObject.init()
    _ = HKWheelchairUseObject()
    // HKHealthStore.activityMoveMode()
    let mode: HKActivityMoveModeObject = try store.activityMoveMode()
    // HKActivityMoveModeObject.activityMoveMode
    let _: HKActivityMoveMode = mode.activityMoveMode
    // HKActivityMoveModeObject.init()
    _ = HKActivityMoveModeObject()
}

@available(*, deprecated)
func useFormerCharacteristics(_ store: HKHealthStore) throws {
    // HKHealthStore.dateOfBirth()
    let _: Date = try store.dateOfBirth()
}

func useUnits(_ store: HKHealthStore, types: Set<HKQuantityType>) async throws {
    // HKHealthStore.preferredUnits(for:)
    let _: [HKQuantityType: HKUnit] = try await store.preferredUnits(for: types)
    // HKHealthStore.preferredUnits(for:completion:)
    store.preferredUnits(for: types, completion: { (_: [HKQuantityType: HKUnit], _: (any Error)?) in })
}

func useRecalibration(_ store: HKHealthStore, type: HKSampleType, date: Date) async throws {
    // HKHealthStore.recalibrateEstimates(sampleType:date:)
    try await store.recalibrateEstimates(sampleType: type, date: date)
    // HKHealthStore.recalibrateEstimates(sampleType:date:completion:)
    store.recalibrateEstimates(sampleType: type, date: date, completion: { (_: Bool, _: (any Error)?) in })
}
