import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// A server that starts apps, a recorder that saves samples, and a test that is the apps' processes. Nothing happens but
/// what the test does.
final class DeliveryHarness {
    private(set) var server: ServerHarness
    private(set) var disk = SimulatedDisk()
    private let options: ServerOptions
    private var recorder: TestClient
    private var lastRecord: UInt64 = 1
    private var samplesSoFar = 0
    /// Processes that were started and have not ended, by their apps.
    private(set) var running: [AppID: AppProcessID] = [:]
    /// What was ordered since it was asked for last.
    private var orders: [String] = []
    private(set) var launches: [AppID: BackgroundLaunch] = [:]
    private(set) var events: [DeliveryEvent] = []

    static let steps = type("stepCount")
    static let heartRate = type("heartRate")

    private static func type(_ shortName: String) -> ObjectType {
        ObjectType.all.first { $0.shortName == shortName } ?? .workout
    }

    init(_ change: (inout BackgroundOptions) -> Void = { _ in }) throws {
        var options = ServerOptions.withAppSockets
        options.background.startsApps = true
        change(&options.background)
        self.options = options
        let now = ServerTime(nanoseconds: 0, date: Timestamp(nanoseconds: 1_795_300_000_000_000_000))
        server = try ServerHarness(options, storage: disk, time: now)
        recorder = try server.open("org.example.recorder")
    }

    // MARK: - The server

    var core: Server { server.core }

    /// The server crashes and is started again, on what is on the disk.
    func restart() throws {
        disk = disk.reopened()
        running = [:]
        server = try ServerHarness(options, storage: disk, time: core.time)
        recorder = try server.open("org.example.recorder")
        lastRecord = 1
        settle()
    }

    func settle() {
        server.settle()
        events += core.takeDeliveryEvents()
        for order in core.takeProcessOrders() {
            switch order {
            case .start(let id, let app, let launch):
                #expect(running.updateValue(id, forKey: app) == nil, "two processes of \(app)")
                launches[app] = launch
                core.processStarted(id, number: 7)
                orders.append("start \(app)")
            case .end(let id): orders.append("end \(app(id))")
            case .kill(let id): orders.append("kill \(app(id))")
            }
        }
    }

    private func app(_ id: AppProcessID) -> AppID { running.first { $0.value == id }?.key ?? "nobody" }

    /// What is to happen to processes, since this was asked last.
    func takeOrders() -> [String] {
        settle()
        defer { orders = [] }
        return orders
    }

    func pass(_ seconds: Double) {
        server.advance(seconds: seconds)
        settle()
    }

    /// Sets the wall clock.
    func setClock(by seconds: Int64) {
        core.time.date.nanoseconds += seconds * 1_000_000_000
        settle()
    }

    /// The process of an app ends.
    func end(_ app: AppID) {
        guard let id = running.removeValue(forKey: app) else {
            Issue.record("no process of \(app) runs")
            return
        }
        core.processEnded(id)
        settle()
    }

    /// The system could not start the process of an app.
    func cannotStart(_ app: AppID) {
        guard let id = running.removeValue(forKey: app) else { return }
        core.processFailed(id, reason: "no such file or directory")
        settle()
    }

    func fail(_ next: SimulatedDisk.Failure) {
        disk.failure = next
    }

    // MARK: - Apps

    func open(_ app: AppID) throws -> DeliveredApp {
        DeliveredApp(try server.open(app.description), self)
    }

    /// Registers an app that closes its connection at once.
    func register(
        _ app: AppID,
        _ frequency: UpdateFrequency = .immediate,
        _ types: [ObjectType] = [steps],
        launch: BackgroundLaunch? = nil,
        of process: Int32? = nil
    ) throws {
        let client = DeliveredApp(try server.open(app.description, of: process), self)
        client.register(frequency, types, launch: launch ?? DeliveryHarness.launch(app))
        client.close()
    }

    static func launch(_ app: AppID) -> BackgroundLaunch {
        BackgroundLaunch(.command(["/app/\(app)"], workingDirectory: "/"))
    }

    /// What the server's own program asks for.
    func control(_ action: BackgroundControl.Action, _ app: AppID, _ type: ObjectType? = nil) throws -> Reply? {
        let tool = try server.open("org.example.tool", isOwnersTool: true)
        tool.send(2, .backgroundControl(BackgroundControl(action, app: app.description, type: type)))
        defer { tool.close() }
        let reply = tool.receive().last?.reply
        settle()
        return reply
    }

