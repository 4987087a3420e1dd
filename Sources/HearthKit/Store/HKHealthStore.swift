internal import Dispatch
public import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

/// An app's way to the store: saves, deletes, and runs queries.
///
/// The connection to the server is opened with the first call. When it is lost it is found again, writes under way are
/// sent again, and streams go on where they were; an app sees nothing of it. Queries that run until they are stopped
/// end with the store object that runs them.
///
/// What a subclass may override is declared here; the extensions in the other files of this folder do the work. Where
/// HealthKit has one method in two forms, a subclass that overrides the form with a completion handler changes the
/// awaited form too.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; everything here is constant and sendable.
open class HKHealthStore: NSObject, @unchecked Sendable {
    let connection: Connection
    let running = RunningQueries()
    let notices: ObserverNotices
    /// Calls completion handlers one after the other, as apps of HealthKit know it: they touch the same variables.
    let handlers = DispatchQueue(label: "HKHealthStore.handlers")

    /// Connects the running app to the server of its user: see <doc:FindingTheStore>.
    override public init() {
        connection = Connection(HKHealthStore.options())
        notices = ObserverNotices(connection)
    }

    /// A store for an app with the given identity, over the given socket.
    ///
    /// - Parameters:
    ///   - appIdentifier: what the app's objects carry as their source; nil: `HEARTH_APP_ID`, else the program's name.
    ///   - appName: the app's name for people; nil: the identifier.
    ///   - appVersion: the app's version, which its objects carry.
    ///   - socketPath: where the server listens; nil: the usual place.
    public init(
        appIdentifier: String?,
        appName: String? = nil,
        appVersion: String? = nil,
        socketPath: String? = nil
    ) {
        connection = Connection(HKHealthStore.options(appIdentifier, appName, appVersion, socketPath))
        notices = ObserverNotices(connection)
    }

    init(over connection: Connection) {
        self.connection = connection
        notices = ObserverNotices(connection)
    }

    deinit {
        running.stopAll()
    }

    /// Whether there is health data on this machine at all. There is, wherever a server can run.
    open class func isHealthDataAvailable() -> Bool { true }

    /// Whether the store holds clinical records. It holds none.
    open func supportsHealthRecords() -> Bool { false }

    /// The first date that a sample may have.
    open func earliestPermittedSampleDate() -> Date { Timestamp.earliest.date }

    // MARK: - Authorization

    /// Whether the app may save objects of a type: always, if the store holds any.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus { status(of: type) }

