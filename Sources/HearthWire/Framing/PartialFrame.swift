/// The beginning of a frame that has not arrived as a whole, with its prefix.
///
/// It is kept in pieces. One buffer would be copied each time it grows, into memory that the system may have to clear
/// first, and whoever shares the thread would wait for that. In pieces what arrives costs what it is long, however long
/// the frame is.
struct PartialFrame: Sendable {
    private static let pieceBytes = 64 << 10

    /// All but the last are full.
    private var pieces: [[UInt8]] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Its first bytes, as many as a piece has at most.
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

    /// What the last piece can still take.
    private var room: Int {
        pieces.last.map { PartialFrame.pieceBytes - $0.count } ?? 0
    }

    private mutating func beginPiece(for bytes: Int) {
        var piece: [UInt8] = []
        // Of very many frames the first piece may be all that ever comes.
        piece.reserveCapacity(isEmpty ? min(bytes, PartialFrame.pieceBytes) : PartialFrame.pieceBytes)
        pieces.append(piece)
    }

    /// All of it in one, with what follows it.
    consuming func joined(with end: RawSpan) -> [UInt8] {
        var whole: [UInt8] = []
        whole.reserveCapacity(count + end.byteCount)
        for piece in pieces {
            whole += piece
        }
        end.withUnsafeBytes { whole.append(contentsOf: $0) }
        return whole
    }
}
