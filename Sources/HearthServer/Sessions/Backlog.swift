/// What was received on a connection and waits for its turn. What is taken from it is taken from the front, a little each
/// turn; what is left stays where it is.
struct Backlog {
    private var bytes: [UInt8] = []
    /// What of it was taken.
    private var taken = 0

    var isEmpty: Bool { taken == bytes.count }

    mutating func append(_ more: RawSpan) {
        more.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Lets `body` have what there is; it says how much of it it took.
    mutating func take(_ body: (RawSpan) -> Int) {
        taken += body(bytes.span.bytes.extracting(droppingFirst: taken))
    }
}
