import HearthModel
import HearthWire

/// One direction of the protocol: frames of one kind, and how they are encoded and decoded.
protocol WireFrame: Hashable, Sendable {
    associatedtype Content: Hashable, Sendable

    var call: UInt64 { get }
    var content: Content { get }

    init(call: UInt64, _ content: Content)

    /// The message as the second codec has it.
    var wireBytes: WireBytes { get }

    static func decode(_ body: RawSpan, _ decoder: FrameDecoder) throws(HearthError) -> Incoming<Content>

    func append(to output: inout [UInt8], _ encoder: FrameEncoder) throws(HearthError)
}

extension ClientFrame: WireFrame {
    var content: Request { request }

    static func decode(_ body: RawSpan, _ decoder: FrameDecoder) throws(HearthError) -> Incoming<Request> {
        try decoder.clientFrame(body)
    }

    func append(to output: inout [UInt8], _ encoder: FrameEncoder) throws(HearthError) {
        try encoder.append(self, to: &output)
    }
}

extension ServerFrame: WireFrame {
    var content: Reply { reply }

    static func decode(_ body: RawSpan, _ decoder: FrameDecoder) throws(HearthError) -> Incoming<Reply> {
        try decoder.serverFrame(body)
    }

    func append(to output: inout [UInt8], _ encoder: FrameEncoder) throws(HearthError) {
        try encoder.append(self, to: &output)
    }
}

/// An encoder and a decoder that are used again and again, as a connection does.
struct Codec {
    let encoder = FrameEncoder()
    let decoder = FrameDecoder()

    static let prefixBytes = 4

    /// The frame with its length in front.
    func encode(_ frame: some WireFrame) throws(HearthError) -> [UInt8] {
        var output: [UInt8] = []
        try frame.append(to: &output, encoder)
        return output
    }

    /// The frame in `bytes`, which begin with its length; an error in the content is thrown like one in the frame.
    func decode<Frame: WireFrame>(_: Frame.Type, _ bytes: [UInt8]) throws(HearthError) -> Frame {
        let body = bytes.span.bytes.extracting(droppingFirst: Codec.prefixBytes)
        let incoming = try Frame.decode(body, decoder)
        return Frame(call: incoming.call, try incoming.content.get())
    }

    /// The error with which the frame in `bytes` is refused; nil when it is accepted.
    func refusal<Frame: WireFrame>(_: Frame.Type, _ bytes: [UInt8]) -> HearthError? {
        do throws(HearthError) {
            _ = try decode(Frame.self, bytes)
            return nil
        } catch {
            return error
        }
    }

    /// The error with which a message of the second codec's is refused.
    func refusal(_ frame: some WireFrame) -> HearthError? {
        refusal(type(of: frame), frame.wireBytes.framed)
    }
}
