internal import HearthSystem

/// The bytes of another source, which a thread of its own reads and decompresses a few pieces ahead.
final class ReadAheadSource: ByteSource {
    private typealias Piece = Result<[UInt8], FormatError>

    private static let piecesAhead = 4

    let byteCount: Int
    /// True: one more piece is wanted. False: none ever.
    private let wishes = Mailbox<Bool>()
    private let pieces = Mailbox<Piece>()
    private let thread: BackgroundThread
    private var isAtEnd = false

    /// `open` is called on the thread.
    init(byteCount: Int, _ open: @escaping @Sendable () throws(FormatError) -> any ByteSource) {
        self.byteCount = byteCount
        thread = BackgroundThread { [wishes, pieces] in
            do throws(FormatError) {
                let source = try open()
                while wishes.next(within: nil) == true {
                    let bytes = try source.next()
                    pieces.post(.success(bytes))
                    guard !bytes.isEmpty else { return }
                }
            } catch {
                pieces.post(.failure(error))
            }
        }
        for _ in 0..<Self.piecesAhead {
            wishes.post(true)
        }
    }

    deinit {
        wishes.post(false)
    }

    func next() throws(FormatError) -> [UInt8] {
        guard !isAtEnd, let piece = pieces.next(within: nil) else { return [] }
        isAtEnd = true
        let bytes = try piece.get()
        isAtEnd = bytes.isEmpty
        wishes.post(true)
        return bytes
    }
}
