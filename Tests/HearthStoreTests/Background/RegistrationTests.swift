import HearthModel
import HearthStore
import HearthWire
import Testing

/// What apps are registered for in the background: each has its own, and they are as durable as samples.
@Suite struct RegistrationTests {
    private static let stepCount = type("stepCount")
    private static let hourlySteps = BackgroundRegistration(type: stepCount, frequency: .hourly)
    private static let dailySteps = BackgroundRegistration(type: stepCount, frequency: .daily)
    private static let weeklyWorkouts = BackgroundRegistration(type: .workout, frequency: .weekly)

    private func registrations(
        in store: ExampleStore,
        of app: Write.Origin = ExampleStore.app
    ) -> [BackgroundRegistration] {
        store.writer.snapshot.background.registrations(of: app.app)
    }

    @Test func whatIsNotNamedStays() throws {
        let store = try ExampleStore()
        let receipt = try store.commit(.register(BackgroundDelivery(enable: [Self.weeklyWorkouts, Self.hourlySteps])))
        #expect(receipt == Receipt(anchor: store.writer.snapshot.anchor))
        #expect(registrations(in: store) == [Self.hourlySteps, Self.weeklyWorkouts])
        try store.commit(.register(BackgroundDelivery(enable: [Self.dailySteps])))
        #expect(registrations(in: store) == [Self.dailySteps, Self.weeklyWorkouts])
        try store.commit(.register(BackgroundDelivery(disable: [.workout, ExampleStore.heartRate])))
        #expect(registrations(in: store) == [Self.dailySteps])
    }

    @Test func allOthersCanBeCleared() throws {
        let store = try ExampleStore()
        try store.commit(.register(BackgroundDelivery(enable: [Self.hourlySteps])))
        try store.commit(.register(BackgroundDelivery(enable: [Self.weeklyWorkouts], disableAll: true)))
        #expect(registrations(in: store) == [Self.weeklyWorkouts])
        try store.commit(.register(BackgroundDelivery(disableAll: true)))
        #expect(registrations(in: store).isEmpty)
        #expect(store.writer.snapshot.background == BackgroundRegistry())
    }

    /// Two spellings of a character are equal in Swift, and two apps.
    @Test func eachAppHasItsOwn() throws {
        let storage = MemoryStorage()
        let store = try ExampleStore(storage)
        let composed = ExampleStore.origin("org.r\u{E9}sum\u{E9}")
        let decomposed = ExampleStore.origin("org.re\u{301}sume\u{301}")
        #expect(composed.source.bundleIdentifier == decomposed.source.bundleIdentifier)
        try store.commit(.register(BackgroundDelivery(enable: [Self.hourlySteps])), as: composed)
        try store.commit(.register(BackgroundDelivery(enable: [Self.dailySteps])), as: decomposed)
        try store.commit(.register(BackgroundDelivery(enable: [Self.weeklyWorkouts])))
        try store.commit(.register(BackgroundDelivery(disableAll: true)))
        #expect(registrations(in: store).isEmpty)
        let reopened = try ExampleStore(storage.reopened())
        for store in [store, reopened] {
            #expect(registrations(in: store, of: composed) == [Self.hourlySteps])
            #expect(registrations(in: store, of: decomposed) == [Self.dailySteps])
            let registry = store.writer.snapshot.background
            #expect(registry.appCount == 2 && registry.registrationCount == 2)
        }
        try reopened.writer.verify()
    }

    @Test func aGroupIsCarriedOutInItsOrder() throws {
        let folder = try TemporaryFolder()
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        let deliveries = [
            BackgroundDelivery(enable: [Self.hourlySteps, Self.weeklyWorkouts]), BackgroundDelivery(disableAll: true),
            BackgroundDelivery(enable: [Self.dailySteps]),
        ]
        let writes = deliveries.map { Write(origin: ExampleStore.app, operation: .register($0)) }
        for result in store.writer.commit(writes + writes) { _ = try result.get() }
        #expect(registrations(in: store) == [Self.dailySteps])
        try store.writer.verify()
        try store.close()
        #expect(registrations(in: try ExampleStore(SQLiteStorage(path: folder.path("store")))) == [Self.dailySteps])
    }

