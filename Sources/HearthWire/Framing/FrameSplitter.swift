package import HearthModel

/// Cuts a stream of bytes into frames: feed it what arrived, in pieces of any size, and it hands out the body of each
/// frame that is complete. A value without I/O.
///
/// A frame that lies whole in one piece is handed out in place, without a copy. Of one that does not, only the bytes
/// that arrived are kept: a length costs its sender as much as it costs the receiver.
///
/// After each step `buffered.count < (needed ?? prefixBytes)` holds: what is kept is never a whole frame.
package struct FrameSplitter: Sendable {
    /// The bytes of a frame's length prefix.
    package static let prefixBytes = 4

    /// The beginning of the frame that is not complete yet.
    private var buffered = PartialFrame()
    /// The bytes of that frame with its prefix, once the prefix is there.
    private var needed: Int?
    /// What a prefix may say at most.
    private let frameBytes: Int
    /// A stream that was refused stays refused: after a wrong length nobody knows where the next frame begins.
    private var refusal: HearthError?

    package init(frameBytes: Int = Int(Limits.standard.frameBytes)) {
        self.frameBytes = frameBytes
    }

    /// Bytes that are kept for a frame that is not complete yet.
    package var pendingBytes: Int { buffered.count }

    /// Takes the bytes that arrived, and calls `deliver` with the body of each frame that they complete, until this number
    /// of frames was delivered, or until `isFull` says so before a further one. Returns the number of bytes taken: all of
    /// them, unless the last frame allowed ended before.
    ///
    /// A frame whose body has more than `largeBytes` bytes goes to `deliverLarge` instead, in the pieces in which it
    /// arrived: joining them takes time that its receiver may spend on another thread.
    ///
    /// Throws when a length is not allowed, and again at each later call. An error that `deliver` throws ends the
    /// stream in the same way.
    @discardableResult
    package mutating func push(
        _ bytes: RawSpan,
        atMost frames: Int = .max,
        isFull: () -> Bool = { false },
        largerThan largeBytes: Int = .max,
        deliverLarge: (_ frame: consuming PartialFrame) -> Void = { _ in },
        deliver: (_ body: RawSpan) throws(HearthError) -> Void
    ) throws(HearthError) -> Int {
        if let refusal {
            throw refusal
        }
        guard frames > 0, !isFull() else { return 0 }
        defer { assert(buffered.count < (needed ?? FrameSplitter.prefixBytes), "a whole frame was kept") }
        do throws(HearthError) {
            let (taken, isFrame) = try completeBuffered(bytes, largeBytes, deliverLarge, deliver)
            guard taken < bytes.byteCount else { return taken }
            return taken
                + (try split(
                    bytes.extracting(droppingFirst: taken),
                    atMost: isFrame ? frames - 1 : frames,
                    isFull,
                    largeBytes,
                    deliverLarge,
                    deliver
                ))
        } catch {
            refusal = error
            buffered = PartialFrame()
            throw error
        }
    }

    /// Adds to the frame that is kept as much as it lacks, and delivers it when that was all. Returns the number of
    /// bytes taken.
    private mutating func completeBuffered(
        _ bytes: RawSpan,
        _ largeBytes: Int,
        _ deliverLarge: (consuming PartialFrame) -> Void,
        _ deliver: (RawSpan) throws(HearthError) -> Void
    ) throws(HearthError) -> (taken: Int, isFrame: Bool) {
        guard !buffered.isEmpty else { return (0, false) }
        var taken = 0
        if needed == nil {
            taken = min(FrameSplitter.prefixBytes - buffered.count, bytes.byteCount)
            buffered.append(bytes.extracting(first: taken))
            guard buffered.count == FrameSplitter.prefixBytes else { return (taken, false) }
            needed = FrameSplitter.prefixBytes + (try bodyLength(buffered.beginning.span.bytes))
        }
        guard let needed else { return (taken, false) }
        let missing = needed - buffered.count
        let rest = bytes.extracting(droppingFirst: taken)
        guard rest.byteCount >= missing else {
            buffered.append(rest)
            return (bytes.byteCount, false)
        }
        let end = rest.extracting(first: missing)
        self.needed = nil
        if needed - FrameSplitter.prefixBytes > largeBytes {
            var frame = takeBuffered()
            frame.append(end)
            deliverLarge(frame)
        } else {
            let frame = takeBuffered().joined(with: end)
            try deliver(frame.span.bytes.extracting(droppingFirst: FrameSplitter.prefixBytes))
        }
        return (taken + missing, true)
    }

    private mutating func takeBuffered() -> PartialFrame {
        var taken = PartialFrame()
        swap(&taken, &buffered)
        return taken
    }

    /// Delivers the frames that lie whole in `bytes`, at most this number, and keeps the beginning of the one that does
    /// not. Returns the number of bytes taken.
    private mutating func split(
        _ bytes: RawSpan,
        atMost frames: Int,
        _ isFull: () -> Bool,
        _ largeBytes: Int,
        _ deliverLarge: (consuming PartialFrame) -> Void,
        _ deliver: (RawSpan) throws(HearthError) -> Void
    ) throws(HearthError) -> Int {
        var position = 0
        var left = frames
        while bytes.byteCount - position >= FrameSplitter.prefixBytes {
            guard left > 0, !isFull() else { return position }
            left -= 1
            let frame = bytes.extracting(droppingFirst: position)
            let length = FrameSplitter.prefixBytes + (try bodyLength(frame))
            guard frame.byteCount >= length else {
                needed = length
                break
            }
            if length - FrameSplitter.prefixBytes > largeBytes {
                var large = PartialFrame()
                large.append(frame.extracting(first: length))
                deliverLarge(large)
            } else {
                try deliver(frame.extracting(FrameSplitter.prefixBytes..<length))
            }
            position += length
        }
        buffered.append(bytes.extracting(droppingFirst: position))
        return bytes.byteCount
    }

    /// The length that a frame's prefix says.
    private func bodyLength(_ frame: RawSpan) throws(HearthError) -> Int {
        let length = UInt32(littleEndian: frame.unsafeLoadUnaligned(as: UInt32.self))
        guard length > 0 else {
            throw HearthError(.malformedFrame, "a frame has a length of 0")
        }
        guard length <= frameBytes else {
            throw HearthError(.frameTooLarge, "a frame has \(length) bytes, the limit is \(frameBytes)")
        }
        return Int(length)
    }
}
