import HearthModel
import HearthSystem
import HearthTestSupport
import HearthWire
import Testing

/// What the owner answers an app, and the server does with it unseen: it decides, and its reply is lost; or something else was
/// decided before. Also lists after a restart. The test plays the server.
@Suite struct LostAnswerTests {
    private static let app: AppID = "org.example.mood"
    private static let types: [ObjectType] = [.heartRate, .stepCount]

    /// What the server has: one list, and the next one.
    private struct State {
        var list: AccessList
        /// The list from the first answer or removal on, and whether the reply to that is lost.
        var next: AccessList?
        let losesReply: Bool
    }

    private let folder: ServerFolder

    init() throws {
        folder = try ServerFolder()
    }

    /// A list in which an app asks.
    private static func asking(_ number: UInt64, _ app: AppID = app) -> AccessList {
        let time = Timestamp(nanoseconds: 1_000_000_000)
        let request = AccessRequest(app, name: "", share: [], read: types, time: time)
        return AccessList([], requests: [request], requestsNumber: number, asks: true)
    }

    /// A list in which no app asks.
    private static func decided(_ number: UInt64, _ permissions: [Permission] = []) -> AccessList {
        let grants = zip(types, permissions).map { Grant($0, read: $1) }
        let decisions = grants.isEmpty ? [] : [AppGrants(app, grants)]
        return AccessList([], decisions: decisions, requestsNumber: number, asks: true)
    }

    /// Plays a server in which an app asks until the first answer or removal.
    private func play(
        _ first: AccessList = asking(1_000),
        then next: AccessList,
        losingReply: Bool
    ) throws -> PlayedServer {
        let state = Guarded(State(list: first, next: next, losesReply: losingReply))
        return try PlayedServer(in: folder) { request in state.withLock { LostAnswerTests.step(request, &$0) } }
    }

    /// No app is registered for background delivery.
    private static let status = StatusReport(
        serverVersion: "1",
        uptimeMilliseconds: 1,
        store: StoreStatus(anchor: []),
        counters: Counters(receivedBytes: 0, sentBytes: 0),
        connections: [],
        connectionCount: 1
    )

    private static func step(_ request: Request, _ state: inout State) -> PlayedServer.Step {
        switch request {
        case .status: return .reply(.statusReport(status))
        case .listSources: return .reply(.sourceList(SourceList(sources: [])))
        case .accessControl(.await(let seen)):
            return seen == state.list.requestsNumber ? .wait : .reply(.accessList(state.list))
        case .accessControl(.answer), .accessControl(.remove):
            guard let next = state.next else { return .refuse(.objectNotFound) }
            state.list = next
            state.next = nil
            return state.losesReply ? .loseConnection : .refuse(.objectNotFound)
        case .accessControl: return .reply(.accessList(state.list))
        default: return .refuse(.unknown)
        }
    }

    // MARK: - Answers

    private static let outcomes: [(AccessList, Bool, String)] = [
        (decided(1_001, [.allowed, .allowed]), true, "Allowed."),
        // Decided elsewhere: the same, or not.
        (decided(1_001, [.allowed, .allowed]), false, "Allowed."),
        (
            decided(1_001, [.allowed, .denied]), false,
            "What holds now is not all as you answered: reading heart rate allowed, reading step count denied."
        ),
        (
            decided(1_001, [.denied, .denied]), false,
            "What holds now is not all as you answered: reading heart rate, step count denied."
        ),
        (decided(1_001), false, "Nothing of this is decided now, and the app does not ask it any more."),
    ]

    /// The list that follows it says what became of it.
    @Test(arguments: outcomes) func whatHoldsAfterAnAnswerIsSaid(
        _ next: AccessList,
        _ losingReply: Bool,
        _ text: String
    ) throws {
        let server = try play(then: next, losingReply: losingReply)
        let tool = try HearthTool(["consent", "--once"], in: folder, input: "a\n")
        #expect(tool.exit == .code(0), "\(tool.errors)")
        #expect(tool.output.split(separator: "\n").last.map(String.init) == text, "\(tool.output)")
        try server.end()
    }

    /// A limit is part of an answer.
    @Test func aLimitThatDoesNotHoldIsNotConfirmed() throws {
        let server = try play(then: Self.decided(1_001, [.allowed, .allowed]), losingReply: true)
        let tool = try HearthTool(["consent", "--once"], in: folder, input: "30\n")
        let text = "What holds now is not all as you answered: reading heart rate, step count allowed."
        #expect(tool.output.split(separator: "\n").last.map(String.init) == text, "\(tool.output)")
        try server.end()
    }

    @Test func aCommandWhoseReplyWasLostHasDecided() throws {
        let server = try play(then: Self.decided(1_001, [.allowed, .allowed]), losingReply: true)
        let words = ["allow", Self.app.description, "heartRate", "stepCount", "--asked"]
        let tool = try HearthTool(words, in: folder)
        #expect(tool.exit == .code(0) && tool.output.contains("heartRate"), "\(tool)")
        try server.end()
    }

    @Test func aCommandThatCameTooLateSaysWhatHolds() throws {
        let server = try play(then: Self.decided(1_001, [.allowed, .denied]), losingReply: false)
        let words = ["allow", Self.app.description, "heartRate", "stepCount", "--asked"]
        let tool = try HearthTool(words, in: folder)
        let outcome = "reading heart rate allowed, reading step count denied"
        #expect(tool.exit == .code(1) && tool.output.isEmpty, "\(tool)")
        #expect(tool.errors.hasSuffix("What holds now is not all as you decided: \(outcome).\n"), "\(tool.errors)")
        try server.end()
    }

    /// The removal is sent again, and finds no socket.
    @Test func aSocketWhoseRemovalWasNotConfirmedIsRemoved() throws {
        let had = AccessList([AppSocket(Self.app, name: "", path: "/run/sock")], requestsNumber: 1, asks: true)
        let server = try play(had, then: AccessList([], requestsNumber: 2, asks: true), losingReply: true)
        let tool = try HearthTool(["app", "remove", Self.app.description], in: folder)
        #expect(tool.exit == .code(0) && tool.output.contains("has no socket any more."), "\(tool)")
        try server.end()
    }

    // MARK: - Restarts

    /// The numbers of lists begin with the time. A clock that was put back gives the next server lower ones.
    @Test func aServerWithLowerNumbersIsFollowed() throws {
        let lists = Guarded([Self.asking(1_000), Self.asking(5, "org.example.next")])
        let outdated = Guarded(0)
        let server = try PlayedServer(in: folder) { request in
            guard case .accessControl(.await(let seen)) = request else { return .refuse(.unknown) }
            return lists.withLock { lists in
                guard seen == lists[0].requestsNumber else {
                    // Once at the start, and once with the number of the server before.
                    let isTooMany = outdated.withLock { count in
                        count += 1
                        return count > 2
                    }
                    return isTooMany ? .refuse(.unknown) : .reply(.accessList(lists[0]))
                }
                guard lists.count > 1 else { return .wait }
                lists.removeFirst()
                return .loseConnection
            }
        }
        let tool = try RunningTool(["consent"], in: folder, hasInput: true)
        for app in ["\(Self.app)", "org.example.next"] {
            var line = try tool.nextLine()
            while let other = line, other != "\(app) asks" {
                line = try tool.nextLine()
            }
            #expect(line != nil, "\(app)")
        }
        tool.process.kill()
        try server.end()
    }
}