    /// A snapshot is of its time.
    @Test func aSnapshotKeepsThem() throws {
        let store = try ExampleStore()
        let before = store.writer.snapshot
        try store.commit(.register(BackgroundDelivery(enable: [Self.hourlySteps])))
        #expect(before.background.registrationCount == 0 && before.background.appCount == 0)
    }

    @Test func oneAppMoreThanTheLimitIsRefused() throws {
        let store = try ExampleStore()
        let apps = (1...Limits.backgroundApps + 1).map { ExampleStore.origin("org.example.app\($0)") }
        let enabling = Write.Operation.register(BackgroundDelivery(enable: [Self.hourlySteps]))
        let results = store.writer.commit(apps.map { Write(origin: $0, operation: enabling) })
        #expect(results.dropLast().allSatisfy { (try? $0.get()) != nil })
        let error = #expect(throws: HearthError.self) { try results.last?.get() }
        #expect(error?.code == .limitExceeded && error?.field == "enable")
        #expect(store.writer.snapshot.background.appCount == Limits.backgroundApps)
        // Those that are registered go on, and one that leaves makes room.
        try store.commit(.register(BackgroundDelivery(enable: [Self.weeklyWorkouts])), as: apps[0])
        try store.commit(.register(BackgroundDelivery(disableAll: true)), as: apps[1])
        try store.commit(enabling, as: apps[Limits.backgroundApps])
        #expect(store.writer.snapshot.background.registrationCount == Limits.backgroundApps + 1)
    }

    /// Nobody can go on from a cursor whose deletions are forgotten. When all places are taken it leaves its own.
    @Test func anExpiredCursorMakesRoomForAnApp() throws {
        var options = StoreOptions()
        options.retainedDeletions = 0
        options.retentionNanoseconds = -1
        let store = try ExampleStore(options: options)
        let apps = (1...Limits.backgroundApps + 1).map { ExampleStore.origin("org.example.app\($0)") }
        let old = Write.Operation.acknowledge(
            Acknowledge(anchor: store.writer.snapshot.sealedAnchor, cursor: "place")
        )
        let results = store.writer.commit(apps.map { Write(origin: $0, operation: old) })
        #expect(results.dropLast().allSatisfy { (try? $0.get()) != nil })
        #expect(throws: HearthError.self) { try results.last?.get() }
        // A deletion that is forgotten at once.
        try store.save(exampleRates(1...2))
        try store.delete([exampleID(1)])
        try store.finishMaintenance()
        try #require(store.writer.snapshot.oldest > 0)
        try store.commit(.register(BackgroundDelivery(enable: [Self.hourlySteps])), as: apps[Limits.backgroundApps])
        #expect(store.writer.snapshot.background.appCount == 1)
        try store.writer.verify()
    }

    /// A newer version of Hearth may know more types and frequencies: what it stored stays until the app clears all.
    @Test func whatANewerVersionStoredIsKept() throws {
        let folder = try TemporaryFolder()
        let app = ExampleStore.app.app
        let storage = try SQLiteStorage(path: folder.path("store"))
        let later = StoredAppRecord(app: app, kind: 4, name: "HKQuantityTypeIdentifierOfALaterVersion", value: [9])
        var changes = StorageChanges(header: try storage.load().header)
        changes.newAppRecords = [later]
        changes.header.manifest &+= later.checksum
        try storage.commit(changes)
        let store = try ExampleStore(storage)
        #expect(store.writer.snapshot.background.registrationCount == 1)
        #expect(registrations(in: store).isEmpty)
        try store.commit(.register(BackgroundDelivery(enable: [Self.hourlySteps])))
        #expect(try storage.load().appRecords.contains(later))
        try store.commit(.register(BackgroundDelivery(disableAll: true)))
        #expect(try !storage.load().appRecords.contains { $0.app == app })
        try store.writer.verify()
    }
}
