import HearthModel

/// The bytes that a stream may still send: chapter 6 of the protocol.
final class CreditAccount {
    private(set) var bytes: Int64

    init(_ limits: Limits) {
        bytes = Int64(limits.initialCreditBytes)
    }

    /// Whether a batch may be sent, however large.
    var allowsBatch: Bool { bytes > 0 }

    func spend(_ length: Int) {
        bytes -= Int64(length)
    }

    func grant(_ granted: UInt64) {
        bytes = min(bytes + Int64(granted), Int64(Limits.creditBytes))
    }
}
