import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Chapter 7 of the protocol: the state, then the changes.
@Suite struct SubscriptionTests {
    @Test func theStateComesFirstAndThenEachChange() throws {
        let harness = try ServerHarness()
        let (app, follower) = (try harness.open("a"), try harness.open("b"))
        app.send(2, .save(exampleSamples(1...3)))
        _ = app.receive()
        follower.send(2, .follow(.heartRate))
        let state = follower.receive().changes
        #expect(state.map(\.samples) == [3])
        #expect(state.last?.caughtUp == true)
        app.send(3, .save(exampleSamples([4])))
        app.send(4, .deleteObjects(DeleteObjects(.objects([exampleID(1)]))))
        let acknowledged = app.receive().committed.last?.anchor
        let changes = follower.takeReplies().changes
        #expect(changes.reduce(0) { $0 + $1.samples } == 1)
        #expect(changes.flatMap { $0.deleted?.ids ?? [] } == [exampleID(1)])
        #expect(changes.last?.anchor == acknowledged)
        #expect(changes.last?.caughtUp == true)
    }

    @Test func thoseWhoFollowTheSameShareWhatIsReadAndPacked() throws {
        let harness = try ServerHarness()
        let app = try harness.open("a")
        let followers = try (0..<50).map { try harness.open("follower\($0)") }
        for follower in followers {
            follower.send(1_000, .follow(.heartRate))
            #expect(follower.receive().changes.count == 1)
        }
        app.send(2, .save(exampleSamples(1...3)))
        _ = app.receive()
        let received = followers.map { $0.takeReplies() }
        #expect(received.allSatisfy { $0.map(\.call) == [1_000] && $0.changes.map(\.samples) == [3] })
        app.send(3, .status)
        guard case .statusReport(let report)? = app.receive().first?.reply else {
            Issue.record("no report")
            return
        }
        #expect(report.counters.changeBatches == 1)
        #expect(report.counters.changeDeliveries == 50)
        #expect(report.connections.flatMap(\.subscriptions).allSatisfy { $0.live && $0.lag == 0 })
    }

    /// One has no credit, the other one does not care.
    @Test func whoHasNoCreditReadsOnFromTheLogLater() throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 200
        let harness = try ServerHarness(options)
        let (app, slow, quick) = (try harness.open("a"), try harness.open("b"), try harness.open("c"))
        for follower in [slow, quick] {
            follower.send(2, .follow(.heartRate))
            #expect(follower.receive().changes.count == 1)
        }
        quick.send(2, .credit(Credit(bytes: 1 << 20)))
        for number in 0..<50 {
            app.send(UInt64(number) + 2, .save(exampleSamples([number])))
            _ = app.receive()
        }
        app.send(100, .deleteObjects(DeleteObjects(.objects([exampleID(49)]))))
        _ = app.receive()
        #expect(quick.takeReplies().changes.reduce(0) { $0 + $1.samples } == 50)
        let before = slow.takeReplies().changes
        #expect(before.reduce(0) { $0 + $1.samples } < 50)
        app.send(101, .status)
        guard case .statusReport(let report)? = app.receive().first?.reply else {
            Issue.record("no report")
            return
        }
        let behind = report.connections.first { $0.bundleIdentifier == "b" }?.subscriptions.first
        #expect(behind.map { $0.lag > 0 && !$0.live && $0.credit <= 0 } == true)

