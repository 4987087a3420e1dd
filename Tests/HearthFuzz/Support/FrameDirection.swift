internal import HearthModel
internal import HearthWire

/// The frames of one direction, and what holds for all of them.
struct FrameDirection<Content: Hashable & Sendable> {
    let decode: (FrameDecoder, RawSpan) throws(HearthError) -> Incoming<Content>
    let encode: (FrameEncoder, UInt64, Content, inout [UInt8]) throws(HearthError) -> Void
    var isSent: (Content) -> Bool = { _ in true }

    /// The content of the body of a frame, or why it is refused.
    func check(_ body: [UInt8], _ heap: HeapMeter) -> Result<Content, HearthError> {
        let decoder = FrameDecoder()
        let before = heap.bytesInUse()
        let outcome = Outcome { () throws(HearthError) in try decode(decoder, body.span.bytes) }
        if let before, let after = heap.bytesInUse() {
            let (taken, allowed) = (after - before, allowedBytes(body.count))
            precondition(taken <= allowed, "a frame takes \(taken) bytes of memory, more than \(allowed)")
        }
        if case .read(let call, .success(let content)) = outcome, isSent(content) {
            checkReturn(call, content, decoder, length: body.count)
        }
        // The decoder has read other frames in between, and its memory was used again.
        let again = Outcome { () throws(HearthError) in try decode(decoder, body.span.bytes) }
        precondition(again == outcome, "a frame was read in two ways")
        return outcome.content
    }

    /// Sends the content and reads it back.
    private func checkReturn(_ call: UInt64, _ content: Content, _ decoder: FrameDecoder, length: Int) {
        let frame = encoded(call, content)
        let body = Array(frame.dropFirst(FrameSplitter.prefixBytes))
        let prefix = frame.prefix(FrameSplitter.prefixBytes).reversed().reduce(0) { $0 << 8 | Int($1) }
        precondition(prefix == body.count, "a frame has the wrong length in front")
        let outcome = Outcome { () throws(HearthError) in try decode(decoder, padded(body, to: length).span.bytes) }
        guard case .read(call, .success(let returned)) = outcome else {
            preconditionFailure("a frame that was read was refused when it was sent")
        }
        precondition(returned == content, "a frame was read otherwise than it was sent")
        // Equal texts may differ in their bytes, and equal numbers in their signs.
        precondition(encoded(call, returned) == frame, "equal content was sent in two ways")
    }

    private func encoded(_ call: UInt64, _ content: Content) -> [UInt8] {
        var frame: [UInt8] = []
        do throws(HearthError) {
            try encode(FrameEncoder(), call, content, &frame)
        } catch {
            preconditionFailure("what was read cannot be sent: \(error)")
        }
        return frame
    }

    /// The decoder takes the more memory the longer the frame is. What only made the frame longer is gone from it when
    /// it is sent again, so an unknown field gives it back its length.
    private func padded(_ body: [UInt8], to length: Int) -> [UInt8] {
        var message = WireBytes(body)
        if length > body.count {
            message.bytes(1_000, [UInt8](repeating: 0, count: length - body.count))
        }
        return message.encoded
    }

    /// The budget bounds what protobuf-c takes. Four times as much, because the arena's chunks double in size, and
    /// because of the values that are made of the messages: the largest, a Provenance, is twice its message.
    private func allowedBytes(_ length: Int) -> Int {
        4 * Limits.unpackBytes(frameBytes: length)
    }
}

/// What came of a frame.
private enum Outcome<Content: Hashable & Sendable>: Equatable {
    case refused(HearthError)
    case read(call: UInt64, Result<Content, HearthError>)

    init(_ decode: () throws(HearthError) -> Incoming<Content>) {
        do throws(HearthError) {
            let incoming = try decode()
            self = .read(call: incoming.call, incoming.content)
        } catch {
            self = .refused(error)
        }
    }

    var content: Result<Content, HearthError> {
        switch self {
        case .refused(let error):
            precondition(error.code == .malformedFrame, "a frame was refused with another code")
            checkError(error)
            return .failure(error)
        case .read(_, let content):
            if case .failure(let error) = content { checkError(error) }
            return content
        }
    }
}
