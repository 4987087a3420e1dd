import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// How much the owner's tool is sent of what was counted: no more than it asks for.
@Suite struct CountReplyTests {
    private static let apps = 200
    private static let today: Int32 = 20_000

    private let harness: CountingHarness

    /// With a store in which as many apps have read something on each of 90 days.
    init() throws {
        var counts = AccessCounts()
        for day in Self.today - Limits.countedDays + 1...Self.today {
            for number in 0..<Self.apps {
                let count = AccessCount(read: 1_000, lastRead: Day(number: day).start)
                _ = counts.add(count, of: .heartRate, by: "app\(number)", on: Day(number: day)) { _ in true }
            }
        }
        let storage = MemoryStorage()
        let origin = Write.Origin(source: Source(AccessCounts.others))
        for result in try StoreWriter(storage).commit([Write(origin: origin, operation: .storeCounts(counts))]) {
            _ = try result.get()
        }
        harness = try CountingHarness(storage: storage)
    }

    private func days(_ list: AccessList) -> [Int32] {
        list.counts.flatMap(\.types).flatMap(\.days).map(\.day.number)
    }

    private func bytes(_ list: AccessList) throws -> Int {
        var bytes: [UInt8] = []
        try FrameEncoder().append(ServerFrame(call: 1, .accessList(list)), to: &bytes)
        return bytes.count
    }

    @Test(arguments: [1, 7, 89, 90, 91, 0, UInt32(Int32.max), .max])
    func onlyTheLastDaysAreSent(asked: UInt32) throws {
        let days = days(try harness.control(.counts(days: asked)))
        let expected = asked == 0 ? Limits.countedDays : Int32(clamping: min(asked, UInt32(Limits.countedDays)))
        #expect(days.count == Int(expected) * Self.apps)
        #expect(Set(days) == Set(Self.today - expected + 1...Self.today))
    }

    @Test func theDaysAreCountedBackFromTheServersDay() throws {
        harness.server.advance(seconds: 3 * 86_400)
        #expect(Set(days(try harness.control(.counts(days: 5)))) == [Self.today - 1, Self.today])
        #expect(try harness.control(.counts(days: 3)).counts.isEmpty)
    }

    /// Each time that something is asked or decided, however much was counted.
    @Test func aWaitingToolIsSentNoCounts() throws {
        let whole = try harness.control(.counts())
        #expect(try bytes(whole) > 100_000)
        let waiting = try harness.server.open("org.hearth.cli", isOwnersTool: true)
        var seen = whole.requestsNumber
        for (call, read) in zip(UInt64(2)..., [Permission.allowed, .denied, .allowed]) {
            waiting.send(call, .accessControl(.await(seen: seen)))
            #expect(waiting.receive().isEmpty)
            _ = try harness.control(.decide("app1", [Grant(.heartRate, read: read)]))
            guard case .accessList(let list)? = waiting.receive().first?.reply else {
                throw Unexpected("no list came")
            }
            #expect(list.decisions.count == 1 && list.counts.isEmpty)
            #expect(try bytes(list) < 200)
            seen = list.requestsNumber
        }
    }
}
