import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// An app with a socket asks for a type of which nobody else has saved anything. It cannot tell what the owner decides about
/// reading: `ACCESS.md`.
@Suite struct DecisionSecrecyTests {
    /// What the app sees of one server, to be compared with another one. It reads steps of others, and a meal of others and one
    /// of its own, each without a member that was denied to it.
    private final class Witness {
        private static let app: AppID = "org.example.reader"
        private static let otherApp: AppID = "org.example.other"
        private static let allTypes: [Clause] = []
        private let type: ObjectType
        private var storage = MemoryStorage()
        private var harness: ServerHarness
        private var tool: TestClient
        private var other: TestClient
        private var app: TestClient
        private var calls: UInt64 = 1
        private var anchors: [EncodedAnchor] = []
        /// The last anchor of the stream of changes.
        private var place: EncodedAnchor = []
        /// In the middle of what became visible when steps did.
        private var passing: EncodedAnchor = []
        /// Of an app with limits, about which was decided meanwhile.
        private var foreign: EncodedAnchor = []
        /// What came, with a number for each anchor that differs from those before it.
        private(set) var seen: [String] = []

        /// `type`: about which the owner decides. Nobody has saved any of it.
        init(_ type: ObjectType) throws {
            self.type = type
            harness = try Witness.start(storage)
            tool = try harness.open("org.hearth.cli", isOwnersTool: true)
            other = try harness.open("org.example.phone")
            tool.send(2, .accessControl(.add(Witness.app, name: "")))
            #expect(tool.receive().map(\.errorCode) == [nil])
            app = try harness.open(Witness.app.description, through: Witness.app)
            saveAsOther(1...5)
            save([exampleSamples(2_000...2_003, of: DecisionSecrecyTests.nutrients[3])], as: other)
            save([exampleSamples(3_000...3_003, of: DecisionSecrecyTests.nutrients[4])], as: other)
            decide([Grant(DecisionSecrecyTests.nutrients[0], share: .allowed, read: .allowed)])
            decide([Grant(DecisionSecrecyTests.nutrients[1], share: .allowed, read: .denied)])
            try connect()
            save(meal(1_000), as: app)
            save(meal(1_010), as: other)
            send(.queryChanges(QueryChanges(clauses: Witness.allTypes)))
            decide([Grant(.stepCount, read: .allowed)])
            try connect()
            send(.queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: place, limit: 1)))
            passing = place
            foreign = try anchorOfAnotherApp()
        }

        private func anchorOfAnotherApp() throws -> EncodedAnchor {
            var anchor: EncodedAnchor = []
            for type in [ObjectType.stepCount, DecisionSecrecyTests.nutrients[0]] {
                calls += 1
                tool.send(calls, .accessControl(.decide(Witness.otherApp, [Grant(type, read: .denied)])))
                #expect(tool.receive().map(\.errorCode) == [nil])
                anchor = try anchorOfAnotherApp(after: anchor)
            }
            return anchor
        }

        private func anchorOfAnotherApp(after anchor: EncodedAnchor) throws -> EncodedAnchor {
            let client = try harness.open(Witness.otherApp.description)
            defer { client.close() }
            client.send(2, .queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: anchor)))
            return try #require(client.receive().compactMap(\.reply.anchor).last)
        }

        private static func start(_ storage: MemoryStorage) throws -> ServerHarness {
            var storeOptions = StoreOptions()
            storeOptions.batchSamples = 2
            return try ServerHarness(.withAppSockets, storage: storage, storeOptions: storeOptions, sharesClock: true)
        }

        private func meal(_ number: Int) -> [SampleColumns] {
            let members = (1...2).map { exampleSamples([number + $0], of: DecisionSecrecyTests.nutrients[$0 - 1]) }
            let payload = CorrelationColumns(lengths: [2], members: members.flatMap(\.ids))
            let food = SampleColumns(
                type: .food,
                ids: [exampleID(number)],
                starts: members[0].starts,
                payload: .correlation(payload)
            )
            return members + [food]
        }

        private func save(_ columns: [SampleColumns], as client: TestClient) {
            calls += 1
            client.send(calls, .save(Save(columns: columns)))
            #expect(client.receive().committed.map(\.added) == [UInt64(columns.reduce(0) { $0 + $1.count })])
            note()
        }

        func saveAsOther(_ numbers: ClosedRange<Int>) {
            save([exampleSamples(numbers, of: .stepCount)], as: other)
        }

        func decide(_ read: Permission) {
            decide([Grant(type, share: .allowed, read: read)])
        }

        private func decide(_ grants: [Grant]) {
            calls += 1
            tool.send(calls, .accessControl(.decide(Witness.app, grants)))
            #expect(tool.receive().map(\.errorCode) == [nil])
            note()
        }

        func connect() throws {
            app = try harness.open(Witness.app.description, through: Witness.app)
            seen.append("connected")
        }

        /// Starts the server again.
        func restart() throws {
            storage = storage.reopened()
            harness = try Witness.start(storage)
            tool = try harness.open("org.hearth.cli", isOwnersTool: true)
            other = try harness.open("org.example.phone")
            try connect()
        }

        func send(_ request: Request) {
            calls += 1
            app.send(calls, request)
            note()
        }

        /// Asks the owner.
        func ask() {
            send(.authorization(Authorization(share: [type], read: [type], isRequest: true)))
        }

        /// Reads in all ways.
        func read() {
            let clauses = [Clause(type: type)]
            let edges = (0...3).map { Timestamp(nanoseconds: 1_795_000_000_000_000_000 + $0 * 60_000_000_000) }
            send(.ping(Ping()))
            for start in [[], anchors.first ?? [], anchors[anchors.count / 2], place, passing, foreign] {
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
            let clauses = [Clause(type: type)]
            let edges = (0...3).map { Timestamp(nanoseconds: 1_795_000_000_000_000_000 + $0 * 60_000_000_000) }
            send(.queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: place, follow: true)))
            send(.queryChanges(QueryChanges(clauses: clauses, follow: true, cursor: "diary")))
            send(.observe(Observe(clauses: clauses)))
            send(.queryStatistics(QueryStatistics(clauses: clauses, options: [.average], edges: edges, follow: true)))
        }

        /// Saves and deletes what is its own, and says how far it has come.
        func write(_ number: Int) throws {
            send(.save(Save(columns: [exampleSamples(number...number + 2, of: type)])))
            send(.deleteObjects(DeleteObjects(.objects([exampleID(number)]))))
            foreign = try anchorOfAnotherApp(after: foreign)
            acknowledge()
        }

        /// Cursors never go back, so the replies tell where they are.
        func acknowledge() {
            for (cursor, anchor) in [("diary", place), ("diary", passing), ("pass", passing), ("pass", place)] {
                send(.acknowledge(Acknowledge(anchor: anchor, cursor: cursor)))
                send(.acknowledge(Acknowledge(anchor: anchors.first ?? [], cursor: cursor)))
            }
        }

        /// Resumes from before a decision and from after it, when more can be read, and acknowledges both in the middle.
        func resumeFromTwoPlaces(around decision: Permission) throws {
            decide([Grant(DecisionSecrecyTests.nutrients[4], read: .allowed)])
            try connect()
            send(.queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: place, limit: 1)))
            let inside = place
            send(.queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: place)))
            let before = place
            send(.acknowledge(Acknowledge(anchor: before, cursor: "before")))
            decide(decision)
            try connect()
            send(.queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: before)))
            let after = place
            for (anchor, cursor) in [(after, "after"), (after, "end"), (inside, "end")] {
                send(.acknowledge(Acknowledge(anchor: anchor, cursor: cursor)))
            }
            try restart()
            for cursor in ["before", "after", "end"] {
                send(.acknowledge(Acknowledge(anchor: try #require(anchors.first), cursor: cursor)))
            }
            decide([Grant(DecisionSecrecyTests.nutrients[3], read: .allowed)])
            try connect()
            var places: [EncodedAnchor] = []
            for (anchor, limit) in [(before, 1), (after, 2), (before, 3)] as [(EncodedAnchor, UInt64)] {
                send(.queryChanges(QueryChanges(clauses: Witness.allTypes, anchor: anchor, limit: limit)))
                places.append(place)
            }
            for (index, order) in [[1, 0, 2], [0, 1, 2], [2, 1, 0]].enumerated() {
                for number in order {
                    send(.acknowledge(Acknowledge(anchor: places[number], cursor: "order \(index)")))
                }
                send(.acknowledge(Acknowledge(anchor: after, cursor: "order \(index)")))
            }
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
    private func witness(_ decisions: [Permission], _ type: ObjectType, followingFirst: Bool) throws -> [String] {
        let witness = try Witness(type)
        witness.read()
        witness.acknowledge()
        witness.ask()
        var number = 20
        for decision in decisions {
            if followingFirst {
                witness.follow()
            }
            witness.decide(decision)
            try witness.connect()
            witness.acknowledge()
            witness.read()
            witness.follow()
            try witness.write(number)
            witness.saveAsOther(number + 10...number + 11)
            witness.read()
            try witness.connect()
            witness.read()
            witness.acknowledge()
            try witness.restart()
            witness.acknowledge()
            witness.read()
            number += 20
        }
        return witness.seen
    }

    private static let nutrients = ObjectType.all.filter(ObjectType.food.allowsMember)

    private static let pairs: [([Permission], [Permission])] = [
        ([.allowed], [.denied]),
        ([.allowed, .denied], [.denied, .allowed]),
        ([.allowed, .allowed], [.denied, .denied]),
        ([.allowed, .undetermined, .allowed], [.denied, .undetermined, .denied]),
        ([.denied, .allowed, .denied], [.denied, .denied, .denied]),
    ]

    @Test(arguments: pairs, [(ObjectType.heartRate, true), (.heartRate, false), (nutrients[2], false)])
    func theAppCannotTellWhatTheOwnerDecided(
        _ decisions: ([Permission], [Permission]),
        about type: (ObjectType, followingFirst: Bool)
    ) throws {
        let one = try witness(decisions.0, type.0, followingFirst: type.followingFirst)
        let other = try witness(decisions.1, type.0, followingFirst: type.followingFirst)
        #expect(one.count > 60)
        for (line, (left, right)) in zip(one, other).enumerated() where left != right {
            Issue.record("line \(line): \(left)\nand:  \(right)\nafter \(one[max(0, line - 4)..<line])")
            return
        }
        #expect(one.count == other.count)
        #expect(one.contains { $0.contains("authorizationStatus") })
        #expect(!type.followingFirst || one.contains("closed"), "each decision ends its connection")
    }

    /// A cursor never goes back. Which place comes first says nothing of what could be read there.
    @Test(arguments: [ObjectType.heartRate, nutrients[2]])
    func cursorsDoNotTellWhatTheOwnerDecided(about type: ObjectType) throws {
        let seen = try [Permission.allowed, .denied].map { decision in
            let witness = try Witness(type)
            witness.ask()
            try witness.resumeFromTwoPlaces(around: decision)
            return witness.seen
        }
        #expect(seen[0] == seen[1] && seen[0].count > 30)
    }

    /// How long the server remembers what the app could read depends on how often was decided, and on nothing else.
    @Test func manyDecisionsTellNothingEither() throws {
        let seen = try [[Permission.allowed], [.denied], [.denied, .allowed, .denied]].map { decisions in
            let witness = try Witness(.heartRate)
            witness.ask()
            for number in 1...66 {
                witness.decide(decisions[number % decisions.count])
                guard (30...34).contains(number) || number > 62 else { continue }
                try witness.connect()
                witness.read()
                try witness.restart()
                witness.read()
            }
            return witness.seen
        }
        #expect(seen[0].count > 100)
        for other in seen.dropFirst() {
            let line = zip(seen[0], other).enumerated().first { $0.element.0 != $0.element.1 }
            #expect(line == nil && seen[0].count == other.count)
        }
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
        #expect(closed() == [true, false, false], "that was so already")
        tool.send(13, .accessControl(.ask(true)))
        _ = tool.receive()
        #expect(closed() == [true, true, true], "that is about all apps")
        #expect(!tool.isClosed)
    }
}
