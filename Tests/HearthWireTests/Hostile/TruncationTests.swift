import HearthModel
import HearthWire
import Testing

/// Frames that end early. A cut between two fields leaves a valid message, which may be refused for what it lacks; a cut
/// anywhere else leaves none. Neither may do harm.
@Suite struct TruncationTests {
    /// The vectors that are decoded, with their direction and a whole frame each.
    private static let frames: [(name: String, direction: VectorFrame.Direction, bytes: [UInt8])] = {
        let accepted = Vectors.accepted.compactMap { vector in
            (try? vector.content()).map { (vector.name, $0.direction, $0.bytes) }
        }
        // The longest ones repeat themselves, and to cut them everywhere takes time that is quadratic in their length.
        return Corpus.frames.map { ($0.name, $0.direction, $0.bytes) } + accepted.filter { $0.2.count <= 1024 }
    }()

    @Test func aBodyCutAnywhereIsRefusedOrHoldsLess() throws {
        let codec = Codec()
        var refused = 0
        for (name, direction, bytes) in Self.frames {
            for end in Codec.prefixBytes..<bytes.count {
                do throws(HearthError) {
                    let left = try codec.decodeBody(direction, bytes[Codec.prefixBytes..<end])
                    let isWhole = MessageTree(direction.frameName, reading: bytes[Codec.prefixBytes..<end]) != nil
                    #expect(isWhole, "\(name): \(end) bytes are no message")
                    if let left { try codec.expectEncodable(left, "\(name), \(end) bytes") }
                } catch {
                    refused += 1
                    #expect(error.code == .malformedFrame, "\(name), \(end) bytes: \(error)")
                }
            }
        }
        #expect(refused > Self.frames.count * 10)
    }

    @Test func aStreamCutAnywhereDeliversNothing() throws {
        for (name, _, bytes) in Self.frames {
            for end in 0..<bytes.count {
                var splitter = FrameSplitter()
                try splitter.push(bytes.span.bytes.extracting(0..<end)) { body throws(HearthError) in
                    Issue.record("\(name): \(end) bytes deliver \(body.byteCount)")
                }
                #expect(splitter.pendingBytes == end)
            }
        }
    }

    /// A frame that says that it is longer swallows the next one's beginning; decoding finds out.
    @Test func aPrefixThatSaysTooMuchEndsTheConnection() {
        for frame in Corpus.frames {
            let stream = frame.bytes + frame.bytes
            var prefixed = stream
            prefixed[0] &+= 1
            var splitter = FrameSplitter()
            let codec = Codec()
            do throws(HearthError) {
                try splitter.push(prefixed.span.bytes) { body throws(HearthError) in
                    _ = try codec.decodeBody(frame.direction, body.withUnsafeBytes { Array($0)[...] })
                }
                // A byte more may belong to what was a text or a column before, and the rest of the stream is a length.
                #expect(splitter.pendingBytes > 0, "\(frame.name)")
            } catch {
                #expect([.malformedFrame, .frameTooLarge].contains(error.code), "\(frame.name): \(error)")
            }
        }
    }
}
