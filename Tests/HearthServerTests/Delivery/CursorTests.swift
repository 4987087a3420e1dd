import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// Changes read with a cursor that the server keeps.
@Suite struct CursorTests {
    private static let app: AppID = "org.example.app"
    private let harness: DeliveryHarness

    init() throws {
        harness = try DeliveryHarness()
        try harness.register(Self.app)
    }

    /// How many samples each batch brought, empty ones left out.
    private func counts(_ app: DeliveredApp) -> [Int] {
        app.batches.map { $0.added.reduce(0) { $0 + $1.ids.count } }.filter { $0 > 0 }
    }

    private func acknowledge(_ app: DeliveredApp, _ batch: ChangeBatch?) {
        app.acknowledge(batch?.anchor ?? [], [DeliveryHarness.steps], cursor: "sync")
        app.receive()
    }

    @Test func aStreamContinuesAtItsCursor() throws {
        harness.save()
        harness.save()
        let first = try harness.open(Self.app)
        first.read()
        #expect(counts(first) == [2])
        acknowledge(first, first.batches.last)
        #expect(first.cursorAnchors == [first.batches.last?.anchor] && harness.isDone(Self.app))
        harness.save()
        first.receive()
        #expect(counts(first) == [2, 1])
        first.close()
        // The last batch was not acknowledged.
        #expect(!harness.isDone(Self.app))
        try harness.restart()
        let second = try harness.open(Self.app)
        second.read()
        #expect(counts(second) == [1])
        second.close()
    }

    /// Processes that die in the middle get the same, until one is through.
    @Test func aClientThatDiesBeforeItsAcknowledgementReceivesTheSameAgain() throws {
        harness.save()
        for pause in [30.0, 120] {
            #expect(harness.takeOrders() == ["start \(Self.app)"])
            let app = try harness.open(Self.app)
            app.read()
            #expect(counts(app) == [1])
            app.close()
            harness.end(Self.app)
            #expect(harness.takeOrders() == [])
            harness.pass(pause)
        }
        let app = try harness.open(Self.app)
        app.read()
        #expect(counts(app) == [1])
        acknowledge(app, app.batches.last)
        app.close()
        harness.end(Self.app)
        #expect(harness.isDone(Self.app) && harness.progress(Self.app).failures == 0)
    }

    /// A client that connects again within a process says itself where it was. What it has got then is still not
    /// acknowledged, whichever connection it came on.
    @Test func aProcessThatReconnectsAndDiesReceivesTheSameAgain() throws {
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        let app = try harness.open(Self.app)
        app.read()
        let anchor = app.batches.last?.anchor ?? []
        app.client.close()
        let again = try harness.open(Self.app)
        again.read(anchor: anchor)
        #expect(counts(again) == [])
        again.close()
        harness.end(Self.app)
        #expect(!harness.isDone(Self.app) && harness.progress(Self.app).failures == 1)
    }

    @Test func aCursorNeverGoesBack() throws {
        let app = try harness.open(Self.app)
        app.read()
        harness.save()
        harness.save()
        app.receive()
        let anchors = app.batches.suffix(2).map(\.anchor)
        for anchor in [anchors[1], anchors[0]] {
            app.acknowledge(anchor, [DeliveryHarness.steps], cursor: "sync")
            app.receive()
        }
        #expect(app.cursorAnchors == [anchors[1], anchors[1]] && harness.isDone(Self.app))
    }

    @Test func aForgottenCursorStartsAgain() throws {
        harness.save()
        let app = try harness.open(Self.app)
        app.read()
        acknowledge(app, app.batches.last)
        app.acknowledge([], [], cursor: "sync")
        app.receive()
        #expect(app.cursorAnchors.last == [] && app.errors == [])
        app.read()
        #expect(counts(app) == [1, 1])
    }

    @Test func eachAppHasItsOwnCursors() throws {
        harness.save()
        let (app, other) = (try harness.open(Self.app), try harness.open("org.example.other"))
        app.read()
        acknowledge(app, app.batches.last)
        app.read(cursor: "another")
        other.read()
        #expect(counts(app) == [1, 1] && counts(other) == [1])
    }

