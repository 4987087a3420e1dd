/// The memory of the standard library's types in addition to their elements.
enum Heap {
    static let array = 32

    /// A text of up to 15 bytes needs no allocation.
    static func text(_ text: String) -> Int {
        let bytes = text.utf8.count
        return bytes > 15 ? (32 + bytes + 1 + 15) & ~15 : 0
    }

    static func value(_ value: MetadataValue) -> Int {
        if case .string(let text) = value { Heap.text(text) } else { 0 }
    }

    static func texts(_ texts: [String]) -> Int {
        texts.reduce(array) { $0 + MemoryLayout<String>.stride + text($1) }
    }

    /// A set reserves at least a third more slots, rounded up to a power of two.
    static func set(_ count: Int) -> Int {
        var slots = 1
        while slots * 3 < count * 4 {
            slots *= 2
        }
        return array + slots * MemoryLayout<ObjectID>.stride + slots / 8
    }
}