        slow.send(2, .credit(Credit(bytes: 1 << 20)))
        let after = slow.receive().changes
        // What was added and deleted meanwhile is told as deleted only.
        #expect((before + after).reduce(0) { $0 + $1.samples } == 49)
        #expect(after.last?.caughtUp == true)
        app.send(102, .save(exampleSamples([60])))
        _ = app.receive()
        #expect(slow.takeReplies().changes.map(\.samples) == [1])
        #expect(quick.takeReplies().changes.map(\.samples) == [1])
    }

    /// A write of several batches, in the middle of which the credit ends, goes on where it was: nothing comes twice.
    @Test func aLargeWriteGoesOnInItsMiddle() throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 150_000
        let harness = try ServerHarness(options)
        let (app, slow, quick) = (try harness.open("a"), try harness.open("b"), try harness.open("c"))
        for follower in [slow, quick] {
            follower.send(2, .follow(.heartRate))
            _ = follower.receive()
        }
        quick.send(2, .credit(Credit(bytes: 1 << 28)))
        app.send(2, .save(exampleSamples(0..<30_000)))
        _ = app.receive()
        #expect(quick.receive().changes.reduce(0) { $0 + $1.samples } == 30_000)
        var ids = slow.receive().changes.flatMap(\.ids)
        #expect(ids.count > 0 && ids.count < 30_000)
        while ids.count < 30_000 {
            slow.send(2, .credit(Credit(bytes: 1)))
            slow.send(2, .credit(Credit(bytes: 200_000)))
            let more = slow.receive().changes.flatMap(\.ids)
            #expect(!more.isEmpty)
            guard !more.isEmpty else { return }
            ids += more
        }
        #expect(ids == (0..<30_000).map(exampleID))
    }

    @Test func otherCommitsAreToldByABookmarkEveryThirtySeconds() throws {
        let harness = try ServerHarness()
        let (app, follower) = (try harness.open("a"), try harness.open("b"))
        follower.send(2, .follow(.heartRate))
        _ = follower.receive()
        harness.advance(seconds: 100)
        #expect(follower.receive().isEmpty)
        app.send(2, .save(exampleSamples(1...3, of: .stepCount)))
        let newest = app.receive().committed.first?.anchor
        #expect(follower.receive().isEmpty)
        let deadline = try #require(harness.core.deadline)
        #expect(deadline <= harness.core.time.nanoseconds + 30_000_000_000)
        harness.advance(seconds: 30)
        let bookmarks = follower.receive().changes
        #expect(bookmarks == [ChangeBatch(anchor: newest ?? [], caughtUp: true)])
        harness.advance(seconds: 100)
        #expect(follower.receive().isEmpty)
        #expect(harness.core.deadline == nil)
    }

    @Test func aStreamThatFollowsEndsWhenItIsCancelled() throws {
        let harness = try ServerHarness()
        let (app, follower) = (try harness.open("a"), try harness.open("b"))
        follower.send(2, .follow())
        _ = follower.receive()
        follower.send(2, .cancel)
        #expect(follower.receive().map(\.reply) == [.done(Done(reason: .cancelled))])
        app.send(2, .save(exampleSamples([1])))
        _ = app.receive()
        #expect(follower.receive().isEmpty)
    }

    @Test func anAnchorOfAnotherStoreIsRefused() throws {
        let other = try ServerHarness()
        let client = try ServerHarness().open()
        client.send(2, .follow(.heartRate, from: other.core.snapshot.sealedAnchor))
        let error = client.receive().first?.error
        #expect(error?.code == .anchorOfOtherStore)
        #expect(error?.field == "query_changes.anchor")
        client.send(3, .queryChanges(QueryChanges(clauses: [], limit: 5, follow: true)))
        #expect(client.receive().first?.error?.field == "query_changes.limit")
    }

    @Test func noticesSayWhichTypesChangedAndMeetWithoutCredit() throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 1
        let harness = try ServerHarness(options)
        let (app, observer) = (try harness.open("a"), try harness.open("b"))
        observer.send(2, .observe(Observe(clauses: [Clause(type: .heartRate), Clause(type: .stepCount)])))
        #expect(observer.receive().notices.map(\.types) == [[]])
        app.send(2, .save(exampleSamples([1])))
        _ = app.receive()
        app.send(3, .save(exampleSamples([2], of: .stepCount)))
        _ = app.receive()
        #expect(observer.takeReplies().isEmpty)
        observer.send(2, .credit(Credit(bytes: 1_000)))
        let notices = observer.receive().notices
        #expect(notices.map(\.types) == [[ObjectType.heartRate.identifier, ObjectType.stepCount.identifier]])
        #expect(notices.last?.anchor == harness.core.snapshot.sealedAnchor)
    }

    @Test func aNoticeComesForWhatMatchesOnly() throws {
        let harness = try ServerHarness()
        let (app, observer) = (try harness.open("a"), try harness.open("b"))
        let high = Comparison(field: .quantity, relation: .greater, operand: .number(100, nil))
        let predicate = Predicate(terms: [.comparison(high)])
        observer.send(2, .observe(Observe(clauses: [Clause(type: .heartRate, predicate: predicate)])))
        _ = observer.receive()
        app.send(2, .save(exampleSamples([1])))
        _ = app.receive()
        #expect(observer.takeReplies().isEmpty)
        app.send(3, .save(exampleSamples([45])))
        _ = app.receive()
        #expect(observer.takeReplies().notices.map(\.types) == [[ObjectType.heartRate.identifier]])
    }
}

extension [TestClient.Received] {
    var changes: [ChangeBatch] {
        compactMap { if case .changes(let batch) = $0.reply { batch } else { nil } }
    }

    var notices: [Notice] {
        compactMap { if case .notice(let notice) = $0.reply { notice } else { nil } }
    }
}

extension ChangeBatch {
    var ids: [ObjectID] { added.flatMap(\.ids) }
    var samples: Int { ids.count }
}
