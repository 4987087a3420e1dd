/// Finds a string in a fixed list of strings, by its bytes.
///
/// A dictionary would compare like `String`, by canonical equivalence: `HKQuantityType…` spelt with U+212A (the kelvin
/// sign, equivalent to K) would be the registered type. It would also cost several times as much. The table is built
/// once, and no client can add names, so a plain hash cannot be made to degenerate.
///
/// Unsafe pointers: the look-up reads whole words of text, which is on the path of each save.
struct IdentifierIndex: Sendable {
    private static let empty = UInt16.max

    /// An open hash table of positions in the list, at most a quarter full.
    private var slots: [UInt16]
    /// All strings end to end; string i is `bytes[ends[i]..<ends[i + 1]]`.
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    private let lengths: ClosedRange<Int>

    init(_ identifiers: [String]) {
        precondition(identifiers.count < Int(Self.empty), "too many identifiers for 16 bits")
        let counts = identifiers.map(\.utf8.count)
        let shortest = counts.min() ?? 8
        precondition(shortest >= 8, "the hash reads whole words: an identifier has at least eight bytes")
        lengths = shortest...(counts.max() ?? shortest)
        var capacity = 64
        while capacity < identifiers.count * 4 {
            capacity *= 2
        }
        slots = Array(repeating: Self.empty, count: capacity)
        for (position, identifier) in identifiers.enumerated() {
            insert(identifier, at: UInt16(position))
        }
    }

    private mutating func insert(_ identifier: String, at position: UInt16) {
        precondition(find(identifier) == nil, "an identifier is in the list twice")
        let text = Array(identifier.utf8)
        var slot = text.withUnsafeBytes { firstSlot(of: $0) }
        while slots[slot] != Self.empty {
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = position
        bytes += text
        ends.append(bytes.count)
    }

    /// The position of `text` in the list; nil: it is not in the list.
    func find(_ text: String) -> Int? {
        let utf8 = text.utf8
        if let found = utf8.withContiguousStorageIfAvailable({ find(UnsafeRawBufferPointer($0)) }) {
            return found
        }
        return Array(utf8).withUnsafeBytes { find($0) }
    }

    /// The position of the string with these bytes; nil: it is not in the list.
    func find(_ text: UnsafeRawBufferPointer) -> Int? {
        guard lengths.contains(text.count) else { return nil }
        var slot = firstSlot(of: text)
        while slots[slot] != Self.empty {
            let position = Int(slots[slot])
            if isEqual(text, position) {
                return position
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private func firstSlot(of text: UnsafeRawBufferPointer) -> Int {
        var hash = UInt64(truncatingIfNeeded: text.count)
        forEachWordStart(in: text.count) { start in
            hash = (hash ^ text.loadUnaligned(fromByteOffset: start, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            return true
        }
        return Int(truncatingIfNeeded: hash) & (slots.count - 1)
    }

    private func isEqual(_ text: UnsafeRawBufferPointer, _ position: Int) -> Bool {
        let start = ends[position]
        guard ends[position + 1] - start == text.count else { return false }
        return bytes.withUnsafeBytes { known in
            forEachWordStart(in: text.count) { offset in
                text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == known.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
            }
        }
    }
}

/// The starts of the eight-byte words that cover `count` bytes, the last one overlapping the one before; `count` is at
/// least eight. Ends early, and returns false, when `body` does.
@discardableResult
private func forEachWordStart(in count: Int, _ body: (Int) -> Bool) -> Bool {
    let last = count - 8
    var start = 0
    while start < last {
        guard body(start) else { return false }
        start += 8
    }
    return body(last)
}
