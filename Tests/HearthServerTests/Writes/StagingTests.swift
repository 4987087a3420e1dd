import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// The room for saves and frames that are under way, when clients begin much and finish nothing.
@Suite struct StagingTests {
    private let harness: ServerHarness
    private static let parts = 4

    /// Room for nine clients that take all that one may have, and not for one more.
    init() throws {
        var options = ServerOptions()
        options.writing.smallWriteBytes = 2 << 10
        options.limits.stagedBytes = UInt32(Self.parts * Self.partBytes + 100)
        options.memory.stagedBytesReserve = 16 << 10
        options.memory.stagedBytesTotal = 9 * Self.parts * Self.partBytes + options.memory.stagedBytesReserve + 1_000
        harness = try ServerHarness(options)
    }

    private static let samplesOfPart = 500
    private static let samplesOfSave = UInt64(parts * samplesOfPart)
    /// The bytes of a frame with a part of a save.
    private static let partBytes = bytes(of: part(0)).count - FrameSplitter.prefixBytes

    private static func part(_ number: Int, more: Bool = true) -> Request {
        let first = number * samplesOfPart + 1
        return .save(exampleSamples(first..<first + samplesOfPart), more: more)
    }

    private static func bytes(of request: Request) -> [UInt8] {
        var bytes: [UInt8] = []
        try? FrameEncoder().append(ClientFrame(call: 2, request), to: &bytes)
        return bytes
    }

    private func open(_ app: String, of process: Int32?) throws -> TestClient {
        let client = TestClient(harness, of: process)
        try client.introduce(as: app)
        return client
    }

    /// Begins a save of all that a client may have under way, and does not finish it.
    private func fill(_ client: TestClient, _ number: Int) {
        for part in 0..<Self.parts {
            client.send(2, Self.part(number * Self.parts + part))
        }
        harness.settle()
    }

    /// Saves as much as a client may have under way.
    private func saveMuch(_ client: TestClient, call: UInt64 = 2, _ number: Int = 100) -> [TestClient.Received] {
        for part in 0..<Self.parts {
            client.send(call, Self.part(number * Self.parts + part, more: part < Self.parts - 1))
        }
        return client.receive()
    }

    @Test func aLargeSaveSucceedsBesideNineAppsThatFinishNothing() throws {
        let hoarders = try (0..<9).map { try open("org.example.invented\($0)", of: nil) }
        for (number, client) in hoarders.enumerated() {
            fill(client, number)
            #expect(client.takeReplies().isEmpty)
        }
        let honest = try open("org.example.honest", of: nil)
        #expect(saveMuch(honest).committed.map(\.added) == [Self.samplesOfSave])
        let refused = hoarders.flatMap { $0.takeReplies() }
        #expect(!refused.isEmpty && refused.allSatisfy { $0.errorCode == .limitExceeded })
        #expect(refused.first?.error?.field == "save.more")
        #expect(hoarders.allSatisfy { !$0.isClosed })
    }

    /// Names that one process invents give it no more room than one.
    @Test func appsOfOneProcessShareItsRoom() throws {
        let hoarders = try (0..<9).map { try open("org.example.invented\($0)", of: 7) }
        for (number, client) in hoarders.enumerated() {
            fill(client, number)
        }
        #expect(hoarders[0].takeReplies().isEmpty)
        #expect(hoarders.dropFirst().allSatisfy { $0.takeReplies().map(\.errorCode) == [.limitExceeded] })
        let honest = try open("org.example.honest", of: 8)
        #expect(saveMuch(honest).committed.map(\.added) == [Self.samplesOfSave])
    }

