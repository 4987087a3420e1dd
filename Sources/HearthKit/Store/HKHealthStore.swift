public import Foundation
internal import HearthClient
internal import HearthModel

/// Gives an app access to the store: saves and deletes objects, and runs queries.
///
/// The first call connects to the server. A lost connection is opened again without the app noticing: interrupted
/// writes are sent again, and streams continue where they were. Queries that run until they are stopped end when their
/// store object is released.
///
/// A subclass may override every method that is declared here. Where HealthKit has one method in two forms, overriding
/// the form with a completion handler also changes the awaited form.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; every property is constant and sendable.
open class HKHealthStore: NSObject, @unchecked Sendable {
    let connection: Connection
    let running = RunningQueries()
    let notices: ObserverNotices
    let completions = CompletionHandlers()
    let sessions: WorkoutSessions

    /// Connects the current app to its user's server: see <doc:FindingTheStore>.
    override public init() {
        let options = ConnectionOptions.store()
        connection = Connection(options)
        notices = ObserverNotices(connection)
        sessions = WorkoutSessions(of: AppID(options.app.bundleIdentifier), in: .standard)
    }

    init(over connection: Connection, _ sessions: SessionPlace) {
        self.connection = connection
        notices = ObserverNotices(connection)
        self.sessions = WorkoutSessions(of: AppID(connection.app.bundleIdentifier), in: sessions)
    }

    deinit { running.stopAll() }

    /// Whether health data is available: always true.
    open class func isHealthDataAvailable() -> Bool { true }

    /// Whether the store holds clinical records: always true.
    open func supportsHealthRecords() -> Bool { true }

    /// The first date that a sample may have.
    open func earliestPermittedSampleDate() -> Date { Timestamp.earliest.date }

    // MARK: - Authorization

