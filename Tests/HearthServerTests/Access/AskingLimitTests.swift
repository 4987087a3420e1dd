import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// How many apps may ask, and which of them make room: `ACCESS.md`.
@Suite struct AskingLimitTests {
    private static let app: AppID = "org.example.reader"
    private static let request = Authorization(read: [.heartRate], isRequest: true)
    private static let undecided = AuthorizationStatus([TypeAuthorization(.heartRate, isReadUndetermined: true)])

    private let harness: ServerHarness
    private let tool: TestClient

    init() throws {
        harness = try ServerHarness(.withAppSockets)
        tool = try harness.open("org.hearth.cli", isOwnersTool: true)
    }

    /// As many apps without sockets as may ask. All wait, though the process of `app0` has ended.
    private struct Crowd {
        static let size = Limits.askingApps - Limits.askingAppsReserve

        let harness: ServerHarness
        let apps: [TestClient]
        private let tool: TestClient

        init() throws {
            var options = ServerOptions.withAppSockets
            options.hasProcessEnded = { $0 == 100 }
            let harness = try ServerHarness(options)
            self.harness = harness
            tool = try harness.open("org.hearth.cli", isOwnersTool: true)
            tool.send(2, .accessControl(.ask(true)))
            _ = tool.receive()
            apps = try (0..<Crowd.size).map { try harness.open("app\($0)", of: Int32(100 + $0)) }
            for app in apps {
                app.send(2, .authorization(AskingLimitTests.request))
                #expect(app.receive().isEmpty)
            }
        }

        /// The apps that ask.
        func asking() throws -> [AppID] {
            tool.send(3, .accessControl(.list))
            guard case .accessList(let list)? = tool.receive().first?.reply else {
                throw HearthError(.unknown, "there is no list")
            }
            return list.requests.map(\.app)
        }
    }

    private func control(_ control: AccessControl, _ call: UInt64) -> AccessList? {
        tool.send(call, .accessControl(control))
        guard case .accessList(let list)? = tool.receive().first?.reply else { return nil }
        return list
    }

    private func ask(_ client: TestClient, _ call: UInt64) -> AuthorizationStatus? {
        client.send(call, .authorization(Self.request))
        guard case .authorizationStatus(let status)? = client.receive().first?.reply else { return nil }
        return status
    }

    /// A client of the app's own socket.
    private func openApp() throws -> TestClient {
        _ = control(.add(Self.app, name: "Reader"), 2)
        return try harness.open(Self.app.description, through: Self.app)
    }

    @Test func waitingCallsOfAnAppAreLimited() throws {
        let app = try openApp()
        for call in 0..<Limits.waitingRequests {
            #expect(ask(app, UInt64(2 + call)) == nil)
        }
        app.send(100, .authorization(Self.request))
        #expect(app.receive().map(\.errorCode) == [.limitExceeded])
        app.send(2, .cancel)
        _ = app.receive()
        #expect(ask(app, 101) == nil)
    }

    /// A client of an app without a socket that asks and waits.
    private func waiting(_ app: String, of process: Int) throws -> TestClient {
        let client = try harness.open(app, of: Int32(process))
        #expect(ask(client, 2) == nil)
        return client
    }

    private func isRefused(_ client: TestClient, _ call: UInt64) -> Bool {
        client.send(call, .authorization(Self.request))
        return client.receive().map(\.errorCode) == [.limitExceeded]
    }

    private func asking(_ call: UInt64) -> [AppID] { control(.list, call)?.requests.map(\.app) ?? [] }

    @Test func onlySoManyAppsWaitAndOthersMakeRoom() throws {
        _ = control(.ask(true), 2)
        let most = Limits.askingApps - Limits.askingAppsReserve
        let apps = try (0..<most).map { try waiting("app\($0)", of: 100 + $0) }
        let another = try harness.open("another", of: 1)
        #expect(isRefused(another, 2))
        // An app with a socket has room, as long as there is some at all.
        for number in 0..<Limits.askingAppsReserve {
            let app = AppID("org.example.own\(number)")
            _ = control(.add(app, name: ""), UInt64(10 + number))
            #expect(ask(try harness.open(app.description, of: Int32(200 + number), through: app), 2) == nil)
        }
        #expect(asking(50).count == Limits.askingApps)
        // The app that is gone comes before the one that has asked first, and waits no longer.
        apps[0].send(2, .cancel)
        _ = apps[0].receive()
        harness.core.disconnect(apps[7].id)
        #expect(ask(another, 3) == nil)
        let left = asking(51)
        #expect(left.contains("app0") && !left.contains("app7") && left.contains("another"))
        #expect(ask(try harness.open("last", of: 2), 2) == nil)
        #expect(!asking(52).contains("app0"))
    }

