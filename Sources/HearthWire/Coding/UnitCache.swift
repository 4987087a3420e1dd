internal import HearthModel

/// The units that a decoder has read, by text.
///
/// Parsing a unit takes a few microseconds, longer than the rest of a small frame, and a session uses the same few
/// units again and again.
///
/// Unsafe pointers: protobuf-c's text is compared in place.
final class UnitCache {
    private var units: [String: Unit] = [:]
    /// The unit that was read last, with its text.
    @exclusivity(unchecked) private var last: (text: [UInt8], unit: Unit)?

    /// At this size the cache is emptied, so that a peer cannot fill it with invented units.
    private static let unitsMax = 256

    /// The unit that was read last, if it has this text; nil: it may be another unit.
    func last(_ text: UnsafeBufferPointer<UInt8>) -> Unit? {
        guard let last, last.text.count == text.count else { return nil }
        for index in text.indices where text[index] != last.text[index] {
            return nil
        }
        return last.unit
    }

    /// The unit that a text means.
    func unit(_ text: String) throws(HearthError) -> Unit {
        let unit = try find(text)
        last = (Array(text.utf8), unit)
        return unit
    }

    private func find(_ text: String) throws(HearthError) -> Unit {
        // Strings are equal if their characters are, and the kelvin sign equals K. Only ASCII characters have one
        // spelling each.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return try Unit(text) }
        if let unit = units[text] {
            return unit
        }
        let unit = try Unit(text)
        if units.count >= UnitCache.unitsMax {
            units.removeAll(keepingCapacity: true)
        }
        units[text] = unit
        return unit
    }
}
