import HearthModel
import HearthWire
import Testing

/// Each limit that the decoder keeps: what is exactly as long passes, what is one longer is refused.
@Suite struct LimitTests {
    struct Limit: Sendable, CustomTestStringConvertible {
        var name: String
        var limit: Int
        var code = ErrorCode.limitExceeded
        var field: String
        /// A frame in which the limited thing has this size.
        var frame: @Sendable (_ size: Int) -> any WireFrame

        var testDescription: String { name }

        static func request(
            _ name: String,
            _ limit: Int,
            _ field: String,
            code: ErrorCode = .limitExceeded,
            _ request: @escaping @Sendable (Int) -> Request
        ) -> Limit {
            Limit(name: name, limit: limit, code: code, field: field) { ClientFrame(call: 1, request($0)) }
        }

        static func reply(
            _ name: String,
            _ limit: Int,
            _ field: String,
            _ reply: @escaping @Sendable (Int) -> Reply
        ) -> Limit {
            Limit(name: name, limit: limit, field: field) { ServerFrame(call: 1, reply($0)) }
        }
    }

    private static let limits = Limits.standard

    private static let heartRate = RandomValues.quantityTypes.first { $0.shortName == "heartRate" } ?? .workout

    private static func clauses(_ count: Int) -> [Clause] {
        Array(repeating: Clause(type: heartRate), count: count)
    }

    private static func columns(_ count: Int) -> [SampleColumns] {
        let samples = SampleColumns(
            type: heartRate,
            ids: [ObjectID(high: 1, low: 2)],
            starts: [Timestamp(nanoseconds: 0)],
            payload: .quantity(QuantityColumns(values: [1]))
        )
        return Array(repeating: samples, count: count)
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        Array(repeating: 9, count: count)
    }

    private static func anchor(_ count: Int) -> EncodedAnchor {
        EncodedAnchor(bytes(count))
    }

    private static func status(
        _ store: StoreStatus = StoreStatus(anchor: []),
        connections: [ConnectionStatus] = [],
        backgroundApps: [BackgroundAppStatus] = []
    ) -> StatusReport {
        StatusReport(
            serverVersion: "",
            uptimeMilliseconds: 0,
            store: store,
            counters: Counters(),
            connections: connections,
            connectionCount: UInt64(connections.count),
            backgroundApps: backgroundApps
        )
    }