    /// Names can be invented, and processes cannot.
    @Test func aProcessAsksForFewApps() throws {
        _ = control(.ask(true), 2)
        let apps = try (0..<Limits.askingAppsOfProcess).map { try waiting("app\($0)", of: 100) }
        #expect(isRefused(try harness.open("more", of: 100), 2))
        #expect(ask(try harness.open("other", of: 101), 2) == nil, "others have their places")
        harness.core.disconnect(apps[3].id)
        #expect(ask(try harness.open("more", of: 100), 2) == nil)
        let left = asking(3)
        #expect(left.count == Limits.askingAppsOfProcess + 1 && !left.contains("app3"))
    }

    /// Where the system tells no process, as of another namespace.
    @Test func unknownProcessesCountAsOne() throws {
        let own = try openApp()
        _ = control(.ask(true), 3)
        let apps = try (0..<Limits.askingAppsOfProcess).map { try harness.open("app\($0)") }
        for app in apps {
            #expect(ask(app, 2) == nil)
        }
        #expect(isRefused(try harness.open("more"), 2))
        #expect(ask(own, 2) == nil, "an app with a socket has invented no name")
    }

    /// They may have handed their connections to one that lives.
    @Test func appsOfEndedProcessesMakeRoom() throws {
        let crowd = try Crowd()
        #expect(ask(try crowd.harness.open("another", of: 1), 2) == nil)
        let asking = try crowd.asking()
        #expect(asking.count == Crowd.size && !asking.contains("app0"))
    }

    /// The calls that waited with the request are answered, instead of waiting for an owner who does not see it.
    @Test func aCallWhoseRequestMakesRoomIsAnswered() throws {
        let crowd = try Crowd()
        #expect(ask(try crowd.harness.open("another", of: 1), 2) == nil)
        #expect(crowd.apps[0].receive().map(\.reply) == [.authorizationStatus(Self.undecided)])
        #expect(crowd.apps.dropFirst().allSatisfy { $0.receive().isEmpty })
    }

    /// Its request does not count as that of the process that has ended.
    @Test func anAppThatAsksAgainWithANewProcessKeepsItsRequest() throws {
        let crowd = try Crowd()
        let again = try crowd.harness.open("app0", of: 2)
        #expect(ask(again, 2) == nil)
        #expect(isRefused(try crowd.harness.open("another", of: 1), 2))
        #expect(again.receive().isEmpty)
        crowd.harness.core.disconnect(again.id)
        #expect(ask(try crowd.harness.open("another", of: 1), 2) == nil)
        #expect(try !crowd.asking().contains("app0"))
    }

    /// One process has asked for the app before, and another one does now.
    @Test func aRequestCountsForTheProcessThatAskedLast() throws {
        _ = control(.ask(true), 2)
        let apps = try (0..<Limits.askingAppsOfProcess).map { try waiting("app\($0)", of: 100) }
        #expect(ask(try harness.open("app0", of: 101), 2) == nil)
        #expect(ask(try harness.open("more", of: 100), 2) == nil)
        #expect(asking(3).contains("more"))
        #expect(isRefused(try harness.open("last", of: 100), 2))
        withExtendedLifetime(apps) {}
    }

    /// The request of a process that finds no room takes none from others.
    @Test func whoIsRefusedForItsIdentifierTakesNoRoom() throws {
        let crowd = try Crowd()
        let long = String(repeating: "a", count: Limits.askingAppBytes + 1)
        #expect(isRefused(try crowd.harness.open(long, of: 1), 2))
        #expect(try crowd.asking().contains("app0"))
    }

    @Test func anAppWithALongIdentifierDoesNotAsk() throws {
        _ = control(.ask(true), 2)
        let app = try harness.open(String(repeating: "a", count: Limits.askingAppBytes + 1))
        app.send(2, .authorization(Self.request))
        #expect(app.receive().map(\.errorCode) == [.limitExceeded])
        #expect(ask(try harness.open(String(repeating: "a", count: Limits.askingAppBytes)), 2) == nil)
        #expect(control(.list, 3)?.requests.count == 1)
    }
}
