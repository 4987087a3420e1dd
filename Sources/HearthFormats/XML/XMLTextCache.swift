import Foundation

/// Remembers the values of recent texts of a document. A text that repeats costs a hash and a comparison. The memory is
/// bounded: a new text replaces an older one.
///
/// Unsafe pointers: the key is looked at as the texts of a document are.
struct XMLTextCache<Value> {
    private struct Entry {
        let hash: UInt64
        let key: [UInt8]
        let value: Value
    }

    private static var slots: Int { 1 << 10 }
    /// Longer texts are not remembered.
    private static var maxBytes: Int { 4 << 10 }

    private var entries = [Entry?](repeating: nil, count: slots)

    /// The value of a key. `make` computes it if it is not known.
    mutating func value(of key: [UInt8], _ make: () -> Value) -> Value {
        if let known = self[key] { return known }
        let value = make()
        self[key] = value
        return value
    }

    subscript(key: [UInt8]) -> Value? {
        get {
            let hash = Self.hash(key)
            guard let entry = entries[Self.slot(hash)], entry.hash == hash, entry.key == key else { return nil }
            return entry.value
        }
        set {
            guard let newValue, key.count <= Self.maxBytes else { return }
            let hash = Self.hash(key)
            entries[Self.slot(hash)] = Entry(hash: hash, key: key, value: newValue)
        }
    }

    private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots - 1) }

    private static func hash(_ key: [UInt8]) -> UInt64 {
        key.withUnsafeBufferPointer { key in
            key.baseAddress.map { XMLText(start: $0, count: key.count).hash(1) } ?? 0
        }
    }
}

extension [UInt8] {
    /// Makes this the key of a text, with its number in front.
    mutating func setKey(_ number: UInt16, _ text: XMLText?) {
        removeAll(keepingCapacity: true)
        append(UInt8(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: number >> 8))
        if let text {
            append(contentsOf: text.buffer)
        }
    }
}
