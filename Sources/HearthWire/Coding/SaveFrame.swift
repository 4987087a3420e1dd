internal import CHearthProtocol

/// A save as it came: the bytes of its message, for whoever reads it later, on another thread.
package struct EncodedSave: Sendable {
    let bytes: [UInt8]
    /// Of the body of its frame, by which the protocol says how much memory it may take.
    let bodyBytes: Int
}

/// The frame of a save, recognized without being unpacked.
///
/// Unsafe pointers: the scanner reads the body, which does not move meanwhile, by its address.
package struct SaveFrame {
    package let call: UInt64
    /// No further frame of the save follows.
    package let isLast: Bool
    /// Where the save lies in the body.
    private let place: Range<Int>
}

extension SaveFrame {
    /// Nil for any other frame, and for one in which anything else is said, or something twice, or that is broken: what
    /// becomes of these is known once they are unpacked.
    package init?(_ body: RawSpan) {
        guard let found = body.withUnsafeBytes({ try? SaveFrame.fields(of: $0) }) else { return nil }
        self = found
    }

    /// The save's message, in the body in which it was recognized.
    package func save(in body: RawSpan) -> EncodedSave {
        EncodedSave(bytes: body.extracting(place).withUnsafeBytes { Array($0) }, bodyBytes: body.byteCount)
    }

    // The numbers of the fields, as hearth.proto has them.
    private static let callNumber: UInt32 = 1
    private static let saveNumber = HEARTH__V1__CLIENT_FRAME__REQUEST_SAVE.rawValue
    private static let moreNumber: UInt32 = 2

    private static func fields(of bytes: UnsafeRawBufferPointer) throws(WireFault) -> SaveFrame? {
        var scanner = WireScanner(bytes, in: bytes.indices)
        guard case (callNumber, .number(let call)) = try scanner.next(), call > 0,
            case (saveNumber, .bytes(let place)) = try scanner.next(), scanner.isAtEnd,
            let hasMore = try truth(moreNumber, bytes, place)
        else { return nil }
        return SaveFrame(call: call, isLast: !hasMore, place: place)
    }

    /// What a message has in a field that is true or false, or left out; nil when it has anything else there, which
    /// protobuf-c takes for true more often than not.
    private static func truth(
        _ wanted: UInt32,
        _ bytes: UnsafeRawBufferPointer,
        _ place: Range<Int>
    ) throws(WireFault) -> Bool? {
        var scanner = WireScanner(bytes, in: place)
        var isTrue = false
        while !scanner.isAtEnd {
            let start = scanner.position
            let (number, content) = try scanner.next()
            guard number == wanted else { continue }
            guard case .number(let value) = content, value <= 1, scanner.position - start == 2 else { return nil }
            isTrue = value == 1
        }
        return isTrue
    }
}
