import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthServer

/// An Observe whose last look is older than the deletions that the store still has.
@Suite struct ExpiredObservationTests {
    private static let app: AppID = "org.example.reader"

    /// The types that it names after changes of heart rates, which the app may not read, and of step counts, which it may.
    private func named(savesOwn: Bool) throws -> Set<ObjectType> {
        var storeOptions = StoreOptions.standard
        storeOptions.retainedDeletions = 0
        // What is deleted now is old.
        storeOptions.retentionNanoseconds = -3_600_000_000_000
        storeOptions.mergeWidth = 2
        let harness = try ServerHarness(storeOptions: storeOptions)
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.decide(Self.app, [Grant(.heartRate, read: .denied)])))
        let other = try harness.open("org.example.other")
        other.send(2, .save(exampleSamples(1...9), exampleSamples(11...19, of: .stepCount)))
        let own = try harness.open(Self.app.description)
        own.send(2, .save(exampleSamples(21...22)))
        #expect(tool.receive().count + other.receive().count + own.receive().count == 3)
        let writer = harness.writer
        let position = writer.snapshot.seen(through: writer.snapshot.access.view(of: Self.app)).anchor
        if savesOwn {
            own.send(3, .save(exampleSamples(23...23)))
            _ = own.receive()
        }
        for number in 1...4 {
            let deleted = [exampleID(number), exampleID(10 + number)]
            other.send(UInt64(2 + number), .deleteObjects(DeleteObjects(.objects(deleted))))
            _ = other.receive()
        }
        other.send(20, .save(exampleSamples(30...31)))
        _ = other.receive()
        for _ in 0..<1_000 where try !writer.maintain() { break }
        #expect(writer.snapshot.oldest > position.sequence, "deletions were forgotten")
        let visible = writer.snapshot.seen(through: writer.snapshot.access.view(of: Self.app))
        let task = ObserveTask([:], after: position, in: visible, RequestCost([]))
        let reader = try writer.makeReader()
        while case .pause = try task.step(reader, rows: 1_000) {}
        return Set(task.changed)
    }

    @Test func itNamesNoTypeThatTheAppMayNotRead() throws {
        #expect(try named(savesOwn: false) == [.stepCount])
    }

    @Test func itNamesTheTypeOfASampleThatTheAppHasSavedItself() throws {
        #expect(try named(savesOwn: true) == [.heartRate, .stepCount])
    }
}