    /// Whether the app may save objects of a type, not whether it may read them. Blocks the caller for a moment.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        authorization.sharingStatus(of: type)
    }

    /// Asks the store's owner for what is not decided, and waits for the answer, which may also be a refusal: success says
    /// only that everything is decided. After two minutes without an answer it throws `errorAuthorizationNotDetermined`.
    /// When apps need not ask, it returns at once.
    open func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
        async throws
    {
        try await awaitOverridable(
            { requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) },
            direct: { try await authorization.request(toShare: typesToShare, read: typesToRead) }
        )
    }

    /// Asks the store's owner for what is not decided, and calls `completion` with whether everything is decided now.
    @preconcurrency
    open func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.report(to: completion) {
            try await self.authorization.request(toShare: typesToShare ?? [], read: typesToRead ?? [])
        }
    }

    /// Whether the owner would be asked for permission.
    open func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try await awaitOverridableValue(
            { getRequestStatusForAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) },
            direct: { try await authorization.requestStatus(toShare: typesToShare, read: typesToRead) }
        )
    }

    /// Calls `completion` with whether the owner would be asked for permission.
    @preconcurrency
    open func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        completions.deliver(to: completion, otherwise: .unknown) {
            try await self.authorization.requestStatus(toShare: typesToShare, read: typesToRead)
        }
    }

    /// Asks the store's owner for a type that needs authorization for each object, and waits for the answer. The owner decides
    /// about all objects of the type, whatever the predicate, and is not asked again.
    open func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        try await awaitOverridable(
            { requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0) },
            direct: { try await authorization.requestPerObjectReading(of: objectType) }
        )
    }

    /// Asks the store's owner for a type that needs authorization for each object, and calls `completion`.
    @preconcurrency
    open func requestPerObjectReadAuthorization(
        for objectType: HKObjectType,
        predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.report(to: completion) { try await self.authorization.requestPerObjectReading(of: objectType) }
    }

    // MARK: - Saving

    /// Saves an object. It is on disk when this returns.
    open func save(_ object: HKObject) async throws {
        try await awaitOverridable({ save(object, withCompletion: $0) }, direct: { try await writer.save([object]) })
    }

    /// Saves objects, all or none. They are on disk when this returns.
    ///
    /// Saving a stored object again is not an error. An object with the UUID of a stored one and other contents is
    /// `errorInvalidArgument`.
    open func save(_ objects: [HKObject]) async throws {
        try await awaitOverridable({ save(objects, withCompletion: $0) }, direct: { try await writer.save(objects) })
    }

    /// Saves an object and then calls `completion`.
    @preconcurrency
    open func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        save([object], withCompletion: completion)
    }

    /// Saves objects, all or none, and then calls `completion`.
    @preconcurrency
    open func save(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        completions.report(to: completion) { try await self.writer.save(objects) }
    }

    /// Associates samples with a workout that is stored. Samples that are not stored are saved, without a device.
    ///
    /// `HKQuery.predicateForObjects(from:)` finds them again. The workout's totals do not change.
    open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        try await awaitOverridable(
            { add(samples, to: workout, completion: $0) },
            direct: { try await associations.add(samples, to: workout) }
        )
    }

    /// Associates samples with a workout that is stored, and then calls `completion`.
    @preconcurrency
    open func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.report(to: completion) { try await self.associations.add(samples, to: workout) }
    }

    // MARK: - Deleting

    /// Deletes an object that this app has saved.
    open func delete(_ object: HKObject) async throws {
        try await awaitOverridable(
            { delete(object, withCompletion: $0) },
            direct: { try await writer.delete([object]) }
        )
    }

    /// Deletes objects that this app has saved, all or none. One that is not stored is `errorInvalidArgument`.
    open func delete(_ objects: [HKObject]) async throws {
        try await awaitOverridable(
            { delete(objects, withCompletion: $0) },
            direct: { try await writer.delete(objects) }
        )
    }

    /// Deletes an object that this app has saved, and then calls `completion`.
    @preconcurrency
    open func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        delete([object], withCompletion: completion)
    }

    /// Deletes objects that this app has saved, all or none, and then calls `completion`.
    @preconcurrency
    open func delete(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.report(to: completion) { try await self.writer.delete(objects) }
    }

    /// Deletes the objects of a type that this app has saved and that match; returns how many there were.
    @discardableResult
    open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        try await awaitOverridableValue(
            { handler in
                deleteObjects(of: objectType, predicate: predicate) { _, count, error in handler(count, error) }
            },
            direct: { try await writer.delete(objectType, matching: predicate) }
        )
    }

    /// Deletes the objects of a type that this app has saved and that match, and then calls `completion` with their
    /// number.
    @preconcurrency
    open func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        completions.run { [predicate = Transferred(predicate)] in
            try await self.writer.delete(objectType, matching: predicate.value)
        } then: { result in
            switch result {
            case .success(let count): completion(true, count, nil)
            case .failure(let error): completion(false, 0, error)
            }
        }
    }

    // MARK: - Queries

    /// Starts a query. A query runs once: starting it again stops the program, as it does in HealthKit.
    open func execute(_ query: HKQuery) { query.begin(on: self) }

    /// Stops a query that runs until it is stopped. Its handlers are not called any more; a call in progress finishes.
    open func stop(_ query: HKQuery) {
        running.remove(query)
        query.cancel()
    }

    // MARK: - Workout sessions

    /// The session that was active when the app ended, or is active in this store object; nil: none. Its builder has no
    /// data source yet: one that is set collects also what was saved meanwhile.
    open func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
        try await awaitOverridableValue(
            { recoverActiveWorkoutSession(completion: $0) },
            direct: { try await sessions.recover(for: self) }
        )
    }

    /// Calls `completion` with the session that was active when the app ended.
    @preconcurrency
    open func recoverActiveWorkoutSession(completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void) {
        completions.deliver(to: completion, otherwise: nil) { try await self.sessions.recover(for: self) }
    }

    // MARK: - Characteristics

    // If a characteristic is not set, the date of birth throws `errorNoData`, and the others are "not set".

    /// The day of birth, in the Gregorian calendar.
    open func dateOfBirthComponents() throws -> DateComponents { try characteristics.dateOfBirth() }

    /// The beginning of the day of birth in the current time zone. `dateOfBirthComponents()` is the same everywhere.
    @available(*, deprecated, renamed: "dateOfBirthComponents()")
    open func dateOfBirth() throws -> Date { try StoredCharacteristics.beginning(of: dateOfBirthComponents()) }

    /// The biological sex.
    open func biologicalSex() throws -> HKBiologicalSexObject {
        HKBiologicalSexObject(try characteristics.value(of: \.biologicalSex) ?? .notSet)
    }

    /// The blood type.
    open func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(try characteristics.value(of: \.bloodType) ?? .notSet)
    }

    /// How the skin reacts to the sun.
    open func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        HKFitzpatrickSkinTypeObject(try characteristics.value(of: \.fitzpatrickSkinType) ?? .notSet)
    }

    /// Whether a wheelchair is used.
    open func wheelchairUse() throws -> HKWheelchairUseObject {
        HKWheelchairUseObject(try characteristics.value(of: \.wheelchairUse) ?? .notSet)
    }

    /// Whether activity is measured in energy or in time.
    open func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(try characteristics.value(of: \.activityMoveMode) ?? .activeEnergy)
    }

    // MARK: - Units and estimates

    /// The unit in which each of these types is shown: the one in which people record it, which never changes.
    open func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
        try await awaitOverridableValue(
            { preferredUnits(for: quantityTypes, completion: $0) },
            direct: { PreferredUnits.units(for: quantityTypes) }
        )
    }

    /// Calls `completion` with the unit in which each of these types is shown.
    @preconcurrency
    open func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        completions.deliver(to: completion, otherwise: [:]) { PreferredUnits.units(for: quantityTypes) }
    }

    /// Always `errorInvalidArgument`: no type allows it, as `HKSampleType.allowsRecalibrationForEstimates` says.
    open func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
        try await awaitOverridable(
            { recalibrateEstimates(sampleType: sampleType, date: date, completion: $0) },
            direct: { try Estimates.recalibrate(sampleType) }
        )
    }

    /// Calls `completion` with `errorInvalidArgument`: no type allows it.
    @preconcurrency
    open func recalibrateEstimates(
        sampleType: HKSampleType,
        date: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.report(to: completion) { try Estimates.recalibrate(sampleType) }
    }

    // MARK: - Background delivery

    /// Registers the app for changes of a type. The server launches the app as its package describes, or otherwise this
    /// program without arguments.
    open func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await awaitOverridable(
            { enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0) },
            direct: { try await registrations.add(type, frequency, .ownProgram) }
        )
    }

    /// Registers the app for changes of a type, and then calls `completion`.
    @preconcurrency
    open func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.report(to: completion) { try await self.registrations.add(type, frequency, .ownProgram) }
    }

    /// Removes the app's registration for a type.
    open func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await awaitOverridable(
            { disableBackgroundDelivery(for: type, withCompletion: $0) },
            direct: { try await registrations.remove(type) }
        )
    }

    /// Removes the app's registration for a type, and then calls `completion`.
    @preconcurrency
    open func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.report(to: completion) { try await self.registrations.remove(type) }
    }

    /// Removes all registrations of the app.
    open func disableAllBackgroundDelivery() async throws {
        try await awaitOverridable(
            { disableAllBackgroundDelivery(completion: $0) },
            direct: { try await registrations.removeAll() }
        )
    }

    /// Removes all registrations of the app, and then calls `completion`.
    @preconcurrency
    open func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        completions.report(to: completion) { try await self.registrations.removeAll() }
    }
}
