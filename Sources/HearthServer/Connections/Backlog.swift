/// Bytes that a connection has received and that wait for its turn. They are taken from the front, a few each turn; the
/// rest stays in place.
struct Backlog {
    private var bytes: [UInt8] = []
    /// The number of bytes that were taken.
    private var taken = 0

    var isEmpty: Bool { taken == bytes.count }

    mutating func append(_ more: RawSpan) {
        more.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Passes all bytes to `body`, which returns how many of them it took.
    mutating func take<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Int) throws(Failure) {
        taken += try body(bytes.span.bytes.extracting(droppingFirst: taken))
    }
}
