import HearthModel
import HearthWire
import Testing

/// Which frames are recognized as saves without being unpacked. That they are read later as they would have been at once
/// is part of what the hostile tests look at, in each frame of a client.
@Suite struct SaveFrameTests {
    private let columns = SampleColumns(
        type: .heartRate,
        ids: [ObjectID(high: 1, low: 2)],
        starts: [Timestamp(nanoseconds: 3)],
        payload: .quantity(QuantityColumns(values: [4]))
    )

    private func body(_ call: UInt64, _ request: Request) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try FrameEncoder().append(ClientFrame(call: call, request), to: &bytes)
        return Array(bytes.dropFirst(FrameSplitter.prefixBytes))
    }

    private func recognized(_ body: [UInt8]) -> SaveFrame? { SaveFrame(body.span.bytes) }

    @Test func aSaveIsRecognized() throws {
        let last = try body(300, .save(Save(columns: [columns])))
        let frame = try #require(recognized(last))
        #expect(frame.call == 300 && frame.isLast)
        #expect(try FrameDecoder().save(frame.save(in: last.span.bytes)) == Save(columns: [columns]))
        let first = try #require(recognized(body(2, .save(Save(columns: [columns], more: true)))))
        #expect(first.call == 2 && !first.isLast)
    }

    @Test func othersAreNot() throws {
        #expect(recognized([]) == nil)
        #expect(recognized(try body(2, .ping(Ping()))) == nil)
        #expect(recognized(try body(2, .addToWorkout(AddToWorkout(workout: ObjectID(high: 1, low: 2))))) == nil)
    }

    /// Encodings that no encoder makes, and of which protobuf-c makes something else than they seem to say.
    @Test(arguments: [
        [0x08, 2, 0x1A, 11, 0x10, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2],
        [0x88, 0x80, 0x80, 0x80, 0x80, 0, 2, 0x1A, 2, 0x10, 0],
        [0x08, 2, 0x1A, 0x82, 0x80, 0x80, 0x80, 0x80, 0, 0x10, 0],
        [0x08, 2, 0x1A, 2, 0x10, 2],
        [0x08, 2, 0x1A, 3, 0x10, 0x80, 0],
    ])
    func neitherAreOddEncodings(_ body: [UInt8]) {
        #expect(recognized(body) == nil)
    }

    /// What is to become of these only whoever unpacks them knows.
    @Test func neitherAreThoseThatSayMoreOrAreBroken() throws {
        let save = try body(2, .save(Save(columns: [columns])))
        let ping = try body(2, .ping(Ping()))
        #expect(recognized(save + save) == nil)
        #expect(recognized(save + ping.dropFirst(2)) == nil)
        #expect(recognized(save + [0xF8, 0x06, 0x01]) == nil, "a field of a newer version")
        #expect(recognized([0x08, 0x00] + save.dropFirst(2)) == nil, "no call")
        #expect(recognized(Array(save.dropFirst(2))) == nil)
        for count in 1..<save.count {
            #expect(recognized(Array(save.prefix(count))) == nil)
        }
    }
}
