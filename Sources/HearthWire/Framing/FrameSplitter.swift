package import HearthModel

/// Splits a stream of bytes into frames: push received bytes in pieces of any size, and it delivers the body of each
/// complete frame. A value without I/O.
///
/// A frame within one piece is delivered in place, without a copy. Of an incomplete frame, only the received bytes are
/// kept, so a length prefix alone costs the receiver nothing.
///
/// After each step `buffered.count < (needed ?? prefixBytes)` holds: a whole frame is never kept.
package struct FrameSplitter: Sendable {
    /// The bytes of a frame's length prefix.
    package static let prefixBytes = 4

    /// The beginning of the incomplete frame.
    private var buffered = PartialFrame()
    /// The size of that frame with its prefix, once the prefix is complete.
    private var needed: Int?
    /// The largest allowed length.
    private let frameBytes: Int
    /// A refused stream stays refused, because after a wrong length the next frame cannot be found.
    private var refusal: HearthError?

    package init(frameBytes: Int = Int(Limits.standard.frameBytes)) {
        self.frameBytes = frameBytes
    }

    /// Bytes that are kept for a frame that is not complete yet.
    package var pendingBytes: Int { buffered.count }

    /// Processes received bytes, and calls `deliver` with the body of each frame that they complete, up to a number of
    /// frames, or until `isFull` returns true before a frame. Returns how many bytes were processed: all of them,
    /// unless it stopped earlier.
    ///
    /// A frame whose body has more than `largeBytes` bytes goes to `deliverLarge` instead, in the pieces in which it
    /// arrived, because joining them takes time that its receiver may spend on another thread.
    ///
    /// Throws if a length is not allowed, and again at each later call. An error from `deliver` ends the stream in the
    /// same way.
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

    /// Adds the missing bytes to the kept frame, and delivers it if it is complete. Returns the number of bytes
    /// processed.
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

    /// Delivers the whole frames in `bytes`, up to a number, and keeps the beginning of an incomplete one. Returns the
    /// number of bytes processed.
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

    /// The length in a frame's prefix.
    private func bodyLength(_ frame: RawSpan) throws(HearthError) -> Int {
        let length = UInt32(littleEndian: frame.unsafeLoadUnaligned(as: UInt32.self))
        guard length > 0 else {
            throw HearthError(.malformedFrame, "The frame has a length of 0.")
        }
        guard length <= frameBytes else {
            throw HearthError(.frameTooLarge, "The frame has \(length) bytes, and the limit is \(frameBytes).")
        }
        return Int(length)
    }
}
