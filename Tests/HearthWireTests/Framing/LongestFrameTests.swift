import HearthModel
import HearthWire
import Testing

/// Frames of exactly 16 MiB, through everything that frames pass.
@Suite struct LongestFrameTests {
    /// Identifiers that make a body of exactly 16 MiB, with a call number of three bytes.
    private static let ids = [ObjectID](repeating: ObjectID(high: 1, low: 2), count: (16 << 20) / 16 - 2)

    private static func frame(_ ids: [ObjectID]) -> ClientFrame {
        ClientFrame(call: 20_000, .addToWorkout(AddToWorkout(workout: ObjectID(high: 0, low: 0), stored: ids)))
    }

    @Test func aFrameOf16MiBIsEncodedAndDecoded() throws {
        let codec = Codec()
        let frame = Self.frame(Self.ids)
        let bytes = try codec.encode(frame)
        #expect(bytes.count == 4 + 16 << 20)
        #expect(Array(bytes.prefix(4)) == [0, 0, 0, 1])
        let isEqual = try codec.decode(ClientFrame.self, bytes) == frame
        #expect(isEqual)
        #expect(codec.refusal(ClientFrame.self, bytes + [0])?.code == .frameTooLarge)
    }

    @Test func aLongerFrameIsNotEncoded() throws {
        let encoder = FrameEncoder()
        var output: [UInt8] = [1, 2, 3]
        var error: HearthError?
        do throws(HearthError) {
            try encoder.append(Self.frame(Self.ids + [ObjectID(high: 3, low: 4)]), to: &output)
        } catch let thrown {
            error = thrown
        }
        #expect(error?.code == .frameTooLarge)
        #expect(output == [1, 2, 3])
        // The encoder is as good as before.
        try encoder.append(ClientFrame(call: 7, .ping(Ping())), to: &output)
        #expect(output == [1, 2, 3, 4, 0, 0, 0, 0x08, 0x07, 0x5A, 0x00])
    }

    @Test func framesAreAppended() throws {
        let encoder = FrameEncoder()
        var output: [UInt8] = []
        try encoder.append(ClientFrame(call: 7, .cancel), to: &output)
        try encoder.append(ServerFrame(call: 7, .done(Done(reason: .cancelled))), to: &output)
        #expect(output == [4, 0, 0, 0, 0x08, 0x07, 0x62, 0x00] + [6, 0, 0, 0, 0x08, 0x07, 0x22, 0x02, 0x08, 0x03])
    }
}
