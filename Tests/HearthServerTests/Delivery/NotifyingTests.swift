import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// Notifying an app that runs, and what counts as handled.
@Suite struct NotifyingTests {
    private static let app: AppID = "org.example.app"
    private let harness: DeliveryHarness

    init() throws {
        harness = try DeliveryHarness()
    }

    @Test(arguments: UpdateFrequency.all) func aConnectedAppIsNotifiedAtOnce(_ frequency: UpdateFrequency) throws {
        try harness.register(Self.app, frequency)
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        for _ in 0..<3 {
            harness.save()
            app.receive()
            #expect(app.notices.last?.types == [DeliveryHarness.steps.identifier])
            #expect(!harness.isDone(Self.app))
            app.acknowledge()
            #expect(harness.isDone(Self.app))
        }
        #expect(app.notices.count == 4)
        app.close()
        harness.pass(100)
        #expect(harness.takeOrders() == [])
    }

    /// What does not match is passed over, and neither is the app told nor does it have to say anything.
    @Test func whatDoesNotMatchNeedsNoAcknowledgement() throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        let high = Comparison(field: .quantity, relation: .greater, operand: .number(100, nil))
        app.observe(matching: Predicate(terms: [.comparison(high)]))
        app.acknowledge()
        harness.save(value: 3)
        app.receive()
        #expect(app.notices.count == 1)
        harness.pass(1_000)
        #expect(harness.takeOrders() == [] && harness.progress(Self.app).failures == 0)
        app.close()
        #expect(harness.isDone(Self.app) && harness.takeOrders() == [])
    }

    /// Calls tell one after the other. By the notice of the first one the app cannot acknowledge what the second has still to
    /// tell.
    @Test func theLastCallThatNotifiesOffersTheWhole() throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        for _ in 0..<2 {
            app.observe()
            app.acknowledge()
        }
        for _ in 0..<3 {
            let count = app.notices.count
            harness.save()
            app.receive()
            let new = app.notices.dropFirst(count)
            #expect(new.count == 2)
            app.acknowledge(new.first?.anchor ?? [], [DeliveryHarness.steps])
            app.receive()
            #expect(!harness.isDone(Self.app))
            app.acknowledge()
            #expect(harness.isDone(Self.app))
        }
    }

    /// Whatever the order of the two, the app can acknowledge everything in the end.
    @Test func aCallThatPassesOverDelaysNoAcknowledgement() throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        let high = Comparison(field: .quantity, relation: .greater, operand: .number(100, nil))
        app.observe(matching: Predicate(terms: [.comparison(high)]))
        app.observe()
        app.acknowledge()
        for _ in 0..<8 {
            let count = app.notices.count
            harness.save(value: 3)
            app.receive()
            let new = app.notices.dropFirst(count)
            #expect(1...2 ~= new.count)
            if new.count == 2 {
                app.acknowledge(new.first?.anchor ?? [], [DeliveryHarness.steps])
                app.receive()
                #expect(!harness.isDone(Self.app))
            }
            app.acknowledge()
            #expect(harness.isDone(Self.app))
        }
    }

    /// One that matches is to be acknowledged, also when others came that did not.
    @Test func whatMatchesAmongOthersIsAcknowledged() throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        let high = Comparison(field: .quantity, relation: .greater, operand: .number(100, nil))
        app.observe(matching: Predicate(terms: [.comparison(high)]))
        app.acknowledge()
        harness.save(value: 300)
        harness.save(value: 3)
        app.receive()
        app.close()
        #expect(!harness.isDone(Self.app))
        harness.pass(30)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test(arguments: [true, false]) func aCallWithoutAcknowledgementsSettlesItsTypesAtItsEnd(isCancelled: Bool) throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        let call = app.observe(acknowledges: false)
        harness.save()
        app.receive()
        #expect(app.notices.count == 2 && !harness.isDone(Self.app))
        harness.pass(100)
        #expect(harness.progress(Self.app).failures == 0)
        if isCancelled {
            app.client.send(call, .cancel)
            app.receive()
        } else {
            app.close()
        }
        #expect(harness.isDone(Self.app) && harness.takeOrders() == [])
    }

    /// Who follows changes without a cursor is told of nothing by that, and its end settles nothing.
    @Test(arguments: [true, false]) func changesWithoutACursorDoNotNotify(isCancelled: Bool) throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        let call = app.read(cursor: "")
        harness.save()
        app.receive()
        #expect(app.batches.contains { !$0.added.isEmpty })
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        if isCancelled {
            app.client.send(call, .cancel)
            app.receive()
        } else {
            app.close()
        }
        #expect(!harness.isDone(Self.app))
        if isCancelled {
            app.close()
        }
        harness.end(Self.app)
        #expect(!harness.isDone(Self.app) && harness.progress(Self.app).failures == 1)
        harness.pass(30)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func theEndOfACallSettlesNothingWhileAnotherIsOpen() throws {
        try harness.register(Self.app)
        let (one, other) = (try harness.open(Self.app), try harness.open(Self.app))
        one.observe(acknowledges: false)
        other.observe()
        harness.save()
        one.receive()
        one.close()
        // The other one has been told and has said nothing.
        #expect(!harness.isDone(Self.app))
        other.acknowledge()
        #expect(harness.isDone(Self.app))
    }

    @Test func aConnectionThatClosesAfterANoticeHasFailed() throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        harness.save()
        app.receive()
        app.close()
        #expect(harness.progress(Self.app).failures == 1 && harness.takeOrders() == [])
        harness.pass(29)
        #expect(harness.takeOrders() == [])
        harness.pass(1)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    /// One that hangs is reminded, with pauses that grow, and then no more.
    @Test func aSilentAppIsRemindedUntilItIsSuspended() throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        harness.save()
        app.receive()
        #expect(app.notices.count == 2)
        for (failures, pause) in [(1, 30.0), (2, 120)] {
            harness.pass(30)
            #expect(harness.progress(Self.app).failures == failures)
            app.receive()
            let count = app.notices.count
            harness.pass(pause - 1)
            app.receive()
            #expect(app.notices.count == count)
            harness.pass(1)
            app.receive()
            #expect(app.notices.count == count + 1)
        }
        harness.pass(30)
        #expect(harness.progress(Self.app).isSuspended)
        harness.pass(10_000)
        app.receive()
        #expect(app.notices.count == 4 && harness.takeOrders() == [])
        app.acknowledge()
        #expect(harness.isDone(Self.app) && !harness.progress(Self.app).isSuspended)
        harness.save()
        app.receive()
        #expect(app.notices.count == 5)
    }

    /// What was left out is part of what comes next.
    @Test func aChangeWithoutAcknowledgementIsNotifiedAgain() throws {
        try harness.register(Self.app)
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        harness.save()
        app.receive()
        let first = app.notices.last?.anchor ?? []
        harness.save()
        app.receive()
        app.acknowledge(first, [DeliveryHarness.steps])
        app.receive()
        #expect(!harness.isDone(Self.app))
        app.close()
        harness.pass(30)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        let next = try harness.open(Self.app)
        next.observe()
        next.acknowledge()
        #expect(harness.isDone(Self.app))
    }
}
