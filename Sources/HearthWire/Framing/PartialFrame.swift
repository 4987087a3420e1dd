/// A frame, or the beginning of one that has not arrived as a whole, with its prefix.
///
/// It is kept in pieces. One buffer would be copied each time it grows, into memory that the system may have to clear
/// first, and every client of the thread would wait for that. In pieces, the cost of what arrives depends on its own
/// length only, however long the frame is.
package struct PartialFrame: Sendable {
    private static let pieceBytes = 64 << 10

    /// All but the last are full.
    private var pieces: [[UInt8]] = []
    private(set) var count = 0

    package init() {}

    var isEmpty: Bool { count == 0 }

    /// The length of the body of a whole frame.
    package var bodyBytes: Int { count - FrameSplitter.prefixBytes }

    /// The first bytes, as many as a piece has at most.
    var beginning: [UInt8] { pieces.first ?? [] }

    mutating func append(_ bytes: RawSpan) {
        var rest = bytes
        while rest.byteCount > 0 {
            if room == 0 {
                beginPiece(for: rest.byteCount)
            }
            let part = rest.extracting(first: min(room, rest.byteCount))
            part.withUnsafeBytes { pieces[pieces.count - 1].append(contentsOf: $0) }
            count += part.byteCount
            rest = rest.extracting(droppingFirst: part.byteCount)
        }
    }

    /// The bytes that the last piece has room for.
    private var room: Int {
        pieces.last.map { PartialFrame.pieceBytes - $0.count } ?? 0
    }

    private mutating func beginPiece(for bytes: Int) {
        var piece: [UInt8] = []
        // Many connections may send only the first piece of a frame.
        piece.reserveCapacity(isEmpty ? min(bytes, PartialFrame.pieceBytes) : PartialFrame.pieceBytes)
        pieces.append(piece)
    }

    /// All bytes in one array, followed by others.
    consuming func joined(with end: RawSpan) -> [UInt8] {
        var whole = joined(reserving: end.byteCount)
        end.withUnsafeBytes { whole.append(contentsOf: $0) }
        return whole
    }

    /// All bytes in one array, with room for more.
    consuming func joined(reserving more: Int = 0) -> [UInt8] {
        var whole: [UInt8] = []
        whole.reserveCapacity(count + more)
        for piece in pieces {
            whole += piece
        }
        return whole
    }
}
