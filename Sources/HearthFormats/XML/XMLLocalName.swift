/// The local name of an element or attribute as numbers, so that comparing names compares four words.
struct XMLLocalName: Hashable, BitwiseCopyable {
    /// The longest name that a format here uses, `HeartRateVariabilityMetadataList`, has as many bytes.
    static let mostBytes = 32

    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var fourth: UInt64 = 0

    /// Nil when the name is longer than all that a format here uses.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count <= Self.mostBytes else { return nil }
        for index in bytes.indices {
            let byte = UInt64(bytes[index]) << UInt64(index % 8 * 8)
            switch index / 8 {
            case 0: first |= byte
            case 1: second |= byte
            case 2: third |= byte
            default: fourth |= byte
            }
        }
    }

    init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// The name as text.
    var text: String {
        let bytes = [first, second, third, fourth].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
        }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
