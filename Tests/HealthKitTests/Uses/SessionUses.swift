import Foundation
import HealthKit

func useSession(_ store: HKHealthStore, configuration: HKWorkoutConfiguration) throws {
    // HKWorkoutSession.init(healthStore:configuration:)
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    // HKWorkoutSession.type
    let _: HKWorkoutSessionType = session.type
    // HKWorkoutSession.state
    let _: HKWorkoutSessionState = session.state
    // HKWorkoutSession.workoutConfiguration
    let _: HKWorkoutConfiguration = session.workoutConfiguration
    // HKWorkoutSession.startDate
    let _: Date? = session.startDate
    // HKWorkoutSession.endDate
    let _: Date? = session.endDate
    // HKWorkoutSession.currentActivity
    let _: HKWorkoutActivity = session.currentActivity
    // HKWorkoutSession.delegate
    let _: (any HKWorkoutSessionDelegate)? = session.delegate
    // HKWorkoutSession.associatedWorkoutBuilder()
    let _: HKLiveWorkoutBuilder = session.associatedWorkoutBuilder()
    // HKWorkoutSession.prepare()
    session.prepare()
    // HKWorkoutSession.startActivity(with:)
    session.startActivity(with: Date())
    // HKWorkoutSession.pause()
    session.pause()
    // HKWorkoutSession.resume()
    session.resume()
    // HKWorkoutSession.beginNewActivity(configuration:date:metadata:)
    session.beginNewActivity(configuration: configuration, date: Date(), metadata: nil)
    // HKWorkoutSession.endCurrentActivity(on:)
    session.endCurrentActivity(on: Date())
    // HKWorkoutSession.stopActivity(with:)
    session.stopActivity(with: nil)
    // HKWorkoutSession.end()
    session.end()
}

func useRecovery(_ store: HKHealthStore) async throws {
    // HKHealthStore.recoverActiveWorkoutSession()
    let _: HKWorkoutSession? = try await store.recoverActiveWorkoutSession()
    // HKHealthStore.recoverActiveWorkoutSession(completion:)
    store.recoverActiveWorkoutSession(completion: { (_: HKWorkoutSession?, _: (any Error)?) in })
}

func useSessionNumbers() {
    // HKWorkoutSessionState
    let _: [HKWorkoutSessionState] = [.notStarted, .prepared, .running, .paused, .stopped, .ended]
    // HKWorkoutSessionType
    let _: [HKWorkoutSessionType] = [.primary, .mirrored]
}

func useSessionDelegate(
    _ delegate: any HKWorkoutSessionDelegate,
    session: HKWorkoutSession,
    event: HKWorkoutEvent,
    error: HKError
) {
    // HKWorkoutSessionDelegate.workoutSession(_:didChangeTo:from:date:)
    delegate.workoutSession(session, didChangeTo: .running, from: .prepared, date: Date())
    // HKWorkoutSessionDelegate.workoutSession(_:didFailWithError:)
    delegate.workoutSession(session, didFailWithError: error)
    // HKWorkoutSessionDelegate.workoutSession(_:didGenerate:)
    delegate.workoutSession(session, didGenerate: event)
    // HKWorkoutSessionDelegate.workoutSession(_:didBeginActivityWith:date:)
    delegate.workoutSession(session, didBeginActivityWith: session.workoutConfiguration, date: Date())
    // HKWorkoutSessionDelegate.workoutSession(_:didEndActivityWith:date:)
    delegate.workoutSession(session, didEndActivityWith: session.workoutConfiguration, date: Date())
}

func useLiveBuilder(_ builder: HKLiveWorkoutBuilder, store: HKHealthStore, configuration: HKWorkoutConfiguration) {
    // HKLiveWorkoutBuilder.init(healthStore:configuration:device:)
    let _ = HKLiveWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
    // HKLiveWorkoutBuilder.delegate
    let _: (any HKLiveWorkoutBuilderDelegate)? = builder.delegate
    // HKLiveWorkoutBuilder.workoutSession
    let _: HKWorkoutSession? = builder.workoutSession
    // HKLiveWorkoutBuilder.shouldCollectWorkoutEvents
    let _: Bool = builder.shouldCollectWorkoutEvents
    // HKLiveWorkoutBuilder.dataSource
    let _: HKLiveWorkoutDataSource? = builder.dataSource
    // HKLiveWorkoutBuilder.elapsedTime
    let _: TimeInterval = builder.elapsedTime
    // HKLiveWorkoutBuilder.currentWorkoutActivity
    let _: HKWorkoutActivity? = builder.currentWorkoutActivity
}

func useLiveBuilderDelegate(
    _ delegate: any HKLiveWorkoutBuilderDelegate,
    builder: HKLiveWorkoutBuilder,
    activity: HKWorkoutActivity
) {
    // HKLiveWorkoutBuilderDelegate.workoutBuilder(_:didCollectDataOf:)
    delegate.workoutBuilder(builder, didCollectDataOf: [HKQuantityType(.heartRate)])
    // HKLiveWorkoutBuilderDelegate.workoutBuilderDidCollectEvent(_:)
    delegate.workoutBuilderDidCollectEvent(builder)
    // HKLiveWorkoutBuilderDelegate.workoutBuilder(_:didBegin:)
    delegate.workoutBuilder(builder, didBegin: activity)
    // HKLiveWorkoutBuilderDelegate.workoutBuilder(_:didEnd:)
    delegate.workoutBuilder(builder, didEnd: activity)
}

func useDataSource(_ store: HKHealthStore, configuration: HKWorkoutConfiguration) {
    // HKLiveWorkoutDataSource.init(healthStore:workoutConfiguration:)
    let source = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
    // HKLiveWorkoutDataSource.typesToCollect
    let _: Set<HKQuantityType> = source.typesToCollect
    // HKLiveWorkoutDataSource.enableCollection(for:predicate:)
    source.enableCollection(for: HKQuantityType(.heartRate), predicate: nil)
    // HKLiveWorkoutDataSource.disableCollection(for:)
    source.disableCollection(for: HKQuantityType(.heartRate))
}
