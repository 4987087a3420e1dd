import HearthModel
import HearthStore
import HearthWire
import Testing

@testable import HearthServer

/// Apps whose bundle identifiers differ only in the spelling of a character.
@Suite struct AppSpellingTests {
    private static let composed: AppID = "org.example.caf\u{E9}"
    private static let decomposed: AppID = "org.example.cafe\u{301}"

    @Test func eachSpellingIsStartedAndAcknowledgesForItself() throws {
        let harness = try DeliveryHarness()
        try harness.register(Self.composed)
        try harness.register(Self.decomposed)
        #expect(harness.server.writer.snapshot.background.appIDs == [Self.decomposed, Self.composed])
        harness.save()
        #expect(harness.takeOrders().count == 2)
        #expect(Set(harness.running.keys) == [Self.composed, Self.decomposed])
        let app = try harness.open(Self.composed)
        app.observe()
        app.acknowledge()
        app.close()
        #expect(harness.isDone(Self.composed) && !harness.isDone(Self.decomposed))
        // After its time limit the other one is ended, and it alone.
        harness.pass(40)
        #expect(harness.takeOrders().first == "end \(Self.decomposed)")
        #expect(harness.progress(Self.composed).failures == 0)
        #expect(harness.progress(Self.decomposed).failures == 1)
    }

    @Test func removingOneSpellingKeepsTheOther() throws {
        let harness = try DeliveryHarness()
        try harness.register(Self.composed)
        try harness.register(Self.decomposed)
        _ = try harness.control(.remove, Self.composed)
        #expect(harness.server.writer.snapshot.background.appIDs == [Self.decomposed])
        try harness.restart()
        harness.save()
        #expect(harness.takeOrders().count == 1)
        #expect(Array(harness.running.keys) == [Self.decomposed])
    }

    @Test func eachSpellingHasItsOwnAccount() {
        let scheduler = WriteScheduler(ServerOptions(), ReadQueue())
        let account = scheduler.connect(.app(Self.composed)).account
        #expect(scheduler.connect(.app(Self.decomposed)).account !== account)
        #expect(scheduler.connect(.app(AppID(Self.composed.description))).account === account)
    }

    @Test func oneSpellingCannotDeleteOrReplaceTheSamplesOfTheOther() throws {
        let writer = try StoreWriter(MemoryStorage())
        func commit(_ operation: Write.Operation, as app: AppID) -> Result<Receipt, HearthError>? {
            writer.commit([Write(origin: Write.Origin(source: Source(app)), operation: operation)])[0].result
        }
        let id = ObjectID(high: 4, low: 0)
        let columns = NumberedSamples.columns([id])
        #expect(try commit(.save(columns), as: Self.composed)?.get().added == 1)
        #expect(commit(.delete(.objects([id])), as: Self.decomposed)?.error?.code == .notOwner)
        let matching = DeleteObjects.Target.matching(Clause(type: columns[0].type))
        #expect(try commit(.delete(matching), as: Self.decomposed)?.get().deleted == 0)
        #expect(try commit(.delete(matching), as: Self.composed)?.get().deleted == 1)
    }
}

extension Result where Failure == HearthError {
    fileprivate var error: HearthError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
