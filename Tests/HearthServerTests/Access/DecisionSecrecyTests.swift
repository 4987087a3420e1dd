import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// An app with a socket asks for a type of which nobody else has saved anything. It cannot tell what the owner decides about
/// reading: `ACCESS.md`.
@Suite struct DecisionSecrecyTests {
    /// What the app sees of one server, to be compared with another one.
    private final class Witness {
        private static let app: AppID = "org.example.reader"
        private static let allTypes: [Clause] = []

        private let harness: ServerHarness
        private let tool: TestClient
        private let other: TestClient
        private var app: TestClient
        private var calls: UInt64 = 1
        private var anchors: [EncodedAnchor] = []
        /// The last anchor of the stream of changes.
        private var place: EncodedAnchor = []
        /// What came, with a number for each anchor that differs from those before it.
        private(set) var seen: [String] = []

        init() throws {
            var storeOptions = StoreOptions()
            storeOptions.batchSamples = 2
            harness = try ServerHarness(.withAppSockets, storeOptions: storeOptions, sharesClock: true)
            tool = try harness.open("org.hearth.cli", isOwnersTool: true)
            tool.send(2, .accessControl(.add(Witness.app, name: "")))
            #expect(tool.receive().map(\.errorCode) == [nil])
            other = try harness.open("org.example.phone")
            app = try harness.open(Witness.app.description, through: Witness.app)
            saveAsOther(1...5)
        }

        func saveAsOther(_ numbers: ClosedRange<Int>) {
            calls += 1
            other.send(calls, .save(exampleSamples(numbers, of: .stepCount)))
            #expect(other.receive().committed.map(\.added) == [UInt64(numbers.count)])
            note()
        }

        func decide(_ read: Permission) {
            calls += 1
            let grant = Grant(.heartRate, share: .allowed, read: read)
            tool.send(calls, .accessControl(.decide(Witness.app, [grant])))
            #expect(tool.receive().map(\.errorCode) == [nil])
            note()
        }

        func connect() throws {
            app = try harness.open(Witness.app.description, through: Witness.app)
            seen.append("connected")
        }

        func send(_ request: Request) {
            calls += 1
            app.send(calls, request)
            note()
        }

        /// Asks the owner.
        func ask() {
            send(.authorization(Authorization(share: [.heartRate], read: [.heartRate], isRequest: true)))
        }

        /// Reads in all ways.
        func read() {
            let clauses = [Clause(type: .heartRate)]
            let edges = (0...3).map { Timestamp(nanoseconds: 1_795_000_000_000_000_000 + $0 * 60_000_000_000) }
            send(.ping(Ping()))
            for start in [[], anchors.first ?? [], anchors[anchors.count / 2], place] {
                send(.queryChanges(QueryChanges(clauses: clauses, anchor: start)))
                send(.queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: start, limit: 1)))
            }
            send(.querySamples(QuerySamples(clauses: clauses)))
            send(.listSources(ListSources(clauses: clauses)))
            send(.queryStatistics(QueryStatistics(clauses: clauses, options: [.average], edges: edges)))
            send(.queryStatistics(QueryStatistics(clauses: clauses, options: [.average])))
        }

        /// Resumes what it follows.
        func follow() {
            let clauses = [Clause(type: .heartRate)]
            let edges = (0...3).map { Timestamp(nanoseconds: 1_795_000_000_000_000_000 + $0 * 60_000_000_000) }
            send(.queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: place, follow: true)))
            send(.queryChanges(QueryChanges(clauses: clauses, follow: true, cursor: "diary")))
            send(.observe(Observe(clauses: clauses)))
            send(.queryStatistics(QueryStatistics(clauses: clauses, options: [.average], edges: edges, follow: true)))
        }

        /// Saves and deletes what is its own.
        func write(_ number: Int) {
            send(.save(Save(columns: [exampleSamples(number...number + 2)])))
            send(.deleteObjects(DeleteObjects(.objects([exampleID(number)]))))
            send(.acknowledge(Acknowledge(anchor: place, cursor: "diary")))
        }

        private func note() {
            // Nothing says which of two calls is told first.
            for received in app.receive().sorted(by: { $0.call < $1.call }) {
                var text = "\(received.call): \(received.reply.withoutAnchor)"
                if let anchor = received.reply.anchor {
                    if !anchors.contains(anchor) {
                        anchors.append(anchor)
                    }
                    text += " at \(anchors.firstIndex(of: anchor) ?? 0)"
                }
                if case .changes(let batch) = received.reply {
                    place = batch.anchor
                }
                seen.append(text)
            }
            seen.append(app.isClosed ? "closed" : "open")
        }
    }

    /// What an app sees that reads everything before and after each decision.
    private func witness(_ decisions: [Permission], followingFirst: Bool) throws -> [String] {
        let witness = try Witness()
        witness.read()
        witness.ask()
        var number = 20
        for decision in decisions {
            if followingFirst {
                witness.follow()
            }
            witness.decide(decision)
            try witness.connect()
            witness.read()
            witness.follow()
            witness.write(number)
            witness.saveAsOther(number + 10...number + 11)
            witness.read()
            try witness.connect()
            witness.read()
            number += 20
        }
        return witness.seen
    }

    private static let pairs: [([Permission], [Permission])] = [
        ([.allowed], [.denied]),
        ([.allowed, .denied], [.denied, .allowed]),
        ([.allowed, .allowed], [.denied, .denied]),
        ([.allowed, .undetermined, .allowed], [.denied, .undetermined, .denied]),
        ([.denied, .allowed, .denied], [.denied, .denied, .denied]),
    ]

    @Test(arguments: pairs, [true, false])
    func theAppCannotTellWhatTheOwnerDecided(_ decisions: ([Permission], [Permission]), followingFirst: Bool) throws {
        let one = try witness(decisions.0, followingFirst: followingFirst)
        let other = try witness(decisions.1, followingFirst: followingFirst)
        #expect(one.count > 60)
        for (line, (left, right)) in zip(one, other).enumerated() where left != right {
            Issue.record("line \(line): \(left)\nand:  \(right)\nafter \(one[max(0, line - 4)..<line])")
            return
        }
        #expect(one.count == other.count)
        #expect(one.contains { $0.contains("authorizationStatus") })
        #expect(!followingFirst || one.contains("closed"), "each decision ends its connection")
    }

    /// Connections of apps about which nothing was decided stay.
    @Test func onlyTheConnectionsOfTheAppEnd() throws {
        let harness = try ServerHarness(.withAppSockets)
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        let apps: [AppID] = ["org.example.a", "org.example.b"]
        var clients: [TestClient] = []
        for (index, app) in apps.enumerated() {
            tool.send(UInt64(2 + index), .accessControl(.add(app, name: "")))
            _ = tool.receive()
            clients.append(try harness.open(app.description, through: app))
        }
        clients.append(try harness.open("org.example.c"))
        for client in clients {
            client.send(2, .observe(Observe(clauses: [])))
            _ = client.receive()
        }
        func closed() -> [Bool] { clients.map { $0.receive().isEmpty && $0.isClosed } }
        tool.send(10, .accessControl(.decide(apps[0], [Grant(.heartRate, read: .denied)])))
        _ = tool.receive()
        #expect(closed() == [true, false, false])
        tool.send(11, .accessControl(.add("org.example.d", name: "")))
        _ = tool.receive()
        #expect(closed() == [true, false, false])
        tool.send(12, .accessControl(.ask(false)))
        _ = tool.receive()
        #expect(closed() == [true, true, true], "that is about all apps")
        #expect(!tool.isClosed)
    }
}
