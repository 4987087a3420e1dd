import Foundation
import HealthKit

func useBackgroundDelivery(_ store: HKHealthStore, type: HKObjectType) async throws {
    let done: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
    // HKHealthStore.enableBackgroundDelivery(for:frequency:)
    try await store.enableBackgroundDelivery(for: type, frequency: .immediate)
    // HKHealthStore.enableBackgroundDelivery(for:frequency:withCompletion:)
    store.enableBackgroundDelivery(for: type, frequency: .hourly, withCompletion: done)
    // HKHealthStore.disableBackgroundDelivery(for:)
    try await store.disableBackgroundDelivery(for: type)
    // HKHealthStore.disableBackgroundDelivery(for:withCompletion:)
    store.disableBackgroundDelivery(for: type, withCompletion: done)
    // HKHealthStore.disableAllBackgroundDelivery()
    try await store.disableAllBackgroundDelivery()
    // HKHealthStore.disableAllBackgroundDelivery(completion:)
    store.disableAllBackgroundDelivery(completion: done)
}
