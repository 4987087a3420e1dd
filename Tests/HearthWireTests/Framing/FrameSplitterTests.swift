import HearthModel
import HearthWire
import Testing

/// What is refused, and that a refusal is final.
@Suite struct FrameSplitterTests {
    /// A splitter with what came out of it.
    private struct Stream {
        var splitter: FrameSplitter
        var bodies: [[UInt8]] = []
        /// The number of the delivery that fails; none does without it.
        var failingDelivery = Int.max

        init(frameBytes: Int = Int(Limits.standard.frameBytes)) {
            splitter = FrameSplitter(frameBytes: frameBytes)
        }

        /// The error with which the bytes are refused; nil when they are taken.
        mutating func push(_ bytes: [UInt8]) -> HearthError? {
            do throws(HearthError) {
                try splitter.push(bytes.span.bytes) { body throws(HearthError) in
                    bodies.append(body.withUnsafeBytes { Array($0) })
                    if bodies.count == failingDelivery { throw FrameSplitterTests.deliveryError }
                }
                return nil
            } catch {
                return error
            }
        }
    }

    private static let deliveryError = HearthError(.protocolViolation, "the receiver had enough")
    private static let frame: [UInt8] = [2, 0, 0, 0, 7, 8]

    struct WrongLength: Sendable, CustomTestStringConvertible {
        var prefix: [UInt8]
        var code: ErrorCode
        var testDescription: String { "\(prefix)" }
    }

    static let wrongLengths = [
        WrongLength(prefix: [0, 0, 0, 0], code: .malformedFrame),
        WrongLength(prefix: [1, 0, 0, 1], code: .frameTooLarge),
        WrongLength(prefix: [0, 0, 0, 2], code: .frameTooLarge),
        WrongLength(prefix: [0xFF, 0xFF, 0xFF, 0xFF], code: .frameTooLarge),
    ]

    // MARK: - Wrong lengths

    @Test(arguments: wrongLengths)
    func aWrongLengthIsRefusedWithItsFourthByte(_ wrong: WrongLength) {
        var stream = Stream()
        for byte in wrong.prefix.dropLast() {
            #expect(stream.push([byte]) == nil)
        }
        #expect(stream.splitter.pendingBytes == 3)
        #expect(stream.push([wrong.prefix[3]])?.code == wrong.code)
        #expect(stream.splitter.pendingBytes == 0)
    }

    @Test(arguments: wrongLengths)
    func nothingAfterAWrongLengthIsRead(_ wrong: WrongLength) {
        var stream = Stream()
        let error = stream.push(Self.frame + wrong.prefix + Self.frame)
        #expect(error?.code == wrong.code)
        #expect(error?.field == "")
        #expect(stream.bodies == [[7, 8]])
        #expect(stream.splitter.pendingBytes == 0)
    }

    @Test(arguments: wrongLengths)
    func aRefusalIsFinal(_ wrong: WrongLength) {
        var stream = Stream()
        let error = stream.push(wrong.prefix)
        for bytes in [[], [1], Self.frame, Self.frame + Self.frame] {
            #expect(stream.push(bytes) == error)
        }
        #expect(stream.bodies.isEmpty)
        #expect(stream.splitter.pendingBytes == 0)
    }

    // MARK: - Errors of the receiver

    @Test func anErrorOfTheReceiverIsFinal() {
        var stream = Stream()
        stream.failingDelivery = 2
        #expect(stream.push(Self.frame + Self.frame + Self.frame + [1]) == Self.deliveryError)
        #expect(stream.bodies.count == 2)
        #expect(stream.splitter.pendingBytes == 0)
        #expect(stream.push(Self.frame) == Self.deliveryError)
        #expect(stream.bodies.count == 2)
    }

    @Test func anErrorOfTheReceiverOfAFrameInPiecesIsFinal() {
        var stream = Stream()
        stream.failingDelivery = 1
        #expect(stream.push(Array(Self.frame.prefix(5))) == nil)
        #expect(stream.push(Array(Self.frame.suffix(1)) + Self.frame) == Self.deliveryError)
        #expect(stream.bodies.count == 1)
        #expect(stream.splitter.pendingBytes == 0)
        #expect(stream.push(Self.frame) == Self.deliveryError)
        #expect(stream.bodies.count == 1)
    }

    // MARK: - Long frames

    @Test func theLongestFramePasses() {
        let body = [UInt8](repeating: 0xA5, count: 16 << 20)
        var whole = Stream()
        #expect(whole.push([0, 0, 0, 1] + body + Self.frame) == nil)
        #expect(whole.bodies == [body, [7, 8]])

        var pieces = Stream()
        #expect(pieces.push([0, 0, 0]) == nil)
        #expect(pieces.push([1]) == nil)
        let piece = Array(body.prefix(1 << 20))
        for count in 0..<16 {
            #expect(pieces.splitter.pendingBytes == 4 + count << 20)
            #expect(pieces.push(piece) == nil)
        }
        #expect(pieces.bodies == [body])
        #expect(pieces.splitter.pendingBytes == 0)
    }

    /// However much arrives at a time, and whatever that is less or more than what is kept in one piece.
    @Test(arguments: [1_000, 65_531, 65_535, 65_536, 65_537, 100_000, 131_072, 199_999])
    func aLongFrameIsWhole(_ step: Int) {
        let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B1 >> 16) }
        let bytes = [0x40, 0x0D, 0x03, 0x00] + body + Self.frame + [9]
        var stream = Stream()
        for start in stride(from: 0, to: bytes.count, by: step) {
            #expect(stream.push(Array(bytes[start..<min(start + step, bytes.count)])) == nil)
        }
        let isWhole = stream.bodies == [body, [7, 8]]
        #expect(isWhole)
        #expect(stream.splitter.pendingBytes == 1)
    }

    /// A length that is only announced costs nothing.
    @Test func onlyWhatArrivedIsKept() {
        var stream = Stream()
        #expect(stream.push([0, 0, 0, 1, 9]) == nil)
        #expect(stream.splitter.pendingBytes == 5)
        #expect(stream.bodies.isEmpty)
    }

    @Test func theLimitIsThatOfTheSplitter() {
        var stream = Stream(frameBytes: 2)
        #expect(stream.push(Self.frame) == nil)
        #expect(stream.push([3, 0, 0, 0])?.code == .frameTooLarge)
        #expect(stream.bodies == [[7, 8]])
    }
}