    /// The beginnings of frames, of one process or of one each: those go on with nothing for a second.
    @Test(arguments: [true, false])
    func aLargeSaveSucceedsBesideManyIncompleteFrames(_ areOfOneProcess: Bool) throws {
        let hoarders = try (0..<40).map { number in
            try open("org.example.invented\(number)", of: areOfOneProcess ? 7 : 100 + Int32(number))
        }
        let beginning = [UInt8]([0, 0, 0, 1]) + [UInt8](repeating: 8, count: Self.partBytes)
        for client in hoarders {
            client.send(beginning)
        }
        harness.settle()
        harness.advance(seconds: areOfOneProcess ? 0 : 1)
        let honest = try open("org.example.honest", of: 8)
        #expect(saveMuch(honest).committed.map(\.added) == [Self.samplesOfSave])
        // In the middle of a frame nothing is left to do with a connection.
        let replies = hoarders.flatMap { $0.takeReplies() }
        #expect(replies.allSatisfy { $0.call == 0 && $0.errorCode == .limitExceeded })
        #expect(hoarders.count(where: \.isClosed) == replies.count)
    }

    /// Single bytes keep nothing that others need.
    @Test func bytesOneByOneKeepNoRoom() throws {
        let hoarders = try (0..<36).map { try open("org.example.invented\($0)", of: 100 + Int32($0)) }
        for client in hoarders {
            client.send([UInt8]([0, 0, 0, 1]) + [UInt8](repeating: 8, count: Self.partBytes - 8))
        }
        for _ in 0..<4 {
            harness.advance(seconds: 0.3)
            for client in hoarders {
                client.send([8])
            }
        }
        let honest = try open("org.example.honest", of: 8)
        #expect(saveMuch(honest).committed.map(\.added) == [Self.samplesOfSave])
    }

    /// What is complete is written, whoever needs room: it keeps the room that it has. Small saves have a room of their own.
    @Test func aSmallSaveSucceedsWhileCompleteOnesTakeAllTheRoom() throws {
        let busy = try (0..<9).map { try open("org.example.busy\($0)", of: 100 + Int32($0)) }
        let other = try open("org.example.other", of: 8)
        for (number, client) in busy.enumerated() {
            for part in 0..<Self.parts {
                client.send(UInt64(part) + 2, Self.part(number * Self.parts + part, more: false))
            }
        }
        while harness.core.turn() {}
        for part in 0..<Self.parts {
            other.send(2, Self.part(200 + part))
        }
        other.send(3, .save(exampleSamples([900_001])))
        while harness.core.turn() {}
        #expect(other.takeReplies().map(\.errorCode) == [.limitExceeded])
        #expect(other.receive().committed.map(\.added) == [1])
        for client in busy {
            let added = client.receive().committed.map(\.added)
            #expect(added == Array(repeating: UInt64(Self.samplesOfPart), count: Self.parts))
        }
        #expect(harness.core.snapshot.sampleCount == 9 * Self.parts * Self.samplesOfPart + 1)
        #expect(saveMuch(other, call: 4).committed.count == 1)
    }

    @Test func whatNobodyGoesOnWithIsGivenUpAfterAMinute() throws {
        let (save, frame, busy) = (try harness.open("a"), try harness.open("b"), try harness.open("c"))
        save.send(2, Self.part(0))
        frame.send([0, 0, 0, 1, 8])
        busy.send(2, Self.part(1))
        harness.advance(seconds: 59)
        busy.send(2, Self.part(2))
        #expect([save, frame, busy].allSatisfy { $0.receive().isEmpty })
        harness.advance(seconds: 2)
        #expect(save.receive().map(\.errorCode) == [.limitExceeded])
        #expect(frame.receive().map(\.errorCode) == [.limitExceeded] && frame.isClosed)
        busy.send(2, Self.part(3, more: false))
        #expect(busy.receive().committed.map(\.added) == [3 * UInt64(Self.samplesOfPart)])
        // Frames of the save that was given up are passed over, and it can be sent again.
        save.send(2, Self.part(0, more: false))
        save.send(3, Self.part(0, more: false))
        #expect(save.receive().committed.map(\.added) == [UInt64(Self.samplesOfPart)])
    }
}
