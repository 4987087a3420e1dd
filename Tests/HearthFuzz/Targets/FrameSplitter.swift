internal import HearthModel
internal import HearthWire

/// A stream of frames has one meaning, in whatever pieces it arrives.
///
/// Input: the longest frame allowed (2 bytes), after how many frames the receiver gives up (1 byte, 0 for never), the
/// number of sizes of pieces (1 byte) and those sizes, which repeat until the end; then the stream.
func checkFrameSplitter(_ input: [UInt8]) {
    var choices = Choices(input)
    let frameBytes = Int(choices.number(UInt16.self))
    let patience = Int(choices.byte())
    let sizes = choices.bytes(atMost: Int(choices.byte())).map(Int.init)
    let stream = choices.rest()

    let expected = Splitting(reading: stream, frameBytes: frameBytes, patience: patience)
    let whole = Splitting(of: stream, frameBytes: frameBytes, patience: patience, sizes: [])
    let pieces = Splitting(of: stream, frameBytes: frameBytes, patience: patience, sizes: sizes)
    precondition(whole == expected, "the stream in one piece was read wrongly")
    precondition(pieces == expected, "the stream in pieces was read otherwise than in one")
}

/// What comes of a stream.
private struct Splitting: Equatable {
    var frames: [[UInt8]] = []
    var refusal: ErrorCode?
    var pendingBytes = 0

    /// As the protocol defines it, without any of the splitter's code.
    init(reading stream: [UInt8], frameBytes: Int, patience: Int) {
        var rest = stream[...]
        while rest.count >= FrameSplitter.prefixBytes {
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            if length == 0 || length > frameBytes {
                refusal = length == 0 ? .malformedFrame : .frameTooLarge
                return
            }
            guard rest.count >= 4 + length else { break }
            frames.append(Array(rest.dropFirst(4).prefix(length)))
            rest = rest.dropFirst(4 + length)
            if frames.count == patience {
                refusal = impatience.code
                return
            }
        }
        pendingBytes = rest.count
    }

    init(of stream: [UInt8], frameBytes: Int, patience: Int, sizes: [Int]) {
        var splitter = FrameSplitter(frameBytes: frameBytes)
        for piece in pieces(of: stream, sizes) {
            push(stream[piece], to: &splitter, patience)
            precondition(splitter.pendingBytes < FrameSplitter.prefixBytes + max(frameBytes, 1), "too much is kept")
        }
        pendingBytes = splitter.pendingBytes
    }

    private mutating func push(_ piece: ArraySlice<UInt8>, to splitter: inout FrameSplitter, _ patience: Int) {
        let wasRefused = refusal
        do throws(HearthError) {
            try splitter.push(Array(piece).span.bytes) { body throws(HearthError) in
                precondition(wasRefused == nil, "a frame came from a stream that was refused")
                frames.append(body.withUnsafeBytes { Array($0) })
                if frames.count == patience {
                    throw impatience
                }
            }
            precondition(wasRefused == nil, "a stream that was refused went on")
        } catch {
            precondition(wasRefused == nil || wasRefused == error.code, "a stream was refused for another reason later")
            refusal = error.code
        }
    }
}

private let impatience = HearthError(.protocolViolation, "the receiver has enough")

/// Where the stream is cut. Sizes that are all 0 would never come to the end: then it is one piece.
private func pieces(of stream: [UInt8], _ sizes: [Int]) -> [Range<Int>] {
    guard sizes.contains(where: { $0 > 0 }) else { return [0..<stream.count] }
    var pieces: [Range<Int>] = []
    var position = 0
    while position < stream.count {
        for size in sizes {
            let end = min(position + size, stream.count)
            pieces.append(position..<end)
            position = end
        }
    }
    return pieces
}