    static let requests: [Limit] = [
        .request("text", 4096, "hello.client") { size in
            let app = App(bundleIdentifier: "a")
            return .hello(Hello(major: 1, minor: 0, app: app, client: String(repeating: "x", count: size)))
        },
        .request("text of several bytes a character", 4096, "hello.app.name") { size in
            let name = String(repeating: "é", count: 2047) + String(repeating: "x", count: size - 4094)
            return .hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: "a", name: name)))
        },
        .request("columns of a save", Limits.columnsPerFrame, "save.columns") {
            .save(Save(columns: columns($0)))
        },
        .request("columns to add", Limits.columnsPerFrame, "add_to_workout.columns") {
            .addToWorkout(AddToWorkout(workout: ObjectID(high: 0, low: 0), columns: columns($0)))
        },
        .request("clauses to query", 256, "query_samples.clauses") {
            .querySamples(QuerySamples(clauses: clauses($0)))
        },
        .request("clauses of changes", 256, "query_changes.clauses") {
            .queryChanges(QueryChanges(clauses: clauses($0)))
        },
        .request("clauses to observe", 256, "observe.clauses") { .observe(Observe(clauses: clauses($0))) },
        .request("clauses of sources", 256, "list_sources.clauses") {
            .listSources(ListSources(clauses: clauses($0)))
        },
        .request("clauses of statistics", 256, "query_statistics.clauses") {
            .queryStatistics(QueryStatistics(clauses: clauses($0), options: .average))
        },
        .request("edges", Limits.statisticsEdges, "query_statistics.edges") { size in
            let edges = (0..<size).map { Timestamp(nanoseconds: Int64($0)) }
            return .queryStatistics(QueryStatistics(clauses: clauses(1), options: .average, edges: edges))
        },
        .request("ranked sources", Limits.rankedSources, "source_ranks.set.bundle_identifiers") { size in
            .sourceRanks(SourceRanks(type: heartRate, set: SourceRankList((0..<size).map { AppID("app\($0)") })))
        },
        .request("terms", 1024, "delete_objects.matching.predicate.terms") { size in
            let predicate = Predicate(terms: Array(repeating: .constant(true), count: size))
            return .deleteObjects(DeleteObjects(.matching(Clause(type: heartRate, predicate: predicate))))
        },
        .request("sort keys", Limits.sortKeys, "query_samples.order") { size in
            let order = Array(repeating: SortKey(field: .startDate), count: size)
            return .querySamples(QuerySamples(clauses: clauses(1), order: order))
        },
        .request("anchor", Limits.anchorBytes, "query_changes.anchor") {
            .queryChanges(QueryChanges(clauses: [], anchor: anchor($0)))
        },
        .request("anchor to acknowledge", Limits.anchorBytes, "acknowledge.anchor") {
            .acknowledge(Acknowledge(anchor: anchor($0)))
        },
        .request("name of a cursor", 4096, "acknowledge.cursor") {
            .acknowledge(Acknowledge(anchor: [], cursor: String(repeating: "x", count: $0)))
        },
        .request("words of a command", Limits.launchArguments, "background_delivery.launch.command") { size in
            let launch = BackgroundLaunch(.command(Array(repeating: "/", count: size), workingDirectory: ""))
            return .backgroundDelivery(BackgroundDelivery(launch: launch))
        },
        .request(
            "time for a delivery",
            3_600,
            "background_delivery.launch.time_limit_seconds",
            code: .valueOutOfRange
        ) { size in
            let launch = BackgroundLaunch(.systemdUnit("run.service"), timeLimitSeconds: UInt32(size))
            return .backgroundDelivery(BackgroundDelivery(launch: launch))
        },
        .request("ping", Limits.pingBytes, "ping.payload") { .ping(Ping(payload: bytes($0))) },
        .request("credit", 1 << 30, "credit.bytes", code: .valueOutOfRange) { .credit(Credit(bytes: UInt64($0))) },
    ]

    static let replies: [Limit] = [
        .reply("columns of a batch", Limits.columnsPerFrame, "samples.columns") { size in
            let interleaving = (0..<size).map { UInt32($0) }
            return .samples(SampleBatch(columns: columns(size), interleaving: interleaving))
        },
        .reply("members of a batch", Limits.columnsPerFrame, "samples.members") {
            .samples(SampleBatch(columns: [], members: columns($0)))
        },
        .reply("columns of changes", Limits.columnsPerFrame, "changes.added") {
            .changes(ChangeBatch(added: columns($0), anchor: [], caughtUp: true))
        },
        .reply("members of changes", Limits.columnsPerFrame, "changes.members") {
            .changes(ChangeBatch(members: columns($0), anchor: [], caughtUp: true))
        },
        .reply("anchor of changes", Limits.anchorBytes, "changes.anchor") {
            .changes(ChangeBatch(anchor: anchor($0), caughtUp: true))
        },
        .reply("anchor of a write", Limits.anchorBytes, "committed.anchor") {
            .committed(Committed(anchor: anchor($0)))
        },
        .reply("anchor of a notice", Limits.anchorBytes, "notice.anchor") {
            .notice(Notice(types: [], anchor: anchor($0)))
        },
        .reply("anchor of a pong", Limits.anchorBytes, "pong.anchor") {
            .pong(Pong(payload: [], anchor: anchor($0), time: Timestamp(nanoseconds: 0)))
        },
        .reply("payload of a pong", Limits.pingBytes, "pong.payload") {
            .pong(Pong(payload: bytes($0), anchor: [], time: Timestamp(nanoseconds: 0)))
        },
        .reply("anchor of a status", Limits.anchorBytes, "status_report.store.anchor") {
            .statusReport(status(StoreStatus(anchor: anchor($0))))
        },
        .reply("connections of a status", Limits.statusConnections, "status_report.connections") { size in
            let connection = ConnectionStatus(bundleIdentifier: "org.example", openCalls: 1)
            return .statusReport(status(connections: Array(repeating: connection, count: size)))
        },
        .reply("background apps of a status", Limits.backgroundApps, "status_report.background_apps") { size in
            let app = BackgroundAppStatus(bundleIdentifier: "org.example", registrations: 1)
            return .statusReport(status(backgroundApps: Array(repeating: app, count: size)))
        },
        .reply("anchor of a cursor", Limits.anchorBytes, "acknowledged.anchor") {
            .acknowledged(Acknowledged(anchor: anchor($0)))
        },
        .reply("message of an error", 4096, "error.message") {
            .error(ErrorReply(HearthError(.unknown, String(repeating: "x", count: $0))))
        },
    ]

    @Test(arguments: requests + replies)
    func aLimitIsWhatPassesAndOneMoreIsRefused(_ limit: Limit) {
        let codec = Codec()
        #expect(codec.refusal(limit.frame(limit.limit)) == nil)
        let refusal = codec.refusal(limit.frame(limit.limit + 1))
        #expect(refusal?.code == limit.code)
        #expect(refusal?.field == limit.field)
    }

    @Test func noCreditAtAllIsRefused() {
        let codec = Codec()
        #expect(codec.refusal(ClientFrame(call: 1, .credit(Credit(bytes: 1)))) == nil)
        let refusal = codec.refusal(ClientFrame(call: 1, .credit(Credit(bytes: 0))))
        #expect(refusal?.code == .valueOutOfRange)
        #expect(refusal?.field == "credit.bytes")
    }

    /// A command of 64 words may be longer than a text: of it a status shows the beginning, in whole characters.
    @Test func aLaunchIsShownAsFarAsItFits() throws {
        let codec = Codec()
        for (launch, shown) in [
            ("/\(String(repeating: "é", count: 2048))", 4095), ("/\(String(repeating: "x", count: 4096))", 4096),
        ] {
            let frame = ServerFrame(
                call: 1,
                .backgroundApp(BackgroundAppStatus(bundleIdentifier: "a", registrations: 1, launch: launch))
            )
            let decoded = try codec.decode(ServerFrame.self, codec.encode(frame))
            guard case .backgroundApp(let app) = decoded.reply else {
                Issue.record("\(decoded) is no status of an app")
                continue
            }
            #expect(app.launch.utf8.count == shown && launch.hasPrefix(app.launch))
        }
    }

    /// As many clauses as there may be, each with as many terms as there may be, of the shortest there are.
    @Test func theMostTermsFitIntoTheMemoryOfTheirFrame() throws {
        let predicate = Predicate(
            terms: Array(repeating: .constant(true), count: Int(Self.limits.predicateTerms))
        )
        let clauses = Array(
            repeating: Clause(type: Self.heartRate, predicate: predicate),
            count: Int(Self.limits.clauses)
        )
        let codec = Codec()
        let frame = ClientFrame(call: 1, .querySamples(QuerySamples(clauses: clauses)))
        let isEqual = try codec.decode(ClientFrame.self, codec.encode(frame)) == frame
        #expect(isEqual)
    }
}
