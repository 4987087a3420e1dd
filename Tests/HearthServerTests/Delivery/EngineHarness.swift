import HearthModel
import HearthStore
import Testing

@testable import HearthServer

/// The engine of background delivery without a server: the test reports events, and looks at the effects. The notes that
/// the engine wants to store are kept until the test stores or refuses them.
final class EngineHarness {
    static let steps = NumberedSamples.stepCount
    static let second: Int64 = 1_000_000_000

    let engine: DeliveryEngine
    private let writer: StoreWriter
    private(set) var time = ServerTime(nanoseconds: 0, date: Timestamp(nanoseconds: 1_795_300_000_000_000_000))
    private(set) var notes: [(note: DeliveryNote, app: AppID)] = []
    private var savesSoFar: UInt64 = 0
    var newestConnection = ConnectionID(number: 1)
    /// The commits up to which calls have told everything.
    var told: [CallID: UInt64] = [:]

    /// A store with apps that are registered for steps.
    init(_ apps: [AppID], processesMax: Int = 8, processesMaxInAll: Int = 64, timeLimit: Int64 = 30) throws {
        writer = try StoreWriter(MemoryStorage())
        for app in apps {
            _ = try writer.commit([EngineHarness.write(EngineHarness.registration(of: app), app)])[0].get()
        }
        var options = BackgroundOptions()
        options.startsApps = true
        options.processesMax = processesMax
        options.processesMaxInAll = processesMaxInAll
        options.timeLimit = timeLimit * EngineHarness.second
        engine = DeliveryEngine(options, in: writer.snapshot)
        #expect(run() == [])
    }

    private static func registration(of app: AppID) -> Write.Operation {
        let registration = BackgroundRegistration(type: EngineHarness.steps, frequency: .immediate)
        let launch = BackgroundLaunch(.command(["/app/\(app)"], workingDirectory: "/"))
        return .register(BackgroundDelivery(enable: [registration], launch: launch))
    }

    /// A process registers an app.
    func register(_ app: AppID, by process: Int32) throws {
        let registration = EngineHarness.registration(of: app)
        engine.willWrite(registration, for: app, by: process, in: snapshot)
        _ = try writer.commit([EngineHarness.write(registration, app)])[0].get()
        engine.snapshotAdvanced(to: snapshot, changed: [])
        #expect(engine.didWrite(registration, for: app, of: nil, nil, in: snapshot, at: time) == [])
        #expect(run() == [])
    }

    private static func write(_ operation: Write.Operation, _ app: AppID) -> Write {
        Write(origin: Write.Origin(source: Source(app)), operation: operation)
    }

    var snapshot: Snapshot { writer.snapshot }

    func progress(_ app: AppID) -> DeliveryProgress? {
        snapshot.background.deliveries(of: app).first { $0.type == EngineHarness.steps }?.progress
    }

    // MARK: - Events

    /// Another app saves a step.
    func save() throws {
        savesSoFar += 1
        // The number of an identifier decides its type.
        let columns = NumberedSamples.columns([ObjectID(high: savesSoFar * 3 + 1, low: 0)])
        #expect(columns.map(\.type) == [EngineHarness.steps])
        _ = try writer.commit([EngineHarness.write(.save(columns), "recorder")])[0].get()
        engine.snapshotAdvanced(to: snapshot, changed: [EngineHarness.steps])
    }

    func pass(_ seconds: Int64) {
        time.nanoseconds += seconds * EngineHarness.second
        time.date.nanoseconds += seconds * EngineHarness.second
        engine.passTime(to: time.nanoseconds)
    }

    /// Runs all checks that are scheduled. Returns the effects, without the notes.
    func run() -> [DeliveryEffect] {
        var effects: [DeliveryEffect] = []
        while engine.hasChecks {
            let apps = engine.takeChecks()
            let positions = told.filter { engine.callsBeforeChecks(of: apps).contains($0.key) }
            effects += engine.check(apps, in: snapshot, at: time, newestConnection: newestConnection, positions)
        }
        return keepNotes(of: effects)
    }

    func close(_ call: CallID, position: UInt64?) {
        #expect(keepNotes(of: engine.callClosed(call, position: position, in: snapshot)) == [])
    }

