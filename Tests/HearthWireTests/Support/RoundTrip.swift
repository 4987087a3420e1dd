import HearthModel
import HearthWire
import Testing

/// What must hold for every frame, checked against the second codec.
struct RoundTrip {
    private let codec = Codec()
    /// What occurred in the frames that were checked.
    private(set) var coverage = Coverage()

    /// Checks that the frame is encoded to the bytes that the second codec writes, that these bytes are decoded to an
    /// equal value, and that this value is encoded to the same bytes again: values that compare equal may differ, as
    /// minus zero from zero, or two spellings of an accent.
    mutating func check<Frame: WireFrame>(
        _ frame: Frame,
        _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let message = frame.wireBytes
        let expected = message.framed
        coverage.add(message.coverage)
        expect(try codec.encode(frame), expected, comment, sourceLocation)
        let decoded: Frame
        do throws(HearthError) {
            decoded = try codec.decode(Frame.self, expected)
        } catch {
            Issue.record("\(error), \(comment), in \(hex(expected))", sourceLocation: sourceLocation)
            return
        }
        if decoded != frame {
            Issue.record("\(decoded) is not \(frame), \(comment)", sourceLocation: sourceLocation)
        }
        expect(try codec.encode(decoded), expected, comment, sourceLocation)
    }

    private func expect(
        _ actual: [UInt8],
        _ expected: [UInt8],
        _ comment: Comment,
        _ sourceLocation: SourceLocation
    ) {
        guard actual != expected else { return }
        let offset = zip(actual, expected).enumerated().first { $1.0 != $1.1 }?.offset
        Issue.record(
            "from byte \(offset ?? min(actual.count, expected.count)) on \(hex(actual)) is not \(hex(expected)), \(comment)",
            sourceLocation: sourceLocation
        )
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.prefix(2048).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
