import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// What a stream brings when its app may read more than before: `ACCESS.md`.
@Suite struct LaterGrantTests {
    private static let app: AppID = "org.example.reader"
    private static let nutrients = ["Protein", "Sugar", "Sodium"].compactMap {
        ObjectType(identifier: "HKQuantityTypeIdentifierDietary\($0)")
    }

    private let harness: ServerHarness
    private let other: TestClient

    init() throws {
        let options = ServerOptions.withAppSockets
        var storeOptions = StoreOptions()
        storeOptions.retentionNanoseconds = 0
        storeOptions.retainedDeletions = 1
        harness = try ServerHarness(options, storeOptions: storeOptions)
        other = try harness.open("org.example.other")
        other.send(2, .save(exampleSamples(1...5)))
        #expect(other.receive().committed.map(\.added) == [5])
    }

    private func decide(_ read: Permission, _ types: [ObjectType] = [.heartRate]) throws {
        try control(.decide(Self.app, types.map { Grant($0, read: read) }))
    }

    private func control(_ control: AccessControl) throws {
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(control))
        #expect(tool.receive().map(\.errorCode) == [nil])
    }

    /// What comes after an anchor, in a connection of its own.
    private func changes(
        _ types: [ObjectType] = [.heartRate],
        where predicate: Predicate? = nil,
        after anchor: EncodedAnchor = []
    ) throws -> (added: [ObjectID], deleted: [ObjectID], anchor: EncodedAnchor) {
        let app = try harness.open(Self.app.description)
        let clauses = types.map { Clause(type: $0, predicate: predicate) }
        app.send(2, .queryChanges(QueryChanges(clauses: clauses, anchor: anchor)))
        var (added, deleted): ([ObjectID], [ObjectID]) = ([], [])
        var last = anchor
        for case .changes(let batch) in app.receive().map(\.reply) {
            added += batch.added.flatMap(\.ids)
            deleted += batch.deleted?.ids ?? []
            last = batch.anchor
        }
        app.close()
        return (added, deleted, last)
    }

    @Test func allAnchorsHaveOneForm() throws {
        var anchors = [try changes().anchor]
        try control(.decide(Self.app, [Grant(.heartRate, share: .denied, read: .allowed)]))
        anchors.append(try changes().anchor)
        for read in [Permission.denied, .allowed, .undetermined] {
            try decide(read)
            anchors += [try changes().anchor, try changes(after: anchors[0]).anchor]
            anchors.append(try changes(after: try #require(anchors.last)).anchor)
        }
        #expect(anchors.allSatisfy { $0.bytes.count == 64 && $0.bytes.prefix(17) == anchors[0].bytes.prefix(17) })
    }

    @Test func whatTheAnchorsOfBeforeLackComes() throws {
        try decide(.denied)
        let sealed = try changes().anchor
        try decide(.allowed)
        #expect(try changes(after: sealed).added == (1...5).map(exampleID))
    }

    /// An app that could name what it may read in an anchor of its own making would learn by the answer whether that is so.
    @Test func anchorsOfAnAppsOwnMakingAreRefused() throws {
        try decide(.denied)
        let limited = try Anchor(decoding: try changes().anchor, harness.writer.snapshot.anchorSeal)
        let app = try harness.open(Self.app.description)
        let last = limited.sequence
        let places = [0, last, last + 100].map { Anchor(storeID: limited.storeID, sequence: $0) }
        let made = places.map(\.bytes) + [limited.bytes, places[0].bytes.dropLast()]
        for (call, bytes) in zip(UInt64(2)..., made) {
            app.send(call, .queryChanges(QueryChanges(clauses: [], anchor: EncodedAnchor(bytes))))
            #expect(app.receive().map(\.errorCode) == [.anchorExpired])
        }
    }

    @Test func whatWasNeverSeenIsNotDeleted() throws {
        try decide(.denied)
        let before = try changes()
        #expect(before.added.isEmpty)
        other.send(3, .deleteObjects(DeleteObjects(.objects([exampleID(1)]))))
        _ = other.receive()
        let denied = try changes(after: before.anchor)
        try decide(.allowed)
        for anchor in [before.anchor, denied.anchor] {
            let after = try changes(after: anchor)
            #expect(after.added == (2...5).map(exampleID))
            #expect(after.deleted.count == (anchor == before.anchor ? 1 : 0), "it was deleted after the first anchor")
        }
    }

    @Test func whatWasDeletedWhileItWasHiddenIsDeletedLater() throws {
        let seen = try changes()
        try decide(.denied)
        let hidden = try changes(after: seen.anchor)
        other.send(3, .deleteObjects(DeleteObjects(.objects([exampleID(1)]))))
        _ = other.receive()
        let later = try changes(after: hidden.anchor)
        #expect(later.deleted.isEmpty)
        try decide(.allowed)
        let shown = try changes(after: later.anchor)
        #expect(shown.deleted == [exampleID(1)])
        #expect(shown.added == (2...5).map(exampleID), "what was hidden comes again")
        #expect(try changes(after: shown.anchor).added.isEmpty)
    }

    @Test func aStreamExpiresWithTheDeletionsThatWereHidden() throws {
        let seen = try changes()
        try decide(.denied)
        let hidden = try changes(after: seen.anchor)
        for number in 1...4 {
            other.send(UInt64(2 + number), .deleteObjects(DeleteObjects(.objects([exampleID(number)]))))
            _ = other.receive()
        }
        let later = try changes(after: hidden.anchor)
        while try harness.writer.maintain() {}
        try decide(.allowed, [.stepCount])
        #expect(try changes(after: later.anchor).added.isEmpty, "it goes on as long as they stay hidden")
        try decide(.allowed)
        let app = try harness.open(Self.app.description)
        app.send(2, .queryChanges(QueryChanges(clauses: [], anchor: later.anchor)))
        #expect(app.receive().map(\.errorCode) == [.anchorExpired])
    }

    @Test func everythingComesWhenTheServerDoesNotKnowWhatTheAppCouldRead() throws {
        try control(.ask(true))
        let app = try harness.open(Self.app.description)
        app.send(2, .ping(Ping()))
        guard case .pong(let pong)? = app.receive().first?.reply else { throw Unexpected("no Pong came") }
        try control(.ask(false))
        #expect(try changes(after: pong.anchor).added == (1...5).map(exampleID))
    }

    @Test func anAnchorOfAnotherAppDoesNotCountAsOnesOwn() throws {
        try decide(.denied)
        let anchor = try changes().anchor
        try control(.decide("org.example.other", [Grant(.heartRate, read: .denied)]))
        let owner = try harness.open("org.example.other")
        owner.send(2, .queryChanges(QueryChanges(clauses: [], anchor: anchor)))
        var added: [ObjectID] = []
        for case .changes(let batch) in owner.receive().map(\.reply) {
            added += batch.added.flatMap(\.ids)
        }
        #expect(added == (1...5).map(exampleID), "its own samples")
    }

    /// A predicate says of a sample what it says when the stream comes to it: of a workout that is shown later as of one to
    /// which the sample is added later.
    @Test func whatAWorkoutShowsLaterDoesNotComeAgain() throws {
        let workout = SampleColumns(
            type: .workout,
            ids: [exampleID(50)],
            starts: exampleSamples([50]).starts,
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        let predicate = Predicate(terms: [.inWorkout(exampleID(50))])
        other.send(3, .save(Save(columns: [workout])))
        other.send(4, .addToWorkout(AddToWorkout(workout: exampleID(50), columns: [exampleSamples(51...52)])))
        #expect(other.receive().committed.map(\.added) == [1, 2])
        try decide(.denied, [.workout])
        let hidden = try changes(where: predicate)
        #expect(hidden.added.isEmpty)
        try decide(.denied)
        let both = try changes(where: predicate)
        try decide(.allowed, [.workout])
        try decide(.allowed)
        #expect(try changes(where: predicate).added == [51, 52].map(exampleID))
        #expect(try changes(where: predicate, after: hidden.anchor).added.isEmpty, "their type showed them before")
        #expect(try changes(where: predicate, after: both.anchor).added == [51, 52].map(exampleID))
        other.send(5, .addToWorkout(AddToWorkout(workout: exampleID(50), columns: [exampleSamples(53...53)])))
        _ = other.receive()
        #expect(try changes(where: predicate, after: hidden.anchor).added == [exampleID(53)])
    }

    @Test func aMealComesAgainWithFurtherMembers() throws {
        let food = exampleSamples([20], of: .food).ids
        let members = zip([21, 22], Self.nutrients).map { exampleSamples([$0], of: $1) }
        let meal = SampleColumns(
            type: .food,
            ids: food,
            starts: members[0].starts,
            payload: .correlation(CorrelationColumns(lengths: [2], members: members.flatMap(\.ids)))
        )
        other.send(3, .save(Save(columns: members + [meal])))
        #expect(other.receive().committed.map(\.added) == [3])
        try decide(.denied, [Self.nutrients[1]])
        let first = try changes([.food])
        #expect(first.added == food)
        try decide(.allowed, [Self.nutrients[2]])
        let same = try changes([.food], after: first.anchor)
        #expect(same.added.isEmpty, "it has no such member")
        try decide(.allowed, [Self.nutrients[1]])
        for anchor in [first.anchor, same.anchor] {
            #expect(try changes([.food], after: anchor).added == food)
        }
    }
}