    /// Stores the notes that wait. Returns what follows from that.
    func storeNotes() throws -> [DeliveryEffect] {
        var effects: [DeliveryEffect] = []
        while let (note, app) = notes.first {
            notes.removeFirst()
            _ = try writer.commit([EngineHarness.write(.noteDelivery(note), app)])[0].get()
            engine.snapshotAdvanced(to: snapshot, changed: [])
            effects += engine.didWrite(.noteDelivery(note), for: app, of: nil, nil, in: snapshot, at: time)
        }
        return effects + run()
    }

    /// The disk refuses the notes that wait. Returns what follows from that.
    func refuseNotes() -> [DeliveryEffect] {
        let refused = notes
        notes = []
        let full = HearthError(.storageFull, "")
        let effects = refused.flatMap {
            engine.didWrite(.noteDelivery($0.note), for: $0.app, of: nil, full, in: snapshot, at: time)
        }
        return effects + run()
    }

    /// The app acknowledges everything that the store contains.
    func acknowledge(_ app: AppID) throws {
        let request = Acknowledge(anchor: snapshot.sealedAnchor, types: [EngineHarness.steps])
        engine.willWrite(.acknowledge(request), for: app, by: nil, in: snapshot)
        _ = try writer.commit([EngineHarness.write(.acknowledge(request), app)])[0].get()
        engine.snapshotAdvanced(to: snapshot, changed: [])
        #expect(engine.didWrite(.acknowledge(request), for: app, of: nil, nil, in: snapshot, at: time) == [])
    }

    /// Whether an acknowledgement by a cursor counts at once. What does not waits, unless the write is refused.
    func counts(
        _ app: AppID,
        by cursor: String,
        at anchor: Anchor? = nil,
        on connection: ConnectionID,
        isRefused: Bool = false
    ) -> Bool {
        let request = Acknowledge(
            anchor: (anchor ?? snapshot.anchor).unsealed,
            types: [EngineHarness.steps],
            cursor: cursor
        )
        let call = CallID(connection: connection, number: 1_000)
        let others = engine.callsBefore(.acknowledge(request), by: app, on: connection)
        let positions = told.filter { others.contains($0.key) }
        let (counting, waiting) = engine.divide(request, by: app, on: connection, in: snapshot, positions)
        #expect(counting.anchor == request.anchor && counting.cursor == cursor)
        engine.willWrite(.acknowledge(counting), for: app, by: nil, in: snapshot)
        if let waiting {
            engine.wait(waiting, of: call)
        }
        let refusal = isRefused ? HearthError(.limitExceeded, "") : nil
        #expect(engine.didWrite(.acknowledge(counting), for: app, of: call, refusal, in: snapshot, at: time) == [])
        return counting.types == request.types
    }

    /// A cursor of an app goes on to all there is.
    func move(_ cursor: String, of app: AppID) throws {
        let request = Acknowledge(anchor: snapshot.sealedAnchor, cursor: cursor)
        engine.willWrite(.acknowledge(request), for: app, by: nil, in: snapshot)
        _ = try writer.commit([EngineHarness.write(.acknowledge(request), app)])[0].get()
        engine.snapshotAdvanced(to: snapshot, changed: [])
        #expect(engine.didWrite(.acknowledge(request), for: app, of: nil, nil, in: snapshot, at: time) == [])
    }

    private func keepNotes(of effects: [DeliveryEffect]) -> [DeliveryEffect] {
        effects.filter { effect in
            guard case .write(let note, let app) = effect else { return true }
            notes.append((note, app))
            return false
        }
    }
}

extension [DeliveryEffect] {
    /// The processes that are started.
    var allStarted: [AppProcessID] {
        compactMap { effect in
            if case .process(.start(let id, _, _)) = effect { id } else { nil }
        }
    }

    /// The first process that is started.
    var started: AppProcessID? { allStarted.first }
}

extension DeliveryEffect {
    var isProcessOrder: Bool {
        if case .process = self { true } else { false }
    }
}

extension DeliveryNote.Event {
    var isBegin: Bool {
        if case .begun = self { true } else { false }
    }
}