    /// Durable when it is answered, and not before.
    @Test func anAnsweredCursorIsDurable() throws {
        harness.save()
        let app = try harness.open(Self.app)
        app.read()
        harness.fail(.full)
        acknowledge(app, app.batches.last)
        #expect(app.errors.map(\.code) == [.storageFull] && app.cursorAnchors == [])
        try harness.restart()
        let next = try harness.open(Self.app)
        next.read()
        #expect(counts(next) == [1])
    }

    @Test func aCursorAboveTheLimitIsRefused() throws {
        let app = try harness.open(Self.app)
        let anchor = harness.server.writer.snapshot.sealedAnchor
        for number in 1...Limits.cursors + 1 {
            app.acknowledge(anchor, [], cursor: "cursor \(number)")
        }
        app.receive()
        #expect(app.cursorAnchors.count == Limits.cursors)
        #expect(app.errors.map(\.code) == [.limitExceeded] && app.errors.map(\.field) == ["acknowledge.cursor"])
    }

    @Test func anAnchorOfAnotherStoreIsRefused() throws {
        let app = try harness.open(Self.app)
        let future = Anchor(storeID: harness.server.writer.snapshot.storeID, sequence: harness.head + 1)
        let foreign = Anchor(storeID: ObjectID(high: 1, low: 2), sequence: 0)
        for anchor in [harness.server.writer.snapshot.sealed(future), foreign.unsealed] {
            app.acknowledge(anchor, [DeliveryHarness.steps], cursor: "sync")
        }
        app.receive()
        #expect(app.errors.map(\.code) == [.anchorInFuture, .anchorOfOtherStore])
        #expect(app.errors.allSatisfy { $0.field == "acknowledge.anchor" })
    }

    /// What came after the batch is not acknowledged with it.
    @Test func aCursorAcknowledgesNoNoticeThatFollowsItsBatch() throws {
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        app.read()
        for _ in 0..<4 {
            harness.save()
            app.receive()
            acknowledge(app, app.batches.last)
            #expect(harness.isDone(Self.app) != app.isNoticeLast)
            app.acknowledge()
            #expect(harness.isDone(Self.app))
        }
        #expect(app.cursorAnchors.filter { !$0.isEmpty }.count == 4 && app.notices.count == 5)
    }

    /// An observation that has nothing to tell delays no acknowledgement.
    @Test func aCursorAcknowledgesWhatAnObservationPassesOver() throws {
        let app = try harness.open(Self.app)
        let high = Comparison(field: .quantity, relation: .greater, operand: .number(100, nil))
        app.observe(matching: Predicate(terms: [.comparison(high)]))
        app.acknowledge()
        app.read()
        for _ in 0..<4 {
            harness.save(value: 3)
            app.receive()
            acknowledge(app, app.batches.last)
            #expect(harness.isDone(Self.app) && app.notices.count == 1)
        }
    }

    /// An app that reads from its cursor whenever it is told acknowledges what it has read.
    @Test func aCursorThatIsReadAfterANoticeAcknowledgesTheNotice() throws {
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        for _ in 0..<4 {
            harness.save()
            app.receive()
            for _ in 0..<2 {
                app.read(follow: false)
                acknowledge(app, app.batches.last)
                #expect(harness.isDone(Self.app))
            }
        }
    }

    /// A type is done when all cursors that follow it are.
    @Test func aCursorAcknowledgesNothingThatAnotherHasNotPassed() throws {
        let app = try harness.open(Self.app)
        app.read()
        app.read(cursor: "other")
        harness.save()
        app.receive()
        acknowledge(app, app.batches.last)
        #expect(!harness.isDone(Self.app))
        app.acknowledge(app.batches.last?.anchor ?? [], [], cursor: "other")
        app.receive()
        #expect(harness.isDone(Self.app))
    }
}