    /// Asks for nothing, as everything is granted.
    open func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
        async throws
    {
        try await awaitOverridable(
            { requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) },
            direct: { try HKHealthStore.checkSharing(typesToShare) }
        )
    }

    /// Asks for nothing, as everything is granted, and then calls `completion`.
    @preconcurrency
    open func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { _ in try HKHealthStore.checkSharing(typesToShare ?? []) }
    }

    /// Whether the owner would be asked: never.
    open func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try await awaitOverridableValue(
            {
                getRequestStatusForAuthorization(toShare: typesToShare, read: typesToRead, completion: $0)
            },
            direct: {
                try HKHealthStore.requestStatus(typesToShare)
            }
        )
    }

    /// Calls `completion` with whether the owner would be asked: never.
    @preconcurrency
    open func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        deliver(to: completion, otherwise: .unknown) { _ in try HKHealthStore.requestStatus(typesToShare) }
    }

    /// Asks for nothing, as every object of the type may be read.
    open func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        try await awaitOverridable(
            {
                requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0)
            },
            direct: {
                try HKHealthStore.checkPerObjectReading(objectType)
            }
        )
    }

    /// Asks for nothing, as every object of the type may be read, and then calls `completion`.
    @preconcurrency
    open func requestPerObjectReadAuthorization(
        for objectType: HKObjectType,
        predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { _ in try HKHealthStore.checkPerObjectReading(objectType) }
    }

    // MARK: - Saving

    /// Saves an object. It is safe on the disk when this returns.
    open func save(_ object: HKObject) async throws {
        try await awaitOverridable({ save(object, withCompletion: $0) }, direct: { try await write([object]) })
    }

    /// Saves objects, all or none. They are safe on the disk when this returns.
    ///
    /// Saving an object that is already stored is not an error; one with the same UUID and other contents is
    /// `errorInvalidArgument`.
    open func save(_ objects: [HKObject]) async throws {
        try await awaitOverridable({ save(objects, withCompletion: $0) }, direct: { try await write(objects) })
    }

    /// Saves an object and then calls `completion`.
    @preconcurrency
    open func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        save([object], withCompletion: completion)
    }

    /// Saves objects, all or none, and then calls `completion`.
    @preconcurrency
    open func save(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        report(to: completion) { try await $0.write(objects) }
    }

    /// Associates samples with a workout that is stored. Samples that are not stored are saved, without a device.
    ///
    /// `HKQuery.predicateForObjects(from:)` finds them again. The workout's totals do not change.
    open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        try await awaitOverridable(
            { add(samples, to: workout, completion: $0) },
            direct: { try await associate(samples, with: workout) }
        )
    }

    /// Associates samples with a workout that is stored, and then calls `completion`.
    @preconcurrency
    open func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.associate(samples, with: workout) }
    }

    // MARK: - Deleting

    /// Deletes an object that this app has saved.
    open func delete(_ object: HKObject) async throws {
        try await awaitOverridable({ delete(object, withCompletion: $0) }, direct: { try await remove([object]) })
    }

    /// Deletes objects that this app has saved, all or none. One that is not stored is `errorInvalidArgument`.
    open func delete(_ objects: [HKObject]) async throws {
        try await awaitOverridable({ delete(objects, withCompletion: $0) }, direct: { try await remove(objects) })
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
        report(to: completion) { try await $0.remove(objects) }
    }

    /// Deletes the objects of a type that this app has saved and that match; returns how many there were.
    @discardableResult
    open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        try await awaitOverridableValue(
            { handler in
                deleteObjects(of: objectType, predicate: predicate) { _, count, error in handler(count, error) }
            },
            direct: {
                try await remove(objectType, matching: predicate)
            }
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
        remove(objectType, matching: predicate, then: completion)
    }

    // MARK: - Queries

    /// Begins a query. A query runs once: to begin it again stops the program, as it does in HealthKit.
    open func execute(_ query: HKQuery) {
        query.begin(on: self)
    }

    /// Ends a query that runs until it is stopped. Its handlers are not called any more, but for one that is being
    /// called.
    open func stop(_ query: HKQuery) {
        running.remove(query)
        query.cancel()
    }

    // MARK: - Characteristics

    // A characteristic that is not set is `errorNoData` for the date of birth, and "not set" otherwise.

    /// The day of birth, in the Gregorian calendar.
    open func dateOfBirthComponents() throws -> DateComponents { try storedDateOfBirth() }

    /// The beginning of the day of birth, where the program runs. `dateOfBirthComponents()` says the same day
    /// everywhere.
    @available(*, deprecated, renamed: "dateOfBirthComponents()")
    open func dateOfBirth() throws -> Date { try beginningOfDayOfBirth() }

    /// The biological sex.
    open func biologicalSex() throws -> HKBiologicalSexObject {
        HKBiologicalSexObject(HKBiologicalSex(rawValue: try characteristic(\.biologicalSex)) ?? .notSet)
    }

    /// The blood type.
    open func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(HKBloodType(rawValue: try characteristic(\.bloodType)) ?? .notSet)
    }

    /// How the skin reacts to the sun.
    open func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        HKFitzpatrickSkinTypeObject(
            HKFitzpatrickSkinType(rawValue: try characteristic(\.fitzpatrickSkinType)) ?? .notSet
        )
    }

    /// Whether a wheelchair is used.
    open func wheelchairUse() throws -> HKWheelchairUseObject {
        HKWheelchairUseObject(HKWheelchairUse(rawValue: try characteristic(\.wheelchairUse)) ?? .notSet)
    }

    /// Whether activity is counted in energy or in time.
    open func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(HKActivityMoveMode(rawValue: try characteristic(\.activityMoveMode)) ?? .activeEnergy)
    }

    // MARK: - Units and estimates

    /// The unit in which each of these types is shown: the one in which people record it. It never changes.
    open func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
        try await awaitOverridableValue(
            { preferredUnits(for: quantityTypes, completion: $0) },
            direct: { HKHealthStore.usualUnits(of: quantityTypes) }
        )
    }

    /// Calls `completion` with the unit in which each of these types is shown.
    @preconcurrency
    open func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        deliver(to: completion, otherwise: [:]) { _ in HKHealthStore.usualUnits(of: quantityTypes) }
    }

    /// Always `errorInvalidArgument`: no type allows it, as `HKSampleType.allowsRecalibrationForEstimates` says.
    open func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
        try await awaitOverridable(
            { recalibrateEstimates(sampleType: sampleType, date: date, completion: $0) },
            direct: { throw HKHealthStore.noEstimates(of: sampleType) }
        )
    }

    /// Calls `completion` with `errorInvalidArgument`: no type allows it.
    @preconcurrency
    open func recalibrateEstimates(
        sampleType: HKSampleType,
        date: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { _ in throw HKHealthStore.noEstimates(of: sampleType) }
    }

    // MARK: - Background delivery

    /// Registers the app for changes of a type. It is started as its package says, or else as the program that it is
    /// now, without arguments.
    open func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await awaitOverridable(
            { enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0) },
            direct: { try await register(type, frequency, .ownProgram) }
        )
    }

    /// Registers the app for changes of a type, and then calls `completion`.
    @preconcurrency
    open func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.register(type, frequency, .ownProgram) }
    }

    /// Takes the app's registration for a type back.
    open func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await awaitOverridable(
            { disableBackgroundDelivery(for: type, withCompletion: $0) },
            direct: { try await unregister(type) }
        )
    }

    /// Takes the app's registration for a type back, and then calls `completion`.
    @preconcurrency
    open func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.unregister(type) }
    }

    /// Takes all registrations of the app back.
    open func disableAllBackgroundDelivery() async throws {
        try await awaitOverridable(
            { disableAllBackgroundDelivery(completion: $0) },
            direct: { try await unregisterAll() }
        )
    }

    /// Takes all registrations of the app back, and then calls `completion`.
    @preconcurrency
    open func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        report(to: completion) { try await $0.unregisterAll() }
    }
}
