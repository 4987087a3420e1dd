import HearthTestSupport
import HearthWire
import Testing

@Suite struct FramingTests {
    private static let rounds: UInt64 = 12

    @Test func streamsComeOutTheSameHoweverTheyAreCut() throws {
        let firstSeed = SeededGenerator.firstSeed(default: 1)
        let codec = Codec()
        for round in 0..<Self.rounds {
            let seed = firstSeed &+ round
            var values = RandomValues(seed: seed)
            let requests = try values.clientFrames().map { (frame: $0, bytes: try codec.encode($0)) }
            let replies = try values.serverFrames().map { (frame: $0, bytes: try codec.encode($0)) }
            let comment: Comment = "HEARTH_TEST_SEED=\(seed), round \(round)"
            try FramingVerifier(requests).verify(&values.random, comment)
            try FramingVerifier(replies).verify(&values.random, comment)
        }
    }

    /// Many frames that are shorter than a prefix and its length.
    @Test func theShortestFrames() throws {
        var random = SeededGenerator(seed: 1)
        let pong = ServerFrame(call: 0, .done(Done(reason: DoneReason(rawValue: 0))))
        let frames = Array(repeating: (frame: pong, bytes: [2, 0, 0, 0, 0x22, 0] as [UInt8]), count: 500)
        try FramingVerifier(frames).verify(&random, "500 frames of two bytes")
    }

    @Test func aStreamWithoutBytes() throws {
        var random = SeededGenerator(seed: 1)
        try FramingVerifier<ClientFrame>([]).verify(&random, "nothing")
    }
}
