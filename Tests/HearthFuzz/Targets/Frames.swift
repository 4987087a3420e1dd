internal import HearthModel
internal import HearthWire

/// A frame from a client is refused, or it is a request that is the same after it was sent once more.
///
/// Input: the body of a frame.
func checkClientFrame(_ body: [UInt8], _ heap: HeapMeter) {
    if case .success(.save(let save)) = checkedRequest(body, heap) {
        save.columns.forEach(checkRows)
    }
}

/// A frame from a server is refused, or it is a reply that is the same after it was sent once more.
///
/// Input: the body of a frame.
func checkServerFrame(_ body: [UInt8], _ heap: HeapMeter) {
    switch checkedReply(body, heap) {
    case .success(.samples(let batch)): (batch.columns + batch.members).forEach(checkRows)
    case .success(.changes(let batch)): (batch.added + batch.members).forEach(checkRows)
    default: break
    }
}

/// The request in the body of a frame, or why it is refused.
func checkedRequest(_ body: [UInt8], _ heap: HeapMeter) -> Result<Request, HearthError> {
    let frames = FrameDirection<Request>(
        decode: { (decoder, body) throws(HearthError) in try decoder.clientFrame(body) },
        encode: { (encoder, call, request, output) throws(HearthError) in
            try encoder.append(ClientFrame(call: call, request), to: &output)
        }
    )
    return frames.check(body, heap)
}

/// The reply in the body of a frame, or why it is refused.
func checkedReply(_ body: [UInt8], _ heap: HeapMeter) -> Result<Reply, HearthError> {
    let frames = FrameDirection<Reply>(
        decode: { (decoder, body) throws(HearthError) in try decoder.serverFrame(body) },
        encode: { (encoder, call, reply, output) throws(HearthError) in
            try encoder.append(ServerFrame(call: call, reply), to: &output)
        },
        isSent: { $0 != .unknown }
    )
    return frames.check(body, heap)
}
