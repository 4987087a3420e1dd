import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Valid frames with bytes changed at random: whatever comes out is an error or a value, and a value is one that can be
/// encoded.
@Suite struct MutationTests {
    /// Divided among the parts, which run side by side.
    private static let mutations = 200_000
    private static let parts = 8

    @Test(arguments: 0..<parts)
    func aMutatedFrameIsRefusedOrEncodable(_ part: Int) throws {
        let seed = SeededGenerator.firstSeed(default: 0x4EA7) &+ UInt64(part)
        var random = SeededGenerator(seed: seed)
        let codec = Codec()
        var outcomes = Outcomes()
        for round in 0..<Self.mutations / Self.parts {
            let frame = Corpus.frames[Int.random(in: 0..<Corpus.frames.count, using: &random)]
            let body = round.isMultiple(of: 2) ? frame.mutatedBytes(&random) : frame.mutatedFields(&random)
            // A frame may come from the wrong side too.
            let isFromOtherSide = Int.random(in: 0..<16, using: &random) == 0
            let direction: VectorFrame.Direction =
                isFromOtherSide ? (frame.direction == .client ? .server : .client) : frame.direction
            do throws(HearthError) {
                guard let decoded = try codec.decodeBody(direction, body[...]) else {
                    outcomes.refused += 1
                    continue
                }
                outcomes.accepted += 1
                try codec.expectEncodable(decoded, "HEARTH_TEST_SEED=\(seed), round \(round), \(frame.name)")
            } catch {
                outcomes.malformed += 1
                if error.code != .malformedFrame {
                    Issue.record("HEARTH_TEST_SEED=\(seed), round \(round), \(frame.name): \(error)")
                }
            }
        }
        print("mutations with seed \(seed): \(outcomes)")
        // Each kind of end must occur, or the mutations are not what they should be.
        #expect(outcomes.malformed > 1000 && outcomes.refused > 1000 && outcomes.accepted > 1000, "\(outcomes)")
    }

    private struct Outcomes {
        /// Ended the connection.
        var malformed = 0
        /// Ended the call.
        var refused = 0
        var accepted = 0
    }
}

extension Corpus.Frame {
    /// The frame's body with bytes changed anywhere. Most are no messages any more.
    fileprivate func mutatedBytes(_ random: inout SeededGenerator) -> [UInt8] {
        var body = Array(bytes.dropFirst(Codec.prefixBytes))
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            body.mutate(&random)
        }
        return body
    }

    /// The frame's body with another value in a field: a message still, whose lengths are right.
    fileprivate func mutatedFields(_ random: inout SeededGenerator) -> [UInt8] {
        let site = sites[Int.random(in: 0..<sites.count, using: &random)]
        return tree.replacing(site, with: site.value.mutated(&random)).bytes
    }
}

extension MessageTree.Value {
    fileprivate func mutated(_ random: inout SeededGenerator) -> MessageTree.Value {
        switch self {
        case .varint:
            return .varint(random.next() >> UInt64.random(in: 0..<64, using: &random))
        case .fixed64:
            return .fixed64(random.next())
        case .fixed32:
            return .fixed32(random.next() >> 32)
        case .bytes(var bytes), .raw(_, var bytes):
            bytes.mutate(&random)
            return .bytes(bytes)
        case .message(var message):
            // In another order, with some fields twice.
            let again = message.fields.filter { _ in Bool.random(using: &random) }
            message.fields = message.fields.shuffled(using: &random) + again
            return .message(message)
        }
    }
}

extension [UInt8] {
    /// Changes something somewhere.
    fileprivate mutating func mutate(_ random: inout SeededGenerator) {
        guard !isEmpty else {
            append(UInt8.random(in: .min ... .max, using: &random))
            return
        }
        let index = Int.random(in: indices, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 3: self[index] = UInt8.random(in: .min ... .max, using: &random)
        case 4: self[index] = [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
        case 5: remove(at: index)
        case 6: insert(UInt8.random(in: .min ... .max, using: &random), at: index)
        default:
            // A piece again, or in another place.
            let piece = self[index..<Swift.min(index + Int.random(in: 1...16, using: &random), count)]
            insert(contentsOf: Array(piece), at: Int.random(in: indices, using: &random))
        }
    }
}