    /// What the server's own program decides.
    func control(_ control: AccessControl) throws {
        let tool = try server.open("org.example.tool", isOwnersTool: true)
        tool.send(2, .accessControl(control))
        #expect(tool.receive().compactMap(\.reply.errorCode) == [])
        tool.close()
        settle()
    }

    /// Another app saves a sample.
    func save(_ type: ObjectType = steps, value: Double = 1) {
        samplesSoFar += 1
        lastRecord += 1
        let id = ObjectID(high: UInt64(0x018D_F8C1_0000 + samplesSoFar) << 16 | 0x7000, low: 1 << 63)
        let samples = SampleColumns(
            type: type,
            ids: [id],
            starts: [core.time.date],
            payload: .quantity(QuantityColumns(values: [value]))
        )
        recorder.send(lastRecord, .save(Save(columns: [samples])))
        let replies = recorder.receive()
        #expect(replies.compactMap(\.reply.errorCode) == [])
        settle()
    }

    // MARK: - How it stands

    var head: UInt64 { server.writer.snapshot.head }

    func progress(_ app: AppID, _ type: ObjectType = steps) -> DeliveryProgress {
        let deliveries = server.writer.snapshot.background.deliveries(of: app)
        return deliveries.first { $0.type == type }?.progress ?? DeliveryProgress()
    }

    /// Whether the app has dealt with all there is.
    func isDone(_ app: AppID, _ type: ObjectType = steps) -> Bool {
        progress(app, type).acknowledged >= server.writer.snapshot.lastChange(of: type)
    }
}

/// An app and its connection.
final class DeliveredApp {
    let client: TestClient
    private let harness: DeliveryHarness
    private var lastCall: UInt64 = 1
    private(set) var notices: [Notice] = []
    private(set) var batches: [ChangeBatch] = []
    private(set) var errors: [HearthError] = []
    private(set) var cursorAnchors: [EncodedAnchor] = []
    /// Whether the last reply about changes was a notice.
    private(set) var isNoticeLast = false

    init(_ client: TestClient, _ harness: DeliveryHarness) {
        self.client = client
        self.harness = harness
    }

    func receive() {
        for received in client.receive() {
            switch received.reply {
            case .notice(let notice):
                notices.append(notice)
                isNoticeLast = true
            case .changes(let batch):
                batches.append(batch)
                isNoticeLast = false
            case .acknowledged(let acknowledged): cursorAnchors.append(acknowledged.anchor)
            case .error(let reply): errors.append(reply.error)
            default: break
            }
        }
        harness.settle()
    }

    @discardableResult
    func send(_ request: Request) -> UInt64 {
        lastCall += 1
        client.send(lastCall, request)
        return lastCall
    }

    func register(_ frequency: UpdateFrequency, _ types: [ObjectType], launch: BackgroundLaunch? = nil) {
        let enabled = types.map { BackgroundRegistration(type: $0, frequency: frequency) }
        send(.backgroundDelivery(BackgroundDelivery(enable: enabled, launch: launch)))
        receive()
    }

    /// Opens an observation, and gets its first notice.
    @discardableResult
    func observe(
        _ types: [ObjectType] = [DeliveryHarness.steps],
        acknowledges: Bool = true,
        matching predicate: Predicate? = nil
    ) -> UInt64 {
        let clauses = types.map { Clause(type: $0, predicate: predicate) }
        let call = send(.observe(Observe(clauses: clauses, acknowledges: acknowledges)))
        receive()
        return call
    }

    @discardableResult
    func read(anchor: EncodedAnchor = [], cursor: String = "sync", follow: Bool = true) -> UInt64 {
        let clause = Clause(type: DeliveryHarness.steps)
        let call = send(.queryChanges(QueryChanges(clauses: [clause], anchor: anchor, follow: follow, cursor: cursor)))
        receive()
        return call
    }

    /// Has dealt with what it was told last.
    func acknowledge(_ types: [ObjectType] = [DeliveryHarness.steps]) {
        receive()
        acknowledge(notices.last?.anchor ?? [], types)
        receive()
    }

    func acknowledge(_ anchor: EncodedAnchor, _ types: [ObjectType], cursor: String = "") {
        send(.acknowledge(Acknowledge(anchor: anchor, types: types, cursor: cursor)))
    }

    func close() {
        client.close()
        harness.settle()
    }
}
