/// The local name of an element or attribute as numbers, so that comparing names compares three words.
struct XMLLocalName: Hashable, BitwiseCopyable {
    /// The longest name that a format here uses has 22 bytes.
    static let mostBytes = 24

    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0

    /// Nil when the name is longer than all that a format here uses.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count <= Self.mostBytes else { return nil }
        for index in bytes.indices {
            let byte = UInt64(bytes[index]) << UInt64(index % 8 * 8)
            switch index / 8 {
            case 0: first |= byte
            case 1: second |= byte
            default: third |= byte
            }
        }
    }

    init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }
}
