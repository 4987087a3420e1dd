import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Checks that a stream of frames comes out the same however it is cut into pieces: whole, byte by byte, frame by frame
/// and at random.
struct FramingVerifier<Frame: WireFrame> {
    private let frames: [Frame]
    private let stream: [UInt8]
    /// Where each frame ends in the stream.
    private let ends: [Int]

    /// Frames with the bytes in which they come.
    init(_ frames: [(frame: Frame, bytes: [UInt8])]) {
        self.frames = frames.map(\.frame)
        stream = frames.flatMap(\.bytes)
        ends = frames.reduce(into: []) { $0.append(($0.last ?? 0) + $1.bytes.count) }
    }

    func verify(
        _ random: inout SeededGenerator,
        _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var starts = ends
        starts.insert(0, at: 0)
        try verify(pieces: [stream.count], "whole, \(comment)", sourceLocation)
        try verify(pieces: Array(repeating: 1, count: stream.count), "byte by byte, \(comment)", sourceLocation)
        try verify(pieces: zip(ends, starts).map { $0 - $1 }, "frame by frame, \(comment)", sourceLocation)
        try verify(pieces: randomPieces(atMost: 8, &random), "in small pieces, \(comment)", sourceLocation)
        try verify(pieces: randomPieces(atMost: 4096, &random), "in large pieces, \(comment)", sourceLocation)
    }

    /// The lengths of pieces that make up the stream; some pieces are empty.
    private func randomPieces(atMost most: Int, _ random: inout SeededGenerator) -> [Int] {
        var pieces: [Int] = []
        var rest = stream.count
        while rest > 0 {
            pieces.append(Int.random(in: 0...min(most, rest), using: &random))
            rest -= pieces.last ?? 0
        }
        return pieces
    }

    private func verify(pieces: [Int], _ comment: Comment, _ sourceLocation: SourceLocation) throws {
        var splitter = FrameSplitter()
        let decoder = FrameDecoder()
        var delivered = 0
        var position = 0
        for piece in pieces {
            let bytes = stream.span.bytes.extracting(position..<position + piece)
            try splitter.push(bytes) { body throws(HearthError) in
                let incoming = try Frame.decode(body, decoder)
                let frame = Frame(call: incoming.call, try incoming.content.get())
                let isExpected = delivered < frames.count && frames[delivered] == frame
                #expect(isExpected, "frame \(delivered), \(comment)", sourceLocation: sourceLocation)
                delivered += 1
            }
            position += piece
            // Every frame that is complete was delivered, and of the next one exactly what arrived is kept.
            let complete = ends.prefix { $0 <= position }
            guard delivered == complete.count, splitter.pendingBytes == position - (complete.last ?? 0) else {
                Issue.record(
                    """
                    after \(position) bytes \(delivered) frames and \(splitter.pendingBytes) pending bytes, \
                    where \(complete.count) frames end, \(comment)
                    """,
                    sourceLocation: sourceLocation
                )
                return
            }
        }
        #expect(splitter.pendingBytes == 0, comment, sourceLocation: sourceLocation)
    }
}
