internal import HearthSystem

extension Relation {
    /// Whether the relation holds between texts, byte by byte.
    func holds(between left: String, and right: String) -> Bool {
        left.withBytes { left in right.withBytes { right in holds(between: left, and: right) } }
    }

    private func holds(between left: UnsafeBufferPointer<UInt8>, and right: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .less: left.order(to: right) < 0
        case .lessOrEqual: left.order(to: right) <= 0
        case .equal: left.count == right.count && left.order(to: right) == 0
        case .notEqual: left.count != right.count || left.order(to: right) != 0
        case .greater: left.order(to: right) > 0
        case .greaterOrEqual: left.order(to: right) >= 0
        case .contains: left.contains(right)
        case .beginsWith: left.hasBytes(of: right, at: 0)
        case .endsWith: left.hasBytes(of: right, at: left.count - right.count)
        }
    }
}

extension String {
    /// The bytes of the text, without a copy if it is contiguous.
    fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }
}

// Unsafe pointers: the C functions compare up to 64 bytes at once, and the search avoids index checks. Nothing is read
// beyond the buffers, and no buffer is kept.
extension UnsafeBufferPointer<UInt8> {
    /// The order by the first different bytes, or otherwise by the lengths: less than 0, 0, or more than 0.
    fileprivate func order(to other: UnsafeBufferPointer<UInt8>) -> Int {
        let shared = Swift.min(count, other.count)
        if shared > 0, let start = baseAddress, let otherStart = other.baseAddress {
            let order = memcmp(start, otherStart, shared)
            if order != 0 { return Int(order) }
        }
        return count - other.count
    }

    fileprivate func hasBytes(of other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, other.count <= count - offset else { return false }
        return UnsafeBufferPointer(rebasing: self[offset..<offset + other.count]).order(to: other) == 0
    }

    /// Whether other bytes occur in these, in time linear in both lengths: the search of Knuth, Morris and Pratt never
    /// goes back.
    fileprivate func contains(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard other.count > 0 else { return true }
        guard other.count <= count else { return false }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: other.count) { borders in
            other.fill(borders)
            var length = 0
            var position = 0
            while position < count {
                if length == 0 {
                    // To the next position where it can begin.
                    guard let next = self.position(of: other[0], from: position) else { return false }
                    position = next
                }
                let byte = self[position]
                while length > 0, byte != other[length] {
                    length = borders[length - 1]
                }
                length += byte == other[length] ? 1 : 0
                if length == other.count { return true }
                position += 1
            }
            return false
        }
    }

    private func position(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return nil }
        return found - UnsafeMutableRawPointer(mutating: base)
    }

    /// For each prefix of the bytes, the length of the longest shorter prefix that is also its suffix.
    private func fill(_ borders: UnsafeMutableBufferPointer<Int>) {
        borders[0] = 0
        var length = 0
        for position in 1..<Swift.max(count, 1) {
            while length > 0, self[position] != self[length] {
                length = borders[length - 1]
            }
            length += self[position] == self[length] ? 1 : 0
            borders[position] = length
        }
    }
}
